import Link from 'next/link'
import { auth } from '@/auth'
import { leave } from '@/lib/actions'

export default async function Dashboard() {
  const session = await auth()

  return (
    <main>
      <h1>Dashboard</h1>
      <p>
        {session?.user.name} has the plan {session?.user.plan}.
      </p>
      <Link href="/dashboard/invoices">Invoices</Link>
      <form action={leave}>
        <button type="submit">Sign out</button>
      </form>
    </main>
  )
}
