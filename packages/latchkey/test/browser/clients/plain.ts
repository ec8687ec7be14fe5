import { createClient, keepFresh } from 'latchkey/client'
import { startPage } from './page.ts'

const client = createClient({ basePath: '/api/auth' })
const { session, getSession, signIn, signOut, update } = client

startPage(({ session: rendered, policy }, show) => {
  if (rendered !== undefined) session.set(rendered)
  const unsubscribe = session.subscribe(() => show(session.get()))
  const stop = keepFresh(session, policy)
  show(session.get())
  return {
    client,
    getSession,
    signIn,
    signOut,
    update,
    give: (given) => session.set(given),
    unmount() {
      unsubscribe()
      stop()
    },
  }
})
