import type { ResolvedAuth, SessionContext } from '../../contract/context.ts'
import type { SessionFacts } from '../../contract/sign-in.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import type { Awaitable } from '../../types/basics.ts'

/**
 * All in seconds: when the token was issued, unless that is the start; when the session started;
 * when it ends, if the application chose that; and, if sessions keep it, when and how the user last
 * signed in or confirmed it.
 */
const DATES = /(?:\.(\d{1,12}))?\.(\d{1,12})(?:-(\d{1,12}))?(?:~(\d{1,12})((?:\+\w{1,20}){0,20}))?$/

/** How far a database replica may lag behind, in milliseconds. */
const MAX_LAG_MS = 60_000

/**
 * Returns a new token. It holds the session's start, and its end if the application chose that,
 * because tables have no columns for them. They cannot be changed: the token is looked up as a
 * whole.
 */
export function datedToken({ session, now }: ResolvedAuth, chosenEnd?: number, facts?: SessionFacts): string {
  const token = session.generateToken()
  return isDated(session)
    ? `${token}.${Math.floor(now() / 1000)}${endPart(chosenEnd)}${factsPart(facts)}`
    : token
}

/**
 * Returns a new token for a session that started with another one.
 *
 * @param facts default: those of the previous token
 */
export function tokenAfter({ session, now }: ResolvedAuth, previous: string, facts?: SessionFacts): string {
  const token = session.generateToken()
  const issuedAt = Math.floor(now() / 1000)
  // A session that does not say when it started starts again when its user has just confirmed it.
  const [, , startedAt = facts && issuedAt, end] = DATES.exec(previous) ?? []
  if (!isDated(session) || startedAt === undefined) return token
  return `${token}.${issuedAt}.${startedAt}${endPart(end)}${factsPart(facts ?? readFacts(previous))}`
}

/** Returns when and how a token's user signed in, if it says so. */
export function readFacts(token: string): SessionFacts | undefined {
  const [, , , , authTime, amr = ''] = DATES.exec(token) ?? []
  return authTime === undefined
    ? undefined
    : { authTime: Number(authTime), amr: amr.split('+').filter(Boolean) }
}

function factsPart(facts: SessionFacts | undefined): string {
  return facts === undefined ? '' : `~${[facts.authTime, ...facts.amr].join('+')}`
}

function endPart(end: string | number | undefined): string {
  return end === undefined ? '' : `-${end}`
}

/**
 * A token that the database stores in plaintext stays as it was generated, unless its age is
 * limited: the column may have the type of the application's own tokens.
 */
function isDated(session: ResolvedAuth['session']): boolean {
  const { absoluteMaxAge, chooseMaxAge, hashesToken, keepsFacts } = session
  return hashesToken || absoluteMaxAge !== undefined || chooseMaxAge !== undefined || keepsFacts
}

/**
 * Returns whether a token was issued so recently that a database replica may not have its session
 * yet.
 */
export function isFresh({ now }: ResolvedAuth, token: string): boolean {
  const [, issuedAt, startedAt] = DATES.exec(token) ?? []
  return Math.abs(now() - Number(issuedAt ?? startedAt) * 1000) < MAX_LAG_MS
}

/**
 * Returns when a session ends even if it is in use: milliseconds since 1970, if its token says so.
 */
export function latestEnd({ session }: ResolvedAuth, token: string): number | undefined {
  const { absoluteMaxAge, chooseMaxAge } = session
  if (absoluteMaxAge === undefined && chooseMaxAge === undefined) return Number.POSITIVE_INFINITY
  const [, , startedAt, end] = DATES.exec(token) ?? []
  if (chooseMaxAge) return end === undefined ? Number.POSITIVE_INFINITY : Number(end) * 1000
  return startedAt === undefined ? undefined : (Number(startedAt) + Number(absoluteMaxAge)) * 1000
}

/**
 * Returns the token as the database stores it. By default that is a hash, so that reading the table
 * is not enough to sign in.
 */
export function storedToken({ auth }: SessionContext, token: string): Awaitable<string> {
  return auth.session.hashesToken ? sha256Hex(token) : token
}
