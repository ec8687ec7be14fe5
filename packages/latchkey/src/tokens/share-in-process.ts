import { tooLate } from './time-limits.ts'

/** The maximum number of refreshes to keep, in progress or finished. */
const MAX_REFRESHES = 1000
/** Timers are not reliable for more than 24 days. */
const MAX_KEPT_SECONDS = 24 * 60 * 60
const refreshes = new Map<string, Promise<unknown>>()

/** How long a result is kept for later requests, and how long a request waits for it. */
export interface SharedCall<T> {
  /** Seconds. */
  readonly keepFor: (value: T) => number
  /** Seconds. */
  readonly timeout: number
}

/**
 * Calls a function once for all requests of this process that need its result at the same time, or
 * soon after. A failure is not kept.
 *
 * @param key identifies the result
 */
export async function shareInProcess<T>(
  key: string,
  call: () => Promise<T>,
  { keepFor, timeout }: SharedCall<T>,
): Promise<T> {
  // This key only keeps calls for the same result.
  const known = refreshes.get(key) as Promise<T> | undefined
  if (known !== undefined) return waitFor(key, known, timeout)
  const started = call()
  makeRoom()
  refreshes.set(key, started)
  const forgetResult = (): void => forget(key, started)
  started.then((value) => startTimer(Math.min(keepFor(value), MAX_KEPT_SECONDS), forgetResult), forgetResult)
  return started
}

/** Lets the next call run again, even if an earlier one's result is kept. */
export function forgetInProcess(key: string): void {
  refreshes.delete(key)
}

async function waitFor<T>(key: string, known: Promise<T>, seconds: number): Promise<T> {
  let stop = (): void => {}
  const tooLong = new Promise<never>((_, reject) => {
    stop = startTimer(seconds, () => {
      forget(key, known)
      reject(tooLate('request'))
    })
  })
  return Promise.race([known, tooLong]).finally(stop)
}

function forget(key: string, promise: Promise<unknown>): void {
  if (refreshes.get(key) === promise) refreshes.delete(key)
}

/** Removes the oldest entries. A `Map` iterates in insertion order. */
function makeRoom(): void {
  for (const oldest of refreshes.keys()) {
    if (refreshes.size < MAX_REFRESHES) return
    refreshes.delete(oldest)
  }
}

/** Starts a timer that does not keep the process alive. @returns a function that stops the timer */
function startTimer(seconds: number, act: () => void): () => void {
  const timer = setTimeout(act, seconds * 1000)
  if (typeof timer === 'object') timer.unref()
  return () => clearTimeout(timer)
}
