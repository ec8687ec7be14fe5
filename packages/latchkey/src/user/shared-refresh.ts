import { asError } from '../errors/auth-error.ts'
import {
  keepOutcome,
  type Outcome,
  type Place,
  placeOf,
  type ResultStore,
  readOutcome,
} from '../security/refresh-results.ts'
import { tooLate } from './too-late.ts'

/** How often a process looks for the result of another one, in milliseconds. */
const FIRST_PAUSE = 25
const MAX_PAUSE = 250
/** How long the processes that wait can see that a refresh failed. */
const FAILURE_SECONDS = 5

/** How long results are kept, and how long a refresh may take. */
export interface SharedRefresh<T> {
  /** Seconds. */
  readonly keepFor: (value: T) => number
  /** Seconds. */
  readonly timeout: number
}

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
  if (!(await keepOutcome(place, outcome, seconds))) return
  try {
    await place.store.delete(place.lease)
  } catch {
    // The caller has what it needs.
  }
}

function idOf(outcome: Outcome<unknown> | undefined): string | undefined {
  return outcome !== undefined && 'id' in outcome ? outcome.id : undefined
}
