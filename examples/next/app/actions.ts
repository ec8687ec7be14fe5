'use server'

import { CredentialsSignin } from 'latchkey/next'
import { signIn, signOut } from '@/auth'

export async function signInWithPlayground() {
  await signIn('playground', { redirectTo: '/' })
}

/** Gives the e-mail address back when it or the password is wrong; otherwise it redirects. */
export async function signInWithPassword(_previous: unknown, form: FormData): Promise<{ email: string }> {
  const email = String(form.get('email'))
  try {
    await signIn('credentials', { email, password: form.get('password'), redirectTo: '/' })
  } catch (error) {
    // Whatever else is thrown goes on: Next.js redirects by throwing, too.
    if (!(error instanceof CredentialsSignin)) throw error
  }
  return { email }
}

export async function signOutHere() {
  await signOut({ redirectTo: '/' })
}
