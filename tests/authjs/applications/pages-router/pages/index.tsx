import { signIn, signOut, useSession } from 'next-auth/react'

export default function Home() {
  const { data: session, status } = useSession()

  if (status === 'loading') return <p>Loading…</p>
  if (!session?.user) {
    return (
      <button type="button" onClick={() => signIn()}>
        Sign in
      </button>
    )
  }
  return (
    <>
      <p>Signed in as {session.user.email}</p>
      <button type="button" onClick={() => signOut()}>
        Sign out
      </button>
    </>
  )
}
