import { action, redirect } from '@solidjs/router'
import { AuthError, CredentialsSignin } from 'latchkey/solid-start'
import { signIn, signOut, update } from './auth'

export const signInWithPlayground = action(async () => {
  'use server'
  await signIn('playground', { redirectTo: '/' }).catch(sayWhy)
}, 'sign-in-with-playground')

export const sendLink = action(async (form: URLSearchParams) => {
  'use server'
  await signIn('nodemailer', { email: form.get('email'), redirectTo: '/' }).catch(sayWhy)
}, 'send-link')

export const signInWithPassword = action(async (form: URLSearchParams) => {
  'use server'
  try {
    await signIn('credentials', { email: form.get('email'), password: form.get('password'), redirectTo: '/' })
  } catch (error) {
    // Not a value: without JavaScript SolidStart would send it in a cookie, together with the password that was typed.
    if (error instanceof CredentialsSignin) throw redirect('/?wrong-password')
    await sayWhy(error)
  }
}, 'sign-in-with-password')

export const signOutHere = action(async () => {
  'use server'
  await signOut({ redirectTo: '/' })
}, 'sign-out')

/** Who is new has a name from here on; `update` hands it to the `session` callback, which checks it. */
export const nameMyself = action(async (form: URLSearchParams) => {
  'use server'
  await update({ user: { name: String(form.get('name')) } })
  throw redirect(pathOf(form.get('callbackUrl')))
}, 'name-myself')

/** Where the form says to go on, within the application: anybody can write a link to the page with another address in it. */
function pathOf(callbackUrl: string | null) {
  const { pathname, search } = URL.parse(String(callbackUrl)) ?? { pathname: '/', search: '' }
  // Two slashes would begin another host.
  return `/${pathname.replace(/^\/+/, '')}${search}`
}

/** The sign-in page of the library has words for what went wrong. Whatever else is thrown goes on: it leads to where to sign in. */
async function sayWhy(error: unknown): Promise<never> {
  if (!(error instanceof AuthError)) throw error
  // With its whole address: it is no page of the router.
  const page = new URL(await signIn(undefined, { redirect: false, redirectTo: '/' }))
  page.searchParams.set('error', error.type)
  throw redirect(page.href)
}
