import type { ResolvedAuth } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'
import type { JWT } from '../../types/session.ts'

/** Claims that say who the session belongs to, where it is valid, and since when. */
const IDENTITY = ['sub', 'aud', 'auth_time', 'session_end', 'jti', 'iat', 'exp'] as const

/**
 * Returns an update's token, with the sealed identity wherever the `jwt` callback took it from the
 * data. Any client can send an update: a callback that merges the data into the token would
 * otherwise turn its user into another one.
 */
export function keepIdentity(
  { warnOnce }: Pick<ResolvedAuth, 'warnOnce'>,
  { claims }: DecodedToken,
  token: JWT,
  data: unknown,
): JWT {
  // Without data, a missing claim was not taken from it.
  if (data === undefined) return token
  const taken = IDENTITY.filter((name) => token[name] !== claims[name] && isFrom(data, token[name]))
  if (taken.length === 0) return token
  warnOnce(
    'update-identity',
    `The \`jwt\` callback took \`${taken[0]}\` from an update's data, which any client can send. ` +
      'The claim was not changed. Copy only the fields that a client may change.',
  )
  return { ...token, ...Object.fromEntries(taken.map((name) => [name, claims[name]])) }
}

/** Returns whether the data contains a value anywhere. An identity is never an object. */
function isFrom(data: unknown, value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return true
  // A set, because server code's data can contain itself.
  const parts = new Set([data])
  for (const part of parts) {
    if (part === value || (isText(part) && isText(value) && String(part) === String(value))) return true
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.add(inner)
  }
  return false
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
