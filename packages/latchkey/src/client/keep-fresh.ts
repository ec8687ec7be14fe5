import type { SessionStore } from './types.ts'

/** When a session may be old. */
export interface RefetchPolicy {
  /** Seconds between two reads while somebody is signed in. Default: 0, never. */
  refetchInterval?: number
  /** Read again when the page is seen again. Default: `true`. */
  refetchOnWindowFocus?: boolean
  /** `false`: no reads at intervals while the browser is offline. */
  refetchWhenOffline?: false
}

/** The longest time that browsers wait: 24.8 days, in milliseconds. A longer one would be none at all. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

/**
 * Reads a session again when it may be old. Nobody's session is not read: it begins in this tab, or another one tells of it.
 *
 * @returns how to stop
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
  const look = (): void => {
    if (document.visibilityState === 'visible') refresh()
  }
  const recover = (): void => {
    if (session.get().error) session.refresh()
  }
  if (refetchOnWindowFocus) document.addEventListener('visibilitychange', look, { signal })
  window.addEventListener('online', recover, { signal })
  const timer =
    refetchInterval > 0 ? setInterval(poll, Math.min(refetchInterval * 1000, MAX_TIMEOUT_MS)) : undefined
  return () => {
    clearInterval(timer)
    stopped.abort()
  }
}
