import { redirect } from 'next/navigation'
import { auth, signOut } from '../../auth'

export default async function AccountPage() {
  const session = await auth()
  if (!session?.user) redirect('/api/auth/signin?callbackUrl=/account')
  return (
    <form action={signOutHere}>
      <h1>Your account</h1>
      <p>You are signed in as {session.user.name ?? session.user.email}.</p>
      <button type="submit">Sign out</button>
    </form>
  )
}

async function signOutHere() {
  'use server'
  await signOut({ redirectTo: '/' })
}
