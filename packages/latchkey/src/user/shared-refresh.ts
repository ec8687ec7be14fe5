import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'
import { asError } from '../errors.ts'
import type { Store } from '../types/store.ts'
import { tooLate } from './too-late.ts'

/** A result is for nothing else, and nothing else is a result. */
const SALT = 'latchkey.refresh'
/** How often a process looks for the result of another one, in milliseconds. */
const FIRST_PAUSE = 25
const MAX_PAUSE = 250
/** How long the processes that wait can see that a refresh failed. */
const FAILURE_SECONDS = 5
/**
 * By how much the clocks of two processes may differ, in seconds. The store removes a result in
 * time, so its sealed times need not be exact.
 */
const CLOCK_TOLERANCE = 5 * 60
/** A result that is lost in the store cannot be requested again. */
const MAX_ATTEMPTS = 3
const RETRY_PAUSE = 100

/** A store in which processes share results, and the secrets that seal them. */
export interface ResultStore {
  /** Its calls are bounded. */
  readonly store: Store
  readonly secrets: readonly string[]
}

/** How long results are kept, and how long a refresh may take. */
export interface SharedRefresh<T> {
  /** Seconds. */
  readonly keepFor: (value: T) => number
  /** Seconds. */
  readonly timeout: number
}

/** Where the processes meet that have the same refresh token. */
interface Place {
  readonly store: Store
  readonly keys: SealingKeys
  readonly token: string
  /** The key of the sealed result. */
  readonly result: string
  /** The counter that decides who refreshes: the first addition. */
  readonly lease: string
}

/** How a refresh ended. A failure has the id of its sealed token. */
type Outcome<T> = { readonly value: T } | { readonly failure: string; readonly id: string }

/**
 * Calls `refresh` in one of the processes that share a store. The others wait for the sealed
 * result. If the process dies, its lease ends after `timeout`, and another one takes its place.
 *
 * @param token identifies what is refreshed: a hash
 * @throws {StoreError} if the store fails: the refresh token may be in use, so it is not used
 */
export async function shareRefresh<T>(
  results: ResultStore,
  token: string,
  refresh: () => Promise<T>,
  { keepFor, timeout }: SharedRefresh<T>,
): Promise<T> {
  const place = placeOf(results, token)
  const end = Date.now() + 2 * timeout * 1000
  let earlier: Outcome<T> | undefined
  for (let pause = 0; Date.now() <= end; pause = Math.min(Math.max(FIRST_PAUSE, pause * 1.5), MAX_PAUSE)) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const outcome = await readOutcome<T>(place)
    if (outcome !== undefined && 'value' in outcome) return outcome.value
    // A refresh that failed before this call is tried again.
    if (pause === 0) earlier = outcome
    else if (outcome !== undefined && outcome.id !== idOf(earlier))
      throw new Error(`Another process could not refresh the same token: ${outcome.failure}`)
    if ((await place.store.add(place.lease, 1, timeout)) === 1)
      return refreshHere(place, refresh, { keepFor, endsAt: Date.now() + timeout * 1000 })
  }
  throw tooLate('process')
}

/** Keeps a result, in place of the one under the same token, for a time in seconds. */
export function keepResult(
  results: ResultStore,
  token: string,
  value: unknown,
  seconds: number,
): Promise<boolean> {
  return keep(placeOf(results, token), { value }, seconds)
}

/** Removes a result. */
export async function dropResult(results: ResultStore, token: string): Promise<void> {
  await results.store.delete(placeOf(results, token).result)
}

function placeOf({ store, secrets }: ResultStore, token: string): Place {
  return {
    store,
    keys: { secrets, salt: SALT },
    token,
    result: `latchkey:refresh:${token}`,
    lease: `latchkey:refreshing:${token}`,
  }
}

async function refreshHere<T>(
  place: Place,
  refresh: () => Promise<T>,
  { keepFor, endsAt }: { readonly keepFor: (value: T) => number; readonly endsAt: number },
): Promise<T> {
  const { store, lease } = place
  // Another process may have finished since the last look.
  const outcome = await readOutcome<T>(place)
  if (outcome !== undefined && 'value' in outcome) {
    await store.delete(lease)
    return outcome.value
  }
  let value: T
  try {
    value = await refresh()
  } catch (thrown) {
    const { message } = asError(thrown)
    // After the lease, another process may have stored a result.
    if (Date.now() < endsAt) await publish(place, { failure: message }, FAILURE_SECONDS)
    throw thrown
  }
  await publish(place, { value }, keepFor(value))
  return value
}

/**
 * Stores how a refresh ended, and ends the lease. An error of the store must not lose the new
 * tokens: the other processes then wait until the lease ends.
 */
async function publish(place: Place, outcome: object, seconds: number): Promise<void> {
  if (!(await keep(place, outcome, seconds))) return
  try {
    await place.store.delete(place.lease)
  } catch {
    // The caller has what it needs.
  }
}

/** Returns whether it could store how a refresh ended. */
async function keep(
  { store, keys, token, result }: Place,
  outcome: object,
  seconds: number,
): Promise<boolean> {
  const issuedAt = Date.now() - CLOCK_TOLERANCE * 1000
  const lifetime = Math.ceil(seconds) + 2 * CLOCK_TOLERANCE
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      const sealed = await seal({ ...outcome, token }, keys, lifetime, issuedAt)
      await store.set(result, sealed.token, seconds)
      return true
    } catch {
      if (attempt < MAX_ATTEMPTS) await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE))
    }
  }
  return false
}

/** @throws {Error} if there is a result that cannot be read: the refresh token was used for it */
async function readOutcome<T>({ store, keys, token, result }: Place): Promise<Outcome<T> | undefined> {
  const sealed = await store.get(result)
  if (typeof sealed !== 'string') return undefined
  const { claims } = (await unseal(sealed, keys, Date.now())) ?? {}
  if (claims?.token !== token)
    throw new Error(
      'The result of a refresh in the `store` cannot be read. Use the same `secret` in all processes, ' +
        'and store less than 20 KB.',
    )
  const { failure, jti, value } = claims
  // Sealed by this function.
  return typeof failure === 'string' ? { failure, id: String(jti) } : { value: value as T }
}

function idOf(outcome: Outcome<unknown> | undefined): string | undefined {
  return outcome !== undefined && 'id' in outcome ? outcome.id : undefined
}
