import { AuthError } from 'latchkey/next'
import { redirect } from 'next/navigation'
import { signIn, signOut, update } from '../../auth'

/** Forms with a server action each. */
export default function Forms() {
  return (
    <main>
      <form action={signInWithPassword}>
        <button type="submit">Sign in</button>
      </form>
      <form action={signOutHere}>
        <button type="submit">Sign out</button>
      </form>
      <form action={rename}>
        <button type="submit">Rename</button>
      </form>
    </main>
  )
}

async function signInWithPassword(form: FormData): Promise<void> {
  'use server'
  try {
    await signIn('credentials', form)
  } catch (error) {
    if (error instanceof AuthError) redirect(`/forms?error=${error.type}`)
    throw error
  }
}

async function signOutHere(): Promise<void> {
  'use server'
  await signOut({ redirectTo: '/' })
}

async function rename(): Promise<void> {
  'use server'
  await update({ user: { name: 'Anna' } })
}
