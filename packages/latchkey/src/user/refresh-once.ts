import { loadOnce } from '../async/awaitable.ts'
import { DEFAULT_TIMEOUTS } from '../config/timeouts.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { leaseSeconds, tooLate, waitSeconds } from '../security/refresh-lease.ts'
import type { Store } from '../types/store.ts'

/** The most refreshes that are kept, whether in progress or finished. */
const MAX_REFRESHES = 1000
/** Timers are not reliable for more than 24 days. */
const MAX_KEPT_SECONDS = 24 * 60 * 60
const refreshes = new Map<string, Promise<unknown>>()

/** Options of `refreshOnce`. */
export interface RefreshOptions {
  /**
   * How long requests that still have the old refresh token receive the same result, in seconds.
   * Default: 30.
   */
  readonly keepFor?: number
  /**
   * Identifies where the refresh token is valid, such as `acme ${userId}`. Set it if several
   * providers or applications share the `store` and the secret: two of them could issue the same
   * text. Default: the refresh token alone identifies its result.
   */
  readonly key?: string | undefined
  /**
   * The store of the configuration. With it, the refresh token is used once by all processes that
   * share the store. The result is stored encrypted; it must be JSON. Default: none, and each
   * process uses the refresh token itself.
   */
  readonly store?: Store | undefined
  /**
   * Encrypts the result in the `store`. With several, the first one encrypts, and each of them
   * decrypts. Default: `AUTH_SECRET_3`, `AUTH_SECRET_2`, `AUTH_SECRET_1` and `AUTH_SECRET`.
   */
  readonly secret?: string | readonly string[] | undefined
  /**
   * How long a refresh may take, in seconds, after which another request tries again: a process may
   * have died, and some runtimes cancel a refresh when its own request ends. `refresh` must end
   * earlier, so give its `fetch` a time limit. With a `store`, seven seconds for its calls are
   * added. Default: 10.
   */
  readonly timeout?: number
}

/**
 * Refreshes a provider's tokens once, even if several requests find at the same time that the
 * access token has expired. Providers that rotate refresh tokens accept each of them only once, and
 * a browser that sends ten requests at once sends the same token ten times. A failed refresh is not
 * kept. Pass the `store` if several processes handle these requests.
 *
 * @param refreshToken the refresh token to use
 * @param refresh requests new tokens from the provider
 * @throws the error of `refresh`, or in another process an `Error` with its message, in all waiting
 *   requests; an `Error` if another request did not finish in time, after which the next request
 *   tries again; `StoreError` if the store fails, and the refresh token is not used then;
 *   `MissingSecret` if there is a store and no secret
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
  options: RefreshOptions = {},
): Promise<T> {
  const { keepFor = 30, timeout = 10, store } = options
  const key = await sha256Hex(
    options.key === undefined ? refreshToken : JSON.stringify([options.key, refreshToken]),
  )
  if (store === undefined) return shareInProcess(key, refresh, { keepFor: () => keepFor, timeout })
  const lease = leaseSeconds(timeout, DEFAULT_TIMEOUTS.store)
  return shareInProcess(
    key,
    async () => (await storedRefresh()).refreshOverStore(key, refresh, { ...options, store, keepFor, lease }),
    { keepFor: () => keepFor, timeout: waitSeconds(lease) },
  )
}

/** Loaded only with a store. */
const storedRefresh = loadOnce(() => import('./stored-refresh.ts'))

/** How long a result is kept for requests that come later, and how long one waits for it. */
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
  // Only calls for the same result were kept under this key.
  const known = refreshes.get(key) as Promise<T> | undefined
  if (known !== undefined) return waitFor(key, known, timeout)
  const started = call()
  makeRoom()
  refreshes.set(key, started)
  const end = (): void => forget(key, started)
  started.then((value) => startTimer(Math.min(keepFor(value), MAX_KEPT_SECONDS), end), end)
  return started
}

/** Lets the next call run again, although the result of an earlier one is kept. */
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
