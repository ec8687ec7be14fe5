import type { Session } from 'latchkey'
import type { SessionState } from 'latchkey/client'
import { client, getSession, SessionProvider, signIn, signOut, useSession } from 'latchkey/react'
import { createElement, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type Application, startPage } from './page.ts'

startPage(({ components = 1, policy, session }, show, element) => {
  let update: Application['update'] = () => Promise.resolve(null)

  function Account(): ReactElement {
    const state = useSession()
    update = state.update
    show(state as SessionState)
    return createElement('p')
  }

  const root = createRoot(element)
  const accounts = Array.from({ length: components }, (_, key) => createElement(Account, { key }))
  const render = (session: Session | null | undefined): void =>
    flushSync(() => root.render(createElement(SessionProvider, { ...policy, session }, accounts)))
  render(session)
  return {
    client,
    getSession,
    signIn,
    signOut,
    update: (data) => update(data),
    give: render,
    unmount: () => root.unmount(),
  }
})
