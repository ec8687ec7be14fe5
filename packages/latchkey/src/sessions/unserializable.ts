import { asError } from '../errors/auth-error.ts'
import { SessionError } from '../errors/session.ts'
import { withoutUndefined } from '../records/record.ts'

/** Why JSON cannot hold a value, and where in the value the reason is. */
interface Unserializable {
  /** Such as `user.balance`. */
  readonly path: string
  readonly reason: 'bigint' | 'circular' | 'throws'
}

/** A value that JSON rejected. */
export interface Refused {
  readonly value: unknown
  /** The callback that returned it. */
  readonly callback?: string | undefined
  readonly thrown: unknown
  /** What was converted before. */
  readonly except?: Unserializable['reason']
}

/**
 * Returns the error for a value that JSON cannot hold. It names the field and the fix, which the
 * platform's error does not. Returns `undefined` for a value that JSON can hold.
 *
 * @param subject what the value is: `The token that the \`jwt\` callback returned`
 */
export function describeUnserializable(
  subject: string,
  { value, callback, thrown, except }: Refused,
): SessionError | undefined {
  const found = find(value, except, { path: '', parents: [] })
  if (found === undefined) return undefined
  const field = found.path === '' ? 'it' : `its field \`${found.path}\``
  const [what, fix] = REASONS[found.reason]
  return new SessionError(`${subject} cannot be sent as JSON: ${field} ${what}. ${fix}`, {
    cause: withoutUndefined({ err: asError(thrown), callback }),
  })
}

const REASONS: Readonly<Record<Unserializable['reason'], readonly [what: string, fix: string]>> = {
  bigint: ['is a bigint', 'Convert it: `String(value)`.'],
  circular: ['contains itself', 'Return only the fields that you need.'],
  throws: ['throws when it is read', 'Return a plain copy of what you need.'],
}

interface Place {
  readonly path: string
  readonly parents: readonly unknown[]
}

/** Returns the part of a value that JSON cannot hold, or `undefined` if it can hold all of it. */
function find(value: unknown, except: Refused['except'], place: Place): Unserializable | undefined {
  const { path, parents } = place
  if (typeof value === 'bigint') return except === 'bigint' ? undefined : { path, reason: 'bigint' }
  if (typeof value !== 'object' || value === null) return undefined
  if (parents.includes(value)) return { path, reason: 'circular' }
  const below = [...parents, value]
  try {
    const written = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON('') : value
    if (written !== value) return find(written, except, { path, parents: below })
    for (const [name, inner] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`
      const found = find(inner, except, { path: at, parents: below })
      if (found !== undefined) return found
    }
    return undefined
  } catch {
    return { path, reason: 'throws' }
  }
}
