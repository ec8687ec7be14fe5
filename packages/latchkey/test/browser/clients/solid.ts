import { createSession, getSession, update } from 'latchkey/solid'
import { client, signIn, signOut } from 'latchkey/solid-start/client'
import { createEffect, createSignal } from 'solid-js'
import { render } from 'solid-js/web'
import { startPage } from './page.ts'

startPage(({ components = 1, policy, session, isPending, hasSession }, show, root) => {
  const [reported, give] = createSignal(session, { equals: false })
  const disposals: (() => void)[] = []
  const addComponent = (): void => {
    const dispose = render(() => {
      const state = createSession(hasSession || isPending ? reported : undefined, policy)
      createEffect(() => show(state()))
      return null
    }, root)
    disposals.push(dispose)
  }
  addComponent()
  // At different times, as in an application. Timers that start at once share their requests.
  for (let index = 1; index < components; index++) setTimeout(addComponent, index * 500)
  return {
    client,
    getSession,
    signIn,
    signOut,
    update,
    give: (session) => void give(session),
    unmount() {
      for (const dispose of disposals) dispose()
    },
  }
})
