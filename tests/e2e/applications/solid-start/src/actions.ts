import { action, redirect } from '@solidjs/router'
import { AuthError, CredentialsSignin } from 'latchkey/solid-start'
import { currentUser, protect, signIn, signOut, update } from './auth'
import { store } from './database'
import { refreshToken } from './playground-api'

export const signInWithPlayground = action(async () => {
  'use server'
  await signIn('playground', { redirectTo: '/' }).catch(redirectOnError)
}, 'sign-in-with-playground')

/** Signs in at the provider for its API, and returns to the page that calls it. */
export const allowApi = action(async () => {
  'use server'
  await signIn('playground', { redirectTo: '/provider-api' }).catch(redirectOnError)
}, 'allow-api')

export const refreshTokenAction = action(async () => {
  'use server'
  const user = await currentUser()
  if (user) await refreshToken(user)
  throw redirect('/provider-api')
}, 'refresh-token')

export const sendLink = action(async (form: URLSearchParams) => {
  'use server'
  await signIn('nodemailer', { email: form.get('email'), redirectTo: '/' }).catch(redirectOnError)
}, 'send-link')

export const signInWithPassword = action(async (form: URLSearchParams) => {
  'use server'
  try {
    await signIn('password', { email: form.get('email'), password: form.get('password'), redirectTo: '/' })
  } catch (error) {
    // Not a return value: without JavaScript, SolidStart would send it in a cookie, together with
    // the password.
    if (error instanceof CredentialsSignin) throw redirect('/?wrong-password')
    await redirectOnError(error)
  }
}, 'sign-in-with-password')

export const signOutAction = action(async () => {
  'use server'
  await signOut({ redirectTo: '/' })
}, 'sign-out')

/**
 * Runs only if the user signed in within the last 10 minutes. Otherwise the user confirms, and sends
 * the form again.
 */
export const invite = action(async (form: URLSearchParams) => {
  'use server'
  const session = await protect({ within: 600, form })
  const count = await store.add(`invitations:${session.user?.email}`, 1, 3600)
  throw redirect(`/invite?${new URLSearchParams({ sent: String(form.get('friend')), count: String(count) })}`)
}, 'invite')

/** Saves the name of a new user. `update` passes it to the `session` callback, which checks it. */
export const saveName = action(async (form: URLSearchParams) => {
  'use server'
  await update({ user: { name: String(form.get('name')) } })
  throw redirect(pathOf(form.get('callbackUrl')))
}, 'save-name')

/**
 * Returns the path at which to continue, within the application. Anyone can create a link to the
 * page with a different `callbackUrl`.
 */
function pathOf(callbackUrl: string | null) {
  const { pathname, search } = URL.parse(String(callbackUrl)) ?? { pathname: '/', search: '' }
  // A path with two slashes at the start would lead to another host.
  return `/${pathname.replace(/^\/+/, '')}${search}`
}

/**
 * Redirects to the sign-in page, which shows the error. Rethrows all other errors, because `signIn`
 * also redirects by throwing.
 */
async function redirectOnError(error: unknown): Promise<never> {
  if (!(error instanceof AuthError)) throw error
  // A complete address, because the page is not part of the router.
  const page = new URL(await signIn(undefined, { redirect: false, redirectTo: '/' }))
  page.searchParams.set('error', error.type)
  throw redirect(page.href)
}
