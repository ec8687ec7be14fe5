import type { ResolvedAuth } from '../contract/context.ts'
import { AuthError } from '../errors/auth-error.ts'
import { MAX_COOKIE_AGE_SECONDS } from '../http/cookies/max-age.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { sealEntry, unsealEntry } from '../security/store-entry.ts'

/**
 * Maximum number of sessions that are known for one session at a provider. There are many if a user
 * signs in repeatedly without signing out at the provider.
 */
const MAX_SESSIONS = 16
/** Longer than a sign-in takes from the ID token to its session, in seconds. */
const NOTE_SECONDS = 10 * 60
const SALT = 'latchkey.provider-session'

/** A client at an issuer. `sid` and `sub` are unique only there. */
export interface ClientAtIssuer {
  readonly issuer: string
  readonly clientId: string
}

/** An application session that began with a sign-in at a provider. */
export interface TrackedSession {
  /** What `sessions.endById` ends. */
  readonly sessionId: string
  readonly userId: string
  /** The ID token's `sub`. */
  readonly subject: string
}

/**
 * Remembers a session by its ID token's `sid`, for as long as the session can live.
 *
 * @returns the session that it displaced, because too many began with the same `sid`
 */
export async function trackSession(
  auth: ResolvedAuth,
  client: ClientAtIssuer,
  sid: string,
  session: TrackedSession,
): Promise<TrackedSession | undefined> {
  const key = await noteKey('provider-session', client, sid)
  const lifetime = sessionLifetime(auth)
  // Atomic: two sign-ins at the same time get different places.
  const count = await auth.store.add(`${key}-count`, 1, lifetime)
  const place = `${key}-${count % MAX_SESSIONS}`
  const displaced = await auth.store.get(place)
  await auth.store.set(place, await sealed(auth, session), lifetime)
  return displaced ? (opened(auth, displaced) as Promise<TrackedSession>) : undefined
}

/** The sessions that began with a session at a provider. */
export interface TrackedSessions {
  readonly sessions: readonly TrackedSession[]
  /** The errors that left some sessions unknown. */
  readonly failures: readonly unknown[]
}

/**
 * Returns the application sessions that began with a session at a provider. An unreadable session
 * does not hide the others.
 *
 * @throws {StoreError}
 */
export async function trackedSessions(
  auth: ResolvedAuth,
  client: ClientAtIssuer,
  sid: string,
): Promise<TrackedSessions> {
  const values = await Promise.all((await listPlaces(client, sid)).map((place) => auth.store.get(place)))
  const results = await Promise.allSettled(
    values.flatMap((value) => (value ? [opened(auth, value) as Promise<TrackedSession>] : [])),
  )
  return {
    sessions: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    failures: results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])),
  }
}

/** Forgets the application sessions that began with a session at a provider. */
export async function forgetSessions(auth: ResolvedAuth, client: ClientAtIssuer, sid: string): Promise<void> {
  await Promise.all((await listPlaces(client, sid)).map((place) => auth.store.delete(place)))
}

/** Key purposes: users who have a `sub`, and those of them with a session that has no `sid`. */
type UserPurpose = 'provider-user' | 'provider-user-without-sid'

/**
 * Remembers which user has a `sub`, for as long as a session of the user can live.
 *
 * @param hasSid whether the ID token also names the session
 */
export async function trackUser(
  auth: ResolvedAuth,
  client: ClientAtIssuer,
  sub: string,
  { userId, hasSid }: { readonly userId: string; readonly hasSid: boolean },
): Promise<void> {
  const purposes: UserPurpose[] = ['provider-user', ...(hasSid ? [] : ['provider-user-without-sid' as const])]
  for (const purpose of purposes)
    await auth.store.set(
      await noteKey(purpose, client, sub),
      await sealed(auth, { userId }),
      sessionLifetime(auth),
    )
}

/** Returns the id of the user who has a `sub`, if it is known. */
export async function trackedUser(
  auth: ResolvedAuth,
  client: ClientAtIssuer,
  sub: string,
  purpose: UserPurpose = 'provider-user',
): Promise<string | undefined> {
  const value = await auth.store.get(await noteKey(purpose, client, sub))
  return value ? ((await opened(auth, value)) as { userId: string }).userId : undefined
}

/** The claims by which a logout token, or an ID token, names a session or a user. */
export interface NamedSession extends ClientAtIssuer {
  readonly sub: string | undefined
  readonly sid: string | undefined
}

/**
 * Leaves a note for sign-ins that are in progress: they began before the provider ended the
 * session, and store theirs only afterwards.
 *
 * @param issuedAt when the provider issued the logout token: seconds since 1970
 */
export async function noteLogout(
  auth: ResolvedAuth,
  { sub, sid, ...client }: NamedSession,
  issuedAt: number,
): Promise<void> {
  if (sid !== undefined)
    await auth.store.set(await noteKey('logged-out-session', client, sid), '1', NOTE_SECONDS)
  if (sub === undefined) return
  const key = await noteKey(sid === undefined ? LOGGED_OUT : LOGGED_OUT_WITHOUT_SID, client, sub)
  const [latest = 0] = timesIn(await auth.store.get(key))
  if (latest <= issuedAt) await auth.store.set(key, `${issuedAt} ${auth.now()}`, NOTE_SECONDS)
}

/** All sessions of a user ended. */
const LOGGED_OUT = 'logged-out-user' as const
/**
 * A session ended that the provider's ID tokens may not name: one of a user without a `sid`.
 */
const LOGGED_OUT_WITHOUT_SID = 'logged-out-user-without-sid' as const

/** An ID token's times. */
export interface IdTokenTimes {
  /** By the provider's clock: seconds since 1970. */
  readonly issuedAt: number
  /** By this server's clock: milliseconds since 1970. */
  readonly requestedAt: number
}

/**
 * Returns whether the provider ended an ID token's session: the session that it names, or all of
 * the user's sessions after it issued the ID token.
 */
export async function wasLoggedOut(
  auth: ResolvedAuth,
  { sub, sid, ...client }: NamedSession,
  { issuedAt, requestedAt }: IdTokenTimes,
): Promise<boolean> {
  if (sid !== undefined && (await auth.store.get(await noteKey('logged-out-session', client, sid))))
    return true
  for (const purpose of sid === undefined ? [LOGGED_OUT, LOGGED_OUT_WITHOUT_SID] : [LOGGED_OUT]) {
    const note = await auth.store.get(await noteKey(purpose, client, sub ?? ''))
    const [endedAt = -1, receivedAt = 0] = timesIn(note)
    // The provider sends only the second.
    if (endedAt === issuedAt ? receivedAt >= requestedAt : endedAt > issuedAt) return true
  }
  return false
}

function timesIn(note: string | null | undefined): number[] {
  return note ? note.split(' ').map(Number) : []
}

async function listPlaces(client: ClientAtIssuer, sid: string): Promise<string[]> {
  const key = await noteKey('provider-session', client, sid)
  return Array.from({ length: MAX_SESSIONS }, (_, place) => `${key}-${place}`)
}

/** @param name `sid` or `sub` */
function noteKey(
  purpose: Parameters<typeof hashedKey>[0],
  { issuer, clientId }: ClientAtIssuer,
  name: string,
): Promise<string> {
  return hashedKey(purpose, [issuer, clientId, name])
}

function sessionLifetime({ session }: ResolvedAuth): number {
  return session.absoluteMaxAge ?? MAX_COOKIE_AGE_SECONDS
}

/** The session's id may be its token, if the database stores tokens in plaintext. */
function sealed(auth: ResolvedAuth, claims: object): Promise<string> {
  return sealEntry(claims, { secrets: auth.secrets, salt: SALT }, sessionLifetime(auth), auth.now())
}

/** @throws {AuthError} if it cannot be opened: no session must then seem to be unknown */
async function opened({ secrets, now }: ResolvedAuth, value: string): Promise<object> {
  const found = await unsealEntry(value, { secrets, salt: SALT }, now())
  if (found !== undefined) return found
  throw new AuthError(
    'A session in the `store` was sealed with a secret that is no longer in `secret`, so the provider ' +
      'could not end it. Add that secret to `secret`, after the newest one. If you did not change it, ' +
      "synchronize your servers' clocks.",
  )
}
