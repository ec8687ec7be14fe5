import { action, type RouteDefinition, redirect } from '@solidjs/router'
import { AuthError, CredentialsSignin } from 'latchkey/solid-start'
import { latchkey } from '../auth.ts'
import { getSession, Session } from '../session.tsx'

const signIn = action(async (form: FormData | URLSearchParams) => {
  'use server'
  try {
    await latchkey().signIn(String(form.get('provider') ?? '') || undefined, form)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const code = error instanceof CredentialsSignin ? error.code : ''
    throw redirect(`/forms?${new URLSearchParams({ type: error.type, code })}`)
  }
}, 'sign-in')

const signOut = action(async (form: FormData | URLSearchParams) => {
  'use server'
  await latchkey().signOut({ redirectTo: (form.get('redirectTo') as string | null) ?? undefined })
}, 'sign-out')

/** Takes no argument, so that a link could also call it. */
const signOutAtOnce = action(async () => {
  'use server'
  await latchkey().signOut()
}, 'sign-out-at-once')

const rename = action(async (form: FormData | URLSearchParams) => {
  'use server'
  const session = await latchkey().update({ user: { name: String(form.get('name')) } })
  return session?.user?.name
}, 'rename')

const endOthers = action(async (form: FormData | URLSearchParams) => {
  'use server'
  await latchkey().revokeSessions(String(form.get('userId')), { except: 'current' })
}, 'end-others')

/** Preloads the data that a single-flight mutation returns. */
export const route: RouteDefinition = { preload: () => getSession() }

/** Forms with an action each, which also work in a browser without JavaScript. */
export default function Forms() {
  return (
    <>
      <Session />
      <form action={signIn} method="post">
        <button type="submit">Sign in</button>
      </form>
      <form action={signIn} method="post" enctype="multipart/form-data">
        <button type="submit">Sign in with files</button>
      </form>
      <form action={signOut} method="post">
        <button type="submit">Sign out</button>
      </form>
      <form action={signOutAtOnce} method="post">
        <button type="submit">Sign out at once</button>
      </form>
      <form action={rename} method="post">
        <button type="submit">Rename</button>
      </form>
      <form action={endOthers} method="post">
        <button type="submit">End others</button>
      </form>
    </>
  )
}
