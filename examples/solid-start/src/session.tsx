import { createAsync, revalidate } from '@solidjs/router'
import type { SessionState } from 'latchkey/solid'
import { createSession } from 'latchkey/solid'
import { type Accessor, createContext, createEffect, on, type ParentProps, useContext } from 'solid-js'
import { getSession } from './queries'

const SessionContext = createContext<Accessor<SessionState>>()

/** Hands the session of the server to the components in the browser, where it stays in step with the other tabs. */
export function SessionProvider(props: ParentProps) {
  const session = createSession(createAsync(() => getSession(), { deferStream: true }))
  // What another tab did, and what `update` changed: the queries were read for somebody else.
  createEffect(
    on(
      () => session().data,
      () => void revalidate(),
      { defer: true },
    ),
  )
  return <SessionContext.Provider value={session}>{props.children}</SessionContext.Provider>
}

/** The session, as this page knows it. */
export function useSession(): Accessor<SessionState> {
  const session = useContext(SessionContext)
  if (!session) throw new Error('There is no SessionProvider around this component.')
  return session
}
