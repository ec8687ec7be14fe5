import { AuthError, CredentialsSignin } from 'latchkey/next'
import { redirect } from 'next/navigation'
import { revokeSessions, signIn, signOut, update } from '../../auth'
import { Session } from '../session'

export const instant = false

/** Forms with a server action each, which also work in a browser without JavaScript. */
export default function Forms() {
  return (
    <>
      <Session />
      <form action={signInAction}>
        <button type="submit">Sign in</button>
      </form>
      <form action={signOutAction}>
        <button type="submit">Sign out</button>
      </form>
      <form action={renameAction}>
        <button type="submit">Rename</button>
      </form>
      <form action={endOthersAction}>
        <button type="submit">End others</button>
      </form>
    </>
  )
}

async function signInAction(form: FormData) {
  'use server'
  try {
    await signIn(String(form.get('provider') ?? '') || undefined, form)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const code = error instanceof CredentialsSignin ? error.code : ''
    redirect(`/forms?${new URLSearchParams({ type: error.type, code })}`)
  }
}

async function signOutAction(form: FormData) {
  'use server'
  await signOut({ redirectTo: (form.get('redirectTo') as string | null) ?? undefined })
}

async function renameAction(form: FormData) {
  'use server'
  await update({ user: { name: String(form.get('name')) } })
}

async function endOthersAction(form: FormData) {
  'use server'
  await revokeSessions(String(form.get('userId')), { except: 'current' })
}
