import { createAsync, query } from '@solidjs/router'
import { latchkey } from './auth.ts'

export const getSession = query(async () => {
  'use server'
  return latchkey().auth()
}, 'session')

/** Another query for the same, which is not remembered together with it. */
export const getSessionAgain = query(async () => {
  'use server'
  return latchkey().auth()
}, 'session-again')

/** The session as JSON, where a test finds it. */
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
