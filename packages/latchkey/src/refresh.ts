import { sha256Hex } from './security/digest.ts'

/** More refreshes than one process has under way, or just done. */
const MOST_AT_ONCE = 1000

const underWay = new Map<string, Promise<unknown>>()

export interface RefreshOptions {
  /** Seconds for which requests that still carry the old refresh token get the same answer. Default: 30. */
  readonly keepFor?: number
}

/**
 * Renews a provider's tokens once, however many requests of this process notice at the same time that they are over. Providers that rotate refresh
 * tokens take each of them once; a browser that sends ten requests at once sends the same one ten times. A failure is not kept.
 *
 * @param refreshToken the one that is used up
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.14.2 rotation of refresh tokens
 * @throws what `refresh` throws, to all who wait
 * @example
 * ```ts
 * import type { JWT } from 'latchkey/jwt'
 * import { refreshOnce } from 'latchkey/refresh'
 *
 * declare function askProvider(refreshToken: string): Promise<{ access_token: string; refresh_token: string; expires_at: number }>
 *
 * export async function jwt({ token }: { token: JWT }): Promise<JWT> {
 *   const { expires_at: expiresAt, refresh_token: refreshToken } = token
 *   if (typeof refreshToken !== 'string' || Date.now() / 1000 < Number(expiresAt)) return token
 *   return { ...token, ...(await refreshOnce(refreshToken, () => askProvider(refreshToken))) }
 * }
 * ```
 */
export async function refreshOnce<T>(refreshToken: string, refresh: () => Promise<T>, { keepFor = 30 }: RefreshOptions = {}): Promise<T> {
  const key = await sha256Hex(refreshToken)
  // Only `refresh` of the same token was kept under this key.
  const known = underWay.get(key) as Promise<T> | undefined
  if (known !== undefined) return known
  const started = refresh()
  makeRoom()
  underWay.set(key, started)
  const forget = (): boolean => underWay.delete(key)
  started.then(() => forgetLater(forget, keepFor), forget)
  return started
}

/** The oldest stand first. */
function makeRoom(): void {
  for (const oldest of underWay.keys()) {
    if (underWay.size < MOST_AT_ONCE) return
    underWay.delete(oldest)
  }
}

/** A timer that waits keeps no process from ending. */
function forgetLater(forget: () => void, seconds: number): void {
  const timer: unknown = setTimeout(forget, seconds * 1000)
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref()
}
