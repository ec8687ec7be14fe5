import { createAsync, query } from '@solidjs/router'
import { latchkey } from './auth.ts'

export const getSession = query(async () => {
  'use server'
  return latchkey().auth()
}, 'session')

/** A second query for the session, which has its own cache entry. */
export const getSessionAgain = query(async () => {
  'use server'
  return latchkey().auth()
}, 'session-again')

/** Shows the session as JSON for the tests. */
export function Session() {
  const session = createAsync(() => getSession(), { deferStream: true })
  const again = createAsync(() => getSessionAgain(), { deferStream: true })
  return (
    <>
      <pre>{JSON.stringify(session())}</pre>
      <pre>{JSON.stringify(again())}</pre>
    </>
  )
}
