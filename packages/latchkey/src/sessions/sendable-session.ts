import type { ResolvedAuth } from '../contract/context.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { DefaultSession } from '../types/session.ts'

/** Names of secret columns, as whole words in snake case. */
const SECRET_NAME =
  /(?:^|_)(?:pass(?:word|wd|phrase|code)\w*|pwd|salt|secrets?|t?otp|(?:recovery|backup)_?codes?|(?:reset|refresh)_?token|private_?key)(?:_|$)|^(?:pw_?)?hash$/

/**
 * Returns what the `session` callback returned as the browser receives it: as JSON, and without the
 * secrets of the stored user. Callbacks return the whole user, as they may with Auth.js, and a
 * column such as `passwordHash` must not leave the server with it.
 *
 * @param user the stored user that the callback received
 */
export function sendable(auth: ResolvedAuth, session: DefaultSession, user: AdapterUser): DefaultSession {
  const columns = user as unknown as Readonly<Record<string, unknown>>
  const removed = new Set<string>()
  // The value before its `toJSON` was called: that is a copy.
  const json = JSON.stringify(session, function (this: Record<string, unknown>, name, value) {
    if (!isSecret(name, this[name]) || columns[name] !== this[name]) return value
    removed.add(name)
  })
  if (removed.size > 0) warn(auth, [...removed])
  return JSON.parse(json)
}

/** Numbers, dates and `true` describe a secret at most: `passwordChangedAt`, `hasPassword`. */
function isSecret(name: string, value: unknown): boolean {
  if (value === null || value instanceof Date || !['string', 'object'].includes(typeof value)) return false
  return SECRET_NAME.test(name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())
}

function warn({ warnOnce }: ResolvedAuth, names: readonly string[]): void {
  const list = names.map((name) => `\`${name}\``).join(', ')
  warnOnce(
    'session-secret',
    `The \`session\` callback returned ${list} of the stored user, which browsers must not receive. ` +
      'Latchkey removed it from the session. Return only the columns that your pages need. ' +
      'If a value is no secret, return it under another name.',
  )
}
