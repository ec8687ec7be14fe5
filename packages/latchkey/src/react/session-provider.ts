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
import { stateOf, UNKNOWN } from '../client/session-store.ts'
import type { SessionState } from '../client/types.ts'
import type { Session } from '../types/session.ts'
import { SessionContext } from './session-context.ts'
import type { SessionContextValue, SessionProviderProps } from './types.ts'

/**
 * Gives the session to all components inside it, and keeps it in step with the server and the other tabs. One of them in the layout is enough.
 *
 * @example
 * ```tsx
 * import { SessionProvider, type SessionProviderProps } from 'latchkey/react'
 *
 * // Of the root layout: `session` is what `auth()` gives there.
 * export function Providers({ session, children }: SessionProviderProps) {
 *   return <SessionProvider session={session}>{children}</SessionProvider>
 * }
 * ```
 */
export function SessionProvider(props: SessionProviderProps): ReactElement {
  const { children, session, basePath, baseUrl, refetchInterval, refetchOnWindowFocus, refetchWhenOffline } =
    props
  // Not in an effect: those of the components inside run earlier, and may sign in.
  pageClient.configure({
    ...(basePath !== undefined && { basePath }),
    ...(baseUrl !== undefined && { baseUrl }),
  })
  const state = useSessionState(session)
  useEffect(
    () => keepFresh(pageClient.session, { refetchInterval, refetchOnWindowFocus, refetchWhenOffline }),
    [refetchInterval, refetchOnWindowFocus, refetchWhenOffline],
  )
  const value = useMemo(() => contextOf(state), [state])
  return createElement(SessionContext.Provider, { value }, children)
}

/** What is known here; until then, and on a server, what was given. */
function useSessionState(session: Session | null | undefined): SessionState {
  const { subscribe, get } = pageClient.session
  const given = useMemo(() => (session === undefined ? UNKNOWN : stateOf(session)), [session])
  const taken = useRef<Session | null | undefined>(undefined)
  const state = useSyncExternalStore(
    subscribe,
    () => (get().data === undefined && session !== undefined ? given : get()),
    () => given,
  )
  useCommitEffect(() => {
    // Each one that the server sends is taken over once. What was learned later is not replaced by it when effects run again.
    if (session === undefined || session === taken.current) return
    taken.current = session
    pageClient.session.set(session)
  }, [session])
  return state
}

/** Before the first paint and before the store is listened to; on a server neither happens, and React says so. */
const useCommitEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect

function contextOf({ data, status, error }: SessionState): SessionContextValue {
  // While nothing is known `data` is `undefined`, which code for Auth.js compares with, although its types say `null` there.
  return { data, status, error, update: pageClient.update } as SessionContextValue
}
