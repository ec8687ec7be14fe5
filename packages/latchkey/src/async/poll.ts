/** How long `poll` waits in total, in milliseconds. */
const TIMEOUT_MS = 2000
const FIRST_PAUSE_MS = 20
const MAX_PAUSE_MS = 320

/**
 * Calls a function until it returns another value than `undefined`, for up to two seconds. The
 * pauses grow.
 *
 * @returns that value, or `undefined` after two seconds
 */
export async function poll<T>(attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = performance.now() + TIMEOUT_MS
  // Also counted: a test may shorten the pauses.
  let waited = 0
  for (let pause = FIRST_PAUSE_MS; waited < TIMEOUT_MS; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const value = await attempt()
    const left = deadline - performance.now()
    if (value !== undefined || left <= 0) return value
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, left)))
    waited += pause
  }
  return attempt()
}
