import type { ResolvedAuth } from '../../contract/context.ts'
import { idKey, userKey } from '../../security/store-keys.ts'
import type { Awaitable } from '../../types/basics.ts'
import { GRACE_SECONDS } from './revocation.ts'

/**
 * How long turns are counted, in seconds: longer than a slow database's calls take. Numbers that
 * start again during a turn would look the same.
 */
const TURN_SECONDS = 10 * GRACE_SECONDS

/**
 * Ends all sessions of a user: those that exist, and those that another of the user's requests is
 * continuing with a new token at the same time.
 *
 * @param deleteSessions ends the sessions that exist
 */
export async function endAll(
  auth: ResolvedAuth,
  userId: string,
  deleteSessions: () => Awaitable<unknown>,
): Promise<void> {
  await deleteSessions()
  // A request that took an earlier turn may have found its session before it ended, and may store
  // the new one only now. It either finds this turn and gives up, or has stored it already.
  if ((await takeTurn(auth, userId)) > 1) await deleteSessions()
}

/** Returns this request's number among those that end the user's sessions. */
export function takeTurn({ store }: ResolvedAuth, userId: string): Awaitable<number> {
  return store.add(userKey('turn', userId), 1, TURN_SECONDS)
}

/**
 * Returns whether no other request has ended the user's sessions or signed out of this one since
 * this request took its turn.
 *
 * @param id of the session that continues under another one
 */
export async function isUndisturbed(
  { store }: ResolvedAuth,
  userId: string,
  turn: number,
  id: unknown,
): Promise<boolean> {
  const ending = typeof id === 'string' ? store.get(idKey('ended', id)) : undefined
  const [latest, ended] = await Promise.all([store.get(userKey('turn', userId)), ending])
  return Number(latest) === turn && !ended
}
