import { action, type RouteDefinition, redirect } from '@solidjs/router'
import { AuthError, CredentialsSignin } from 'latchkey/solid-start'
import { latchkey } from '../auth.ts'
import { getSession, Session } from '../session.tsx'

const enter = action(async (form: FormData | URLSearchParams) => {
  'use server'
  try {
    await latchkey().signIn(String(form.get('provider') ?? '') || undefined, form)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    throw redirect(
      `/forms?${new URLSearchParams({ type: error.type, code: error instanceof CredentialsSignin ? error.code : '' })}`,
    )
  }
}, 'enter')

const leave = action(async (form: FormData | URLSearchParams) => {
  'use server'
  await latchkey().signOut({ redirectTo: (form.get('redirectTo') as string | null) ?? undefined })
}, 'leave')

/** Takes no argument, so that a link could call it, too. */
const leaveAtOnce = action(async () => {
  'use server'
  await latchkey().signOut()
}, 'leave-at-once')

const rename = action(async (form: FormData | URLSearchParams) => {
  'use server'
  const session = await latchkey().update({ user: { name: String(form.get('name')) } })
  return session?.user?.name
}, 'rename')

/** What a single-flight run reads. */
export const route: RouteDefinition = { preload: () => getSession() }

/** An action each, which a browser without JavaScript posts, too. */
export default function Forms() {
  return (
    <>
      <Session />
      <form action={enter} method="post">
        <button type="submit">Sign in</button>
      </form>
      <form action={enter} method="post" enctype="multipart/form-data">
        <button type="submit">Sign in with files</button>
      </form>
      <form action={leave} method="post">
        <button type="submit">Sign out</button>
      </form>
      <form action={leaveAtOnce} method="post">
        <button type="submit">Sign out at once</button>
      </form>
      <form action={rename} method="post">
        <button type="submit">Rename</button>
      </form>
    </>
  )
}
