import { AuthError, CredentialsSignin } from 'latchkey/next'
import { redirect } from 'next/navigation'
import { signIn, signOut, update } from '../../auth'
import { Session } from '../session'

export const instant = false

/** A server action each, which a browser without JavaScript posts, too. */
export default function Forms() {
  return (
    <>
      <Session />
      <form action={enter}>
        <button type="submit">Sign in</button>
      </form>
      <form action={leave}>
        <button type="submit">Sign out</button>
      </form>
      <form action={rename}>
        <button type="submit">Rename</button>
      </form>
    </>
  )
}

async function enter(form: FormData) {
  'use server'
  try {
    await signIn(String(form.get('provider') ?? '') || undefined, form)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    redirect(
      `/forms?${new URLSearchParams({ type: error.type, code: error instanceof CredentialsSignin ? error.code : '' })}`,
    )
  }
}

async function leave(form: FormData) {
  'use server'
  await signOut({ redirectTo: (form.get('redirectTo') as string | null) ?? undefined })
}

async function rename(form: FormData) {
  'use server'
  await update({ user: { name: String(form.get('name')) } })
}
