'use server'

import { AuthError, CredentialsSignin } from 'latchkey/next'
import { redirect } from 'next/navigation'
import { signIn, signOut, update } from '@/auth'

export async function signInWithPlayground() {
  await signIn('playground', { redirectTo: '/' }).catch(sayWhy)
}

export async function sendLink(form: FormData) {
  await signIn('nodemailer', { email: form.get('email'), redirectTo: '/' }).catch(sayWhy)
}

/** Gives the e-mail address back when it or the password is wrong; otherwise it redirects. */
export async function signInWithPassword(_previous: unknown, form: FormData): Promise<{ email: string }> {
  const email = String(form.get('email'))
  try {
    await signIn('credentials', { email, password: form.get('password'), redirectTo: '/' })
  } catch (error) {
    if (!(error instanceof CredentialsSignin)) sayWhy(error)
  }
  return { email }
}

export async function signOutHere() {
  await signOut({ redirectTo: '/' })
}

/** Who is new has a name from here on; `update` hands it to the `session` callback, which checks it. */
export async function nameMyself(form: FormData) {
  await update({ user: { name: String(form.get('name')) } })
  redirect(pathOf(form.get('callbackUrl')))
}

/** Where the form says to go on, within the application: anybody can write a link to the page with another address in it. */
function pathOf(callbackUrl: FormDataEntryValue | null) {
  const { pathname, search } = URL.parse(String(callbackUrl)) ?? { pathname: '/', search: '' }
  // Two slashes would begin another host.
  return pathname.replace(/^\/+/, '/') + search
}

/** The sign-in page of the library has words for what went wrong. Whatever else is thrown goes on: Next.js redirects by throwing, too. */
function sayWhy(error: unknown): never {
  if (error instanceof AuthError) redirect(`/api/auth/signin?error=${error.type}`)
  throw error
}
