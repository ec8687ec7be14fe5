import { createClient, keepFresh } from 'latchkey/client'
import { startPage } from './page.ts'

const { session, getSession, signIn, signOut, update } = createClient({ basePath: '/api/auth' })

startPage(({ session: rendered, policy }, show) => {
  if (rendered !== undefined) session.set(rendered)
  const unsubscribe = session.subscribe(() => show(session.get()))
  const stop = keepFresh(session, policy)
  show(session.get())
  return {
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
