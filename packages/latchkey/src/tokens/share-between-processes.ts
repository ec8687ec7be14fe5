import { asError } from '../errors/auth-error.ts'
import { isHeld, type Lease, releaseLease, takeLease } from '../security/lease.ts'
import {
  keepOutcome,
  type Place,
  type ResultStore,
  readOutcome,
  resultPlace,
  type SharedOutcome,
} from './results.ts'
import { tooLate } from './time-limits.ts'

/** How often a process looks for another one's result, in milliseconds. */
const FIRST_PAUSE = 25
const MAX_PAUSE = 250
/** How long the waiting processes can see that a refresh failed. */
const FAILURE_SECONDS = 5

/** How long results are kept, and how long a process may refresh. */
export interface SharedRefresh<T> {
  /** Seconds. */
  readonly keepFor: (value: T) => number
  /** From `refreshLeaseSeconds`: when it ends, another process sends the same token. */
  readonly lease: number
}

/**
 * Calls `refresh` in one of the processes that share a store. The others wait for the sealed
 * result. If the process dies, its lease ends, and another process takes its place.
 *
 * @param token identifies what is refreshed: a hash
 * @throws {StoreError} if the store fails: the refresh token may be in use, so it is not sent
 */
export async function shareRefresh<T>(
  results: ResultStore,
  token: string,
  refresh: () => Promise<T>,
  { keepFor, lease: seconds }: SharedRefresh<T>,
): Promise<T> {
  const place = resultPlace(results, token)
  const deadline = performance.now() + 2 * seconds * 1000
  let earlier: SharedOutcome<T> | undefined
  for (let pause = 0; performance.now() <= deadline; pause = nextPause(pause)) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const outcome = await readOutcome<T>(place)
    if (outcome !== undefined && 'value' in outcome) return outcome.value
    // A refresh that failed before this call is tried again.
    if (pause === 0) earlier = outcome
    else if (outcome !== undefined && outcome.id !== failureId(earlier))
      throw new Error(`Another process could not refresh the same token: ${outcome.failure}`)
    const lease = await takeLease(place, [place.lease], seconds)
    if (lease !== undefined) return refreshHere(place, refresh, { keepFor, lease })
  }
  throw tooLate('process')
}

async function refreshHere<T>(
  place: Place,
  refresh: () => Promise<T>,
  { keepFor, lease }: { readonly keepFor: (value: T) => number; readonly lease: Lease },
): Promise<T> {
  // Another process may have finished since the last look.
  const outcome = await readOutcome<T>(place)
  if (outcome !== undefined && 'value' in outcome) {
    await releaseLease(place, lease)
    return outcome.value
  }
  let value: T
  try {
    value = await refresh()
  } catch (thrown) {
    const { message } = asError(thrown)
    // After the lease, another process may have stored a result.
    if (isHeld(lease) && (await keepOutcome(place, { failure: message }, FAILURE_SECONDS)))
      await releaseLease(place, lease)
    throw thrown
  }
  // If the result cannot be stored, the other processes wait until the lease ends.
  if (await keepOutcome(place, { value }, keepFor(value))) await releaseLease(place, lease)
  return value
}

function nextPause(pause: number): number {
  return Math.min(Math.max(FIRST_PAUSE, pause * 1.5), MAX_PAUSE)
}

function failureId(outcome: SharedOutcome<unknown> | undefined): string | undefined {
  return outcome !== undefined && 'id' in outcome ? outcome.id : undefined
}
