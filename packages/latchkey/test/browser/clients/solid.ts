import { createSession, getSession, update } from 'latchkey/solid'
import { signIn, signOut } from 'latchkey/solid-start/client'
import { createEffect, createSignal } from 'solid-js'
import { render } from 'solid-js/web'
import { startPage } from './page.ts'

startPage(({ components = 1, policy, session, isPending, hasSession }, show, root) => {
  const [reported, give] = createSignal(session, { equals: false })
  const dispose = Array.from({ length: components }, () =>
    render(() => {
      const state = createSession(hasSession || isPending ? reported : undefined, policy)
      createEffect(() => show(state()))
      return null
    }, root),
  )
  return {
    getSession,
    signIn,
    signOut,
    update,
    give: (session) => void give(session),
    unmount() {
      for (const stop of dispose) stop()
    },
  }
})
