import { sha256Hex } from './crypto/digest.ts'

/** More refreshes than one process has under way, or just done. */
const MAX_REFRESHES = 1000
/** Seconds that one request waits for another's refresh: on some run times it ends with its own request, and is never told of. */
const TIMEOUT_SECONDS = 10

const refreshes = new Map<string, Promise<unknown>>()

/** How long the outcome of a refresh is good for others. */
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
 * @throws what `refresh` throws, to all who wait; after ten seconds of waiting for another request an `Error`, and the next one tries again
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
      reject(new Error('Another request refreshes the same token, and has not come to an end.'))
    })
  })
  return Promise.race([known, tooLong]).finally(stop)
}

function forget(key: string, promise: Promise<unknown>): void {
  if (refreshes.get(key) === promise) refreshes.delete(key)
}

/** The oldest stand first. */
function makeRoom(): void {
  for (const oldest of refreshes.keys()) {
    if (refreshes.size < MAX_REFRESHES) return
    refreshes.delete(oldest)
  }
}

/** A timer that waits keeps no process from ending. @returns stops it */
function startTimer(seconds: number, act: () => void): () => void {
  const timer = setTimeout(act, seconds * 1000)
  if (typeof timer === 'object') timer.unref()
  return () => clearTimeout(timer)
}
