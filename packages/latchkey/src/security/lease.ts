import { afterLateCall, undoWhenLate } from '../async/late-result.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { AuthError, asError } from '../errors/auth-error.ts'
import type { Store } from '../types/store.ts'

/** How long an adapter call without a time limit is expected to take, in seconds. */
const UNLIMITED_CALL = 60

/** The store that all processes share. Without a logger, a lease that stays is not reported. */
export interface LeaseStore {
  readonly store: Pick<Store, 'add' | 'delete'>
  readonly logger?: Pick<ResolvedAuth['logger'], 'error'> | undefined
}

/** A right that only one request in all processes has at a time. */
export interface Lease {
  /** Its keys in the store. */
  readonly keys: readonly string[]
  /** When another request may have it: milliseconds of `performance.now()`. */
  readonly endsAt: number
}

/**
 * Returns how long a dead process keeps a lease. Longer than a live process's calls may take:
 * another one would get its lease.
 *
 * @param calls how many adapter calls the work makes
 */
export function leaseSeconds({ timeouts }: Pick<ResolvedAuth, 'timeouts'>, calls: number): number {
  return 10 + calls * Math.ceil(timeouts.adapter === false ? UNLIMITED_CALL : timeouts.adapter)
}

/**
 * Runs work that only one request in all processes may do at a time, and ends the lease. If the
 * database may still apply a change whose caller has given up, the lease ends when that call has
 * ended, or else expires.
 *
 * @param seconds from `leaseSeconds`
 * @returns `undefined` if another request has one of the keys
 * @throws {StoreError} if the store fails
 */
export async function withLease<T>(
  { store, logger }: Required<LeaseStore>,
  keys: readonly string[],
  seconds: number,
  work: () => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const lease = await takeLease({ store, logger }, keys, seconds)
  if (lease === undefined) return undefined
  const release = (): Promise<void> => releaseLease({ store, logger }, lease)
  try {
    const value = await work()
    await release()
    return { value }
  } catch (error) {
    if (mayStillTakePlace(error)) afterLateCall(error, release)
    else await release()
    throw error
  }
}

/**
 * Takes a lease of all keys, or of none. Returns `undefined` if another request has one of them.
 *
 * @throws {StoreError} if the store fails
 */
export async function takeLease(
  shared: LeaseStore,
  keys: readonly string[],
  seconds: number,
): Promise<Lease | undefined> {
  // Before the calls: the lease may begin long before the store responds.
  const endsAt = performance.now() + seconds * 1000
  const taken: string[] = []
  try {
    for (const key of keys) {
      if (!(await takeOnce(shared, key, seconds))) break
      taken.push(key)
    }
  } finally {
    if (taken.length < keys.length) await releaseLease(shared, { keys: taken, endsAt })
  }
  return taken.length === keys.length ? { keys, endsAt } : undefined
}

/**
 * Takes a key that may be used only once. Returns `true` for the first call among all processes
 * that share the store. A key that the store takes after the call was given up is released, unless
 * it may have expired and belong to another request.
 *
 * @param seconds how long the key is taken; at least the lifetime of what may be used once
 * @throws {StoreError} if the store fails
 */
export async function takeOnce(
  { store }: Pick<LeaseStore, 'store'>,
  key: string,
  seconds: number,
): Promise<boolean> {
  const endsAt = performance.now() + seconds * 1000
  try {
    return (await store.add(key, 1, seconds)) === 1
  } catch (error) {
    undoWhenLate(error, (sum) => (sum === 1 && isHeld({ endsAt }) ? store.delete(key) : undefined))
    throw error
  }
}

/** Ends a lease that is still held. If it cannot be ended, it expires. */
export async function releaseLease({ store, logger }: LeaseStore, lease: Lease): Promise<void> {
  for (const key of lease.keys) {
    // Each call takes time, so that it may have ended in the meantime.
    if (!isHeld(lease)) return
    try {
      await store.delete(key)
    } catch (error) {
      logger?.error(asError(error))
    }
  }
}

/**
 * Returns whether a lease certainly belongs to this request. Later, another request may have it.
 */
export function isHeld({ endsAt }: Pick<Lease, 'endsAt'>): boolean {
  return performance.now() < endsAt
}

/** Returns whether an error leaves open whether the database applies a change. */
export function mayStillTakePlace(error: unknown): boolean {
  if (!(error instanceof AuthError) || !(error.isTimeout || error.isTemporary)) return false
  const { method } = error.cause ?? {}
  return typeof method === 'string' && !/^(?:get|list)/.test(method)
}
