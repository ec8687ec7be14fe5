'use client'
import {
  createElement,
  type ReactElement,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { keepFresh } from '../client/keep-fresh.ts'
import { pageClient } from '../client/page-client.ts'
import { toState, UNKNOWN } from '../client/session-store.ts'
import type { SessionState } from '../client/types.ts'
import type { Session } from '../types/session.ts'
import { SessionContext } from './session-context.ts'
import type { SessionContextValue, SessionProviderProps } from './types.ts'

/**
 * Provides the session to all components inside it, and synchronizes it with the server and the
 * other tabs. Use it once, in the root layout.
 *
 * @example
 * ```tsx
 * import { SessionProvider, type SessionProviderProps } from 'latchkey/react'
 *
 * // For the root layout: `session` is the result of `auth()` there.
 * export function Providers({ session, children }: SessionProviderProps) {
 *   return <SessionProvider session={session}>{children}</SessionProvider>
 * }
 * ```
 */
export function SessionProvider(props: SessionProviderProps): ReactElement {
  const { children, session, basePath, baseUrl, refetchInterval, refetchOnWindowFocus, refetchWhenOffline } =
    props
  // Not in an effect: effects of child components run earlier and may call `signIn`.
  pageClient.configure({
    ...(basePath !== undefined && { basePath }),
    ...(baseUrl !== undefined && { baseUrl }),
  })
  const state = useSessionState(session)
  useEffect(
    () => keepFresh(pageClient.session, { refetchInterval, refetchOnWindowFocus, refetchWhenOffline }),
    [refetchInterval, refetchOnWindowFocus, refetchWhenOffline],
  )
  const value = useMemo(() => toContextValue(state), [state])
  return createElement(SessionContext.Provider, { value }, children)
}

/** Returns the page's session; until it is known, and on a server, the one from the server. */
function useSessionState(session: Session | null | undefined): SessionState {
  const { subscribe, get } = pageClient.session
  // Parents often pass the same session in a new object.
  const content = JSON.stringify(session)
  const serverState = useMemo(() => (session === undefined ? UNKNOWN : toState(session)), [content])
  const applied = useRef<string | undefined>(undefined)
  const state = useSyncExternalStore(
    subscribe,
    () => (get().data === undefined && session !== undefined ? serverState : get()),
    () => serverState,
  )
  useCommitEffect(() => {
    // Applies each session from the server once, so that a repeated effect does not replace a newer
    // one.
    if (session === undefined || content === applied.current) return
    applied.current = content
    pageClient.session.set(session)
  }, [content])
  return state
}

/**
 * Runs before the first paint and before the subscription to the store. On a server, React warns
 * about layout effects.
 */
const useCommitEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

function toContextValue({ data, status, error }: SessionState): SessionContextValue {
  // Until the session is known, `data` is `undefined`, although the type says `null`: existing code
  // for Auth.js compares with `undefined`.
  return { data, status, error, update: pageClient.update } as SessionContextValue
}
