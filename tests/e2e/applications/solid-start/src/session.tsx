import { createAsync, revalidate } from '@solidjs/router'
import type { SessionState } from 'latchkey/solid'
import { createSession } from 'latchkey/solid'
import { type Accessor, createContext, createEffect, on, type ParentProps, useContext } from 'solid-js'
import { getSession } from './queries'

const SessionContext = createContext<Accessor<SessionState>>()

/**
 * Passes the session of the server to the components in the browser, and keeps it in sync with
 * other tabs.
 */
export function SessionProvider(props: ParentProps) {
  const session = createSession(createAsync(() => getSession(), { deferStream: true }))
  // After a change, in another tab or with `update`, the results of the queries are outdated.
  createEffect(
    on(
      () => session().data,
      () => void revalidate(),
      { defer: true },
    ),
  )
  return <SessionContext.Provider value={session}>{props.children}</SessionContext.Provider>
}

/** Returns the current session in the browser. */
export function useSession(): Accessor<SessionState> {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no SessionProvider around this component.')
  return session
}
