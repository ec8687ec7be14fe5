'use server'

import { AuthError, CredentialsSignin } from 'latchkey/next'
import { redirect } from 'next/navigation'
import { currentUser, protect, signIn, signOut, update } from '@/auth'
import { store } from '@/database'
import { refreshToken } from '@/playground-api'

export async function signInWithPlayground() {
  await signIn('playground', { redirectTo: '/' }).catch(redirectOnError)
}

/** Signs in at the provider for its API, and returns to the page that calls it. */
export async function allowApi() {
  await signIn('playground', { redirectTo: '/provider-api' }).catch(redirectOnError)
}

export async function refreshTokenAction() {
  const user = await currentUser()
  if (user) await refreshToken(user)
  redirect('/provider-api')
}

export async function sendLink(form: FormData) {
  await signIn('nodemailer', { email: form.get('email'), redirectTo: '/' }).catch(redirectOnError)
}

/** Returns the e-mail address when it or the password is wrong. Otherwise it redirects. */
export async function signInWithPassword(_previous: unknown, form: FormData): Promise<{ email: string }> {
  const email = String(form.get('email'))
  try {
    await signIn('password', { email, password: form.get('password'), redirectTo: '/' })
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) redirectOnError(error)
  }
  return { email }
}

export async function signOutAction() {
  await signOut({ redirectTo: '/' })
}

/**
 * Runs only if the user signed in within the last 10 minutes. Otherwise the user confirms, and sends
 * the form again.
 */
export async function invite(form: FormData) {
  const session = await protect({ within: 600, form, action: invite })
  const count = await store.add(`invitations:${session.user?.email}`, 1, 3600)
  redirect(`/invite?${new URLSearchParams({ sent: String(form.get('friend')), count: String(count) })}`)
}

/** Saves the name of a new user. `update` passes it to the `session` callback, which checks it. */
export async function saveName(form: FormData) {
  await update({ user: { name: String(form.get('name')) } })
  redirect(pathOf(form.get('callbackUrl')))
}

/**
 * Returns the path at which to continue, within the application. Anyone can create a link to the
 * page with a different `callbackUrl`.
 */
function pathOf(callbackUrl: FormDataEntryValue | null) {
  const { pathname, search } = URL.parse(String(callbackUrl)) ?? { pathname: '/', search: '' }
  // A path with two slashes at the start would lead to another host.
  return pathname.replace(/^\/+/, '/') + search
}

/**
 * Redirects to the sign-in page, which shows the error. Rethrows all other errors, because Next.js
 * also redirects by throwing.
 */
function redirectOnError(error: unknown): never {
  if (error instanceof AuthError) redirect(`/api/auth/signin?error=${error.type}`)
  throw error
}
