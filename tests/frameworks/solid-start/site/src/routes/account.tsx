import { createAsync, query, useLocation } from '@solidjs/router'
import { latchkey } from '../auth.ts'

const getAccount = query(async (path: string) => {
  'use server'
  const session = await latchkey().auth()
  if (!session?.user) throw await latchkey().signIn(undefined, { redirectTo: path })
  return session
}, 'account')

/** A page that is protected in its query. */
export default function Account() {
  const location = useLocation()
  const session = createAsync(() => getAccount(location.pathname + location.search), { deferStream: true })
  return <pre>{JSON.stringify(session())}</pre>
}
