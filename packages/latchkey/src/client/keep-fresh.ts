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
 * Reads a session again when it may have changed: at intervals, when the page becomes visible, and
 * after an error when the browser is online again. While the user is signed out, nothing is read,
 * because a new session starts in this tab or is reported by another one.
 *
 * @returns a function that stops it
 */
export function keepFresh(session: SessionStore, policy: RefetchPolicy = {}): () => void {
  const { refetchInterval = 0, refetchOnWindowFocus = true, refetchWhenOffline } = policy
  const stopped = new AbortController()
  const { signal } = stopped
  const refresh = (): void => {
    if (session.get().data !== null) session.refresh()
  }
  const poll = (): void => {
    if (refetchWhenOffline !== false || navigator.onLine !== false) refresh()
  }
  const refreshIfVisible = (): void => {
    if (document.visibilityState === 'visible') refresh()
  }
  const retry = (): void => {
    if (session.get().error) session.refresh()
  }
  if (refetchOnWindowFocus) document.addEventListener('visibilitychange', refreshIfVisible, { signal })
  window.addEventListener('online', retry, { signal })
  const timer =
    refetchInterval > 0 ? setInterval(poll, Math.min(refetchInterval * 1000, MAX_TIMEOUT_MS)) : undefined
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}
