import { auth } from '@/auth'
import { Profile } from './profile'
import { upgrade } from './upgrade'

export default async function Account() {
  const session = await auth()

  return (
    <main>
      <h1>Account</h1>
      <p id="server">
        {session?.user.name}: {session?.user.plan}
      </p>
      <Profile />
      <form action={upgrade}>
        <button type="submit">Upgrade</button>
      </form>
    </main>
  )
}
