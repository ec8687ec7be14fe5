import { loadOnce } from '../async/awaitable.ts'
import { DEFAULT_TIMEOUTS } from '../config/timeouts.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { shareInProcess } from '../tokens/share-in-process.ts'
import { refreshLeaseSeconds, waitSeconds } from '../tokens/time-limits.ts'
import type { Store } from '../types/store.ts'

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
   * The configuration's store. With it, the refresh token is used once by all processes that share
   * the store. The result is stored encrypted; it must be JSON. Default: none, and each process
   * uses the refresh token itself.
   */
  readonly store?: Store | undefined
  /**
   * Encrypts the result in the `store`. If there are several, the first one encrypts, and all of
   * them decrypt. Default: `AUTH_SECRET_3`, `AUTH_SECRET_2`, `AUTH_SECRET_1` and `AUTH_SECRET`.
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
 * a browser that sends ten simultaneous requests sends the same token ten times. A failed refresh
 * is not kept. Pass the `store` if several processes handle these requests.
 *
 * @param refreshToken the refresh token to use
 * @param refresh requests new tokens from the provider
 * @throws the error of `refresh`, or in another process an `Error` with its message, in all waiting
 *   requests; an `Error` if another request did not finish in time, after which the next request
 *   tries again; `StoreError` if the store fails, in which case the refresh token is not used;
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
  const lease = refreshLeaseSeconds(timeout, DEFAULT_TIMEOUTS.store)
  return shareInProcess(
    key,
    async () => (await storedRefresh()).refreshOverStore(key, refresh, { ...options, store, keepFor, lease }),
    { keepFor: () => keepFor, timeout: waitSeconds(lease) },
  )
}

/** Loaded only with a store. */
const storedRefresh = loadOnce(() => import('./stored-refresh.ts'))
