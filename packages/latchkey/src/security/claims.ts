import { afterLateCall, undoWhenLate } from '../async/late-result.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { AuthError, asError } from '../errors/auth-error.ts'

/** What a call of the adapter is expected to take without a time limit, in seconds. */
const UNLIMITED_CALL = 60

/** The claims of a request: while it has them, no other request gets one of them. */
export interface Claims {
  readonly keys: string[]
  readonly startedAt: number
  /** How long a process that died keeps them. */
  readonly seconds: number
}

/**
 * Returns how long a process that died keeps its claims. Longer than the calls of a process that is
 * alive may take: it would lose its claims to another one.
 *
 * @param calls how many calls of the adapter the work makes
 */
export function claimSeconds({ timeouts }: Pick<ResolvedAuth, 'timeouts'>, calls: number): number {
  return 10 + calls * Math.ceil(timeouts.adapter === false ? UNLIMITED_CALL : timeouts.adapter)
}

/** Claims all keys. Returns `undefined` if another request has one of them. */
export async function claimAll(
  auth: ResolvedAuth,
  keys: readonly string[],
  seconds: number,
): Promise<Claims | undefined> {
  const claims: Claims = { keys: [], startedAt: performance.now(), seconds }
  try {
    for (const key of keys) {
      if (!(await claim(auth, key, seconds))) break
      claims.keys.push(key)
    }
  } finally {
    if (claims.keys.length < keys.length) await releaseAll(auth, claims)
  }
  return claims.keys.length === keys.length ? claims : undefined
}

/**
 * Returns whether nothing else has claimed a key. A claim that the store makes after the call was
 * given up is released, unless it may have expired and belong to another request.
 *
 * @throws {StoreError} when the store fails
 */
export async function claim(
  { store }: Pick<ResolvedAuth, 'store'>,
  key: string,
  seconds: number,
): Promise<boolean> {
  // Before the call: the claim may begin long before the store responds.
  const startedAt = performance.now()
  try {
    return (await store.add(key, 1, seconds)) === 1
  } catch (error) {
    undoWhenLate(error, (sum) => (sum === 1 && lasts(startedAt, seconds) ? store.delete(key) : undefined))
    throw error
  }
}

/**
 * Runs the work that claims guard, and releases them. If the database may still carry out a change
 * whose caller has given up, they are released when that call has ended, or else expire.
 */
export async function runClaimed<T>(auth: ResolvedAuth, claims: Claims, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work()
    await releaseAll(auth, claims)
    return value
  } catch (error) {
    if (mayStillTakePlace(error)) afterLateCall(error, () => releaseAll(auth, claims))
    else await releaseAll(auth, claims)
    throw error
  }
}

/** Returns whether an error leaves open whether the database carries out a change. */
export function mayStillTakePlace(error: unknown): boolean {
  if (!(error instanceof AuthError) || !(error.isTimeout || error.isTemporary)) return false
  const { method } = error.cause ?? {}
  return typeof method === 'string' && !/^(?:get|list)/.test(method)
}

/** Removes the claims. One that remains expires, so that a failure is only logged. */
async function releaseAll(auth: ResolvedAuth, { keys, startedAt, seconds }: Claims): Promise<void> {
  for (const key of keys) {
    // Each call takes time, so that a later claim may have expired.
    if (!lasts(startedAt, seconds)) return
    try {
      await auth.store.delete(key)
    } catch (error) {
      auth.logger.error(asError(error))
    }
  }
}

/** Returns whether a claim surely belongs to this request. Later, another one may have it. */
function lasts(startedAt: number, seconds: number): boolean {
  return performance.now() - startedAt < seconds * 1000
}
