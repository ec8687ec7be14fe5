import { auth, signIn, signOut } from '../auth'

async function signInWithPlayground() {
  'use server'
  await signIn('playground', { redirectTo: '/shop/account' })
}

async function signOutAction() {
  'use server'
  await signOut({ redirectTo: '/shop' })
}

export default async function Home() {
  const session = await auth()
  return (
    <main>
      <p>{session ? `Signed in as ${session.user?.name}` : 'Signed out'}</p>
      <form action={signInWithPlayground}>
        <button type="submit">Sign in</button>
      </form>
      <form action={signOutAction}>
        <button type="submit">Sign out</button>
      </form>
    </main>
  )
}
