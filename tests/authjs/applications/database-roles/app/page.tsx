import { auth, signIn, signOut } from '@/auth'

export default async function Home() {
  const session = await auth()

  return (
    <main>
      <h1>Members</h1>
      {session ? (
        <form
          action={async () => {
            'use server'
            await signOut()
          }}
        >
          <p>Hello {session.user.name}</p>
          <button type="submit">Sign out</button>
        </form>
      ) : (
        <form
          action={async () => {
            'use server'
            await signIn('playground', { redirectTo: '/account' })
          }}
        >
          <button type="submit">Sign in with Playground ID</button>
        </form>
      )}
    </main>
  )
}
