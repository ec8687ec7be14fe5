import { action, createAsync } from '@solidjs/router'
import { createSession, update } from 'latchkey/solid'
import { signOut } from 'latchkey/solid-start/client'
import { latchkey } from '../auth.ts'
import { getSession } from '../session.tsx'

const rename = action(async () => {
  'use server'
  await latchkey().update({ user: { name: 'Grace' } })
}, 'rename-on-the-server')

/** The session in the browser: as the server tells it, and as the page asks for it. */
export default function Client() {
  const told = createAsync(() => getSession(), { deferStream: true })
  const given = createSession(told)
  const asked = createSession()
  return (
    <>
      <output id="given">{`${given().status} ${given().data?.user?.name ?? 'nobody'}`}</output>
      <output id="asked">{`${asked().status} ${asked().data?.user?.name ?? 'nobody'}`}</output>
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
