import type { ResolvedAuth } from '../../contract/context.ts'
import { RecentMap } from '../../records/recent-map.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { JWT } from '../../types/session.ts'
import { noteChange, tokenKey } from './note.ts'

/** How often a process notes that a session is in use, in milliseconds. */
const PERIOD_MS = 5 * 60 * 1000

/** When this process noted sessions last, by their keys: milliseconds since 1970. */
const noted = new RecentMap<number>(10_000)

/** Notes that a token's session is in use, at most every five minutes. */
export function noteSeen(auth: ResolvedAuth, { jti, sub }: JWT): Awaitable<void> {
  if (typeof jti !== 'string' || typeof sub !== 'string' || !isDue(auth, jti)) return
  return tokenKey(auth, jti).then((sessionToken) => touch(auth, { userId: sub, sessionToken }))
}

/** Does the same for a session in the database. */
export function noteRowSeen(auth: ResolvedAuth, userId: string, sessionToken: string): Awaitable<void> {
  return isDue(auth, sessionToken) ? touch(auth, { userId, sessionToken }) : undefined
}

/** Notes that a session has just been stored. */
export function noteStored(auth: ResolvedAuth, id: string): void {
  noted.set(id, auth.now())
}

function isDue(auth: ResolvedAuth, id: string): boolean {
  const last = noted.get(id)
  if (last !== undefined && auth.now() - last < PERIOD_MS) return false
  noteStored(auth, id)
  return true
}

function touch(
  auth: ResolvedAuth,
  session: { readonly userId: string; readonly sessionToken: string },
): Promise<void> {
  return noteChange(auth, session, { lastSeenAt: new Date(auth.now()) })
}
