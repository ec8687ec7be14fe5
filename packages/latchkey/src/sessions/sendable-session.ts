import type { ResolvedAuth } from '../contract/context.ts'
import { asError } from '../errors/auth-error.ts'
import { SessionError } from '../errors/session.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { DefaultSession } from '../types/session.ts'
import { isTokenName, withoutPassedTokens } from './database/strip-secrets.ts'
import { describeUnserializable } from './unserializable.ts'

/** Names of secret columns, as words in snake case. */
const SECRET_NAME =
  /(?:^|_)(?:pass(?:word|wd|phrase|code)|(?:pwd|salt|secrets?|t?otp|(?:recovery|backup)_?codes?|(?:reset|refresh)_?token|private_?key)(?:_|$))|^(?:pw_?)?hash$/

type Values = Readonly<Record<string, unknown>>

/**
 * Returns the `session` callback's result as the browser receives it: as JSON, with `bigint` values
 * as text, and without the stored user's secrets. Callbacks return the whole user, as they may with
 * Auth.js, and a column such as `passwordHash` must not leave the server with it. Tokens are only
 * removed where the callback passed the whole user on.
 *
 * @param user the stored user that the callback received
 * @throws {SessionError} if the value cannot be sent as JSON
 */
export function sendable(auth: ResolvedAuth, session: DefaultSession, user: AdapterUser): DefaultSession {
  const columns = user as unknown as Values
  const removed = new Set<string>()
  let secrets: ReadonlySet<string> | undefined
  let hasToken = false
  const isOfUser = (name: string, value: unknown): boolean => {
    secrets ??= listSecrets(columns)
    return secrets.has(entryKey(name, value))
  }
  try {
    const json = JSON.stringify(session, function (this: Values, name, value) {
      hasToken ||= isToken(name, this[name])
      if (!isSecret(name, this[name])) return plain(value)
      if (columns[name] !== this[name] && !isOfUser(name, value)) return plain(value)
      removed.add(name)
      return undefined
    })
    const sent = JSON.parse(json)
    if (!hasToken) return sent
    return withoutPassedTokens(
      sent,
      JSON.parse(JSON.stringify(user, (_, value) => plain(value))),
      isToken,
      removed,
    )
  } catch (error) {
    const subject = 'The session that the `session` callback returned'
    const refused = { value: session, callback: 'session', thrown: error, except: 'bigint' } as const
    const cause = { err: asError(error), callback: 'session' }
    throw (
      describeUnserializable(subject, refused) ??
      new SessionError(`${subject} cannot be sent as JSON. Return an object.`, { cause })
    )
  } finally {
    if (removed.size > 0) warn(auth, [...removed])
  }
}

/**
 * Returns the secrets of the user and of its parts. They are text, because a callback may return a
 * copy, and the user's `toJSON` always does.
 */
function listSecrets(user: Values): ReadonlySet<string> {
  const secrets = new Set<string>()
  JSON.stringify(user, function (this: Values, name, value) {
    if (isSecret(name, this[name])) secrets.add(entryKey(name, value))
    return plain(value)
  })
  return secrets
}

function entryKey(name: string, value: unknown): string {
  return JSON.stringify([name, value], (_, inner) => plain(inner))
}

/** A database has large numbers as `bigint`, which JSON does not support. */
function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function isSecret(name: string, value: unknown): boolean {
  return canBeSecret(value) && SECRET_NAME.test(toWords(name))
}

/** Returns whether a member of a user is a secret or a token, by its name. */
export function isToken(name: string, value: unknown): boolean {
  return canBeSecret(value) && (isTokenName(toWords(name)) || SECRET_NAME.test(toWords(name)))
}

/** Numbers, dates and `true` only describe a secret: `passwordChangedAt`, `hasPassword`. */
function canBeSecret(value: unknown): boolean {
  return value !== null && !(value instanceof Date) && ['string', 'object'].includes(typeof value)
}

/** Returns a name as words in snake case. */
function toWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}

function warn({ warnOnce }: ResolvedAuth, names: readonly string[]): void {
  const list = names.map((name) => `\`${name}\``).join(', ')
  warnOnce(
    'session-secret',
    `The \`session\` callback returned the stored user's ${list}, which browsers must not receive. ` +
      'Latchkey removed it from the session. Return only the columns that your pages need. ' +
      'If a value is not secret, return it under another name.',
  )
}
