import type { ResolvedAuth, SessionContext } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import type { Awaitable } from '../types/basics.ts'

/** The start of the session, in seconds since 1970. */
const STARTED_AT = /\.(\d{1,12})$/

/**
 * Returns a new token. With a limit to its age the token holds the start of the session, for which
 * tables have no column. It cannot be changed: the token is looked up as a whole.
 */
export function datedToken({ session, now }: ResolvedAuth): string {
  const token = session.generateToken()
  return session.absoluteMaxAge === undefined ? token : `${token}.${Math.floor(now() / 1000)}`
}

/** Returns a new token for a session that started with another one. */
export function tokenAfter({ session }: ResolvedAuth, previous: string): string {
  const token = session.generateToken()
  return session.absoluteMaxAge === undefined ? token : `${token}${STARTED_AT.exec(previous)?.[0] ?? ''}`
}

/** Returns when a session ends even if it is used: milliseconds since 1970, if its token says. */
export function latestEnd({ session }: ResolvedAuth, token: string): number | undefined {
  if (session.absoluteMaxAge === undefined) return Number.POSITIVE_INFINITY
  const [, startedAt] = STARTED_AT.exec(token) ?? []
  return startedAt === undefined ? undefined : (Number(startedAt) + session.absoluteMaxAge) * 1000
}

/**
 * Returns the token as the database stores it. By default that is a hash: reading the table is not
 * enough to sign in.
 */
export function storedToken({ auth }: SessionContext, token: string): Awaitable<string> {
  return auth.session.hashesToken ? sha256Hex(token) : token
}
