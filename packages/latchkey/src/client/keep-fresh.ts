import type { SessionStore } from './types.ts'

/** When to read the session again. */
export interface RefetchPolicy {
  /** Seconds between two reads while the user is signed in. Default: 0, never. */
  refetchInterval?: number
  /** Reads the session again when the page becomes visible. Default: `true`. */
  refetchOnWindowFocus?: boolean
  /** `false`: does not read at intervals while the browser is offline. */
  refetchWhenOffline?: false
}

/** The longest timeout of browsers: 24.8 days. A longer one would fire immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/**
 * While the user is signed out, a page that becomes visible often is read again after this time.
 */
const SIGNED_OUT_PAUSE_MS = 5_000

/**
 * Reads a session again when it may have changed: at intervals while the user is signed in, when
 * the page becomes visible or comes from the back/forward cache, and after an error when the
 * browser is online again.
 *
 * @returns a function that stops it
 * @example
 * ```ts
 * import { createClient, keepFresh } from 'latchkey/client'
 *
 * const stopRefetching = keepFresh(createClient().session, { refetchInterval: 300 })
 * ```
 */
export function keepFresh(session: SessionStore, policy: RefetchPolicy = {}): () => void {
  const { refetchInterval = 0, refetchOnWindowFocus = true, refetchWhenOffline } = policy
  const stopped = new AbortController()
  const { signal } = stopped
  let lastSeen = 0
  const isSignedOut = (): boolean => session.get().data === null
  const poll = (): void => {
    const isOnline = refetchWhenOffline !== false || navigator.onLine !== false
    if (isOnline && !isSignedOut()) session.refresh()
  }
  const refreshIfVisible = (): void => {
    const now = Date.now()
    if (document.visibilityState !== 'visible') return
    if (isSignedOut() && now - lastSeen < SIGNED_OUT_PAUSE_MS) return
    lastSeen = now
    session.refresh()
  }
  const refreshIfRestored = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) session.refresh()
  }
  const retry = (): void => {
    if (session.get().error) session.refresh()
  }
  if (refetchOnWindowFocus) document.addEventListener('visibilitychange', refreshIfVisible, { signal })
  window.addEventListener('pageshow', refreshIfRestored, { signal })
  window.addEventListener('online', retry, { signal })
  const timer =
    refetchInterval > 0 ? setInterval(poll, Math.min(refetchInterval * 1000, MAX_TIMEOUT_MS)) : undefined
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}
