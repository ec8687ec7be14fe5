import { auth } from '@/auth'

export default async function Account() {
  const session = await auth()

  return (
    <main>
      <h1>Account of {session?.user.name}</h1>
      <p>Role: {session?.user.role}</p>
    </main>
  )
}
