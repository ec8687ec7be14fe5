import { sha256Hex } from './crypto/digest.ts'

/** The most refreshes that are kept, whether in progress or finished. */
const MAX_REFRESHES = 1000
/**
 * How long a request waits for the refresh of another request. On some runtimes a refresh is
 * cancelled when its own request ends, and its promise is never settled.
 */
const TIMEOUT_SECONDS = 10

const refreshes = new Map<string, Promise<unknown>>()

/** Options of `refreshOnce`. */
export interface RefreshOptions {
  /**
   * How long requests that still have the old refresh token receive the same result, in seconds.
   * Default: 30.
   */
  readonly keepFor?: number
}

/**
 * Refreshes a provider's tokens once, even if several requests of this process find at the same
 * time that the access token has expired. Providers that rotate refresh tokens accept each of them
 * only once, and a browser that sends ten requests at once sends the same token ten times. A failed
 * refresh is not kept.
 *
 * @param refreshToken the refresh token to use
 * @param refresh requests new tokens from the provider
 * @throws the error of `refresh`, in all waiting requests; an `Error` after waiting ten seconds
 *   for another request, after which the next request tries again
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2
 * @example
 * ```ts
 * import type { JWT } from 'latchkey/jwt'
 * import { refreshOnce } from 'latchkey/refresh'
 *
 * interface Tokens {
 *   access_token: string
 *   refresh_token: string
 *   expires_at: number
 * }
 * declare function requestTokens(refreshToken: string): Promise<Tokens>
 *
 * export async function jwt({ token }: { token: JWT }): Promise<JWT> {
 *   const { expires_at: expiresAt, refresh_token: refreshToken } = token
 *   if (typeof refreshToken !== 'string' || Date.now() / 1000 < Number(expiresAt)) return token
 *   return { ...token, ...(await refreshOnce(refreshToken, () => requestTokens(refreshToken))) }
 * }
 * ```
 */
export async function refreshOnce<T>(
  refreshToken: string,
  refresh: () => Promise<T>,
  { keepFor = 30 }: RefreshOptions = {},
): Promise<T> {
  const key = await sha256Hex(refreshToken)
  // Only `refresh` of the same token was kept under this key.
  const known = refreshes.get(key) as Promise<T> | undefined
  if (known !== undefined) return waitFor(key, known)
  const started = refresh()
  makeRoom()
  refreshes.set(key, started)
  const end = (): void => forget(key, started)
  started.then(() => startTimer(keepFor, end), end)
  return started
}

async function waitFor<T>(key: string, known: Promise<T>): Promise<T> {
  let stop = (): void => {}
  const tooLong = new Promise<never>((_, reject) => {
    stop = startTimer(TIMEOUT_SECONDS, () => {
      forget(key, known)
      reject(new Error('Another request is refreshing the same token and did not finish in time. Try again.'))
    })
  })
  return Promise.race([known, tooLong]).finally(stop)
}

function forget(key: string, promise: Promise<unknown>): void {
  if (refreshes.get(key) === promise) refreshes.delete(key)
}

/** Removes the oldest entries. A `Map` iterates in the order of insertion. */
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
