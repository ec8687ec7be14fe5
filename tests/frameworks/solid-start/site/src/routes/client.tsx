import { action, createAsync } from '@solidjs/router'
import { createSession, update } from 'latchkey/solid'
import { signOut } from 'latchkey/solid-start/client'
import { latchkey } from '../auth.ts'
import { getSession } from '../session.tsx'

const rename = action(async () => {
  'use server'
  await latchkey().update({ user: { name: 'Grace' } })
}, 'rename-on-the-server')

/** Shows the session in the browser: with the initial data of the server, and without. */
export default function Client() {
  const initial = createAsync(() => getSession(), { deferStream: true })
  const withInitialData = createSession(initial)
  const withoutInitialData = createSession()
  return (
    <>
      <output id="with-initial-data">
        {`${withInitialData().status} ${withInitialData().data?.user?.name ?? 'no user'}`}
      </output>
      <output id="without-initial-data">
        {`${withoutInitialData().status} ${withoutInitialData().data?.user?.name ?? 'no user'}`}
      </output>
      <button type="button" onClick={() => update({ user: { name: 'Anna' } })}>
        Rename
      </button>
      <form action={rename} method="post">
        <button type="submit">Rename on the server</button>
      </form>
      <button type="button" onClick={() => signOut({ redirect: false })}>
        Sign out
      </button>
    </>
  )
}
