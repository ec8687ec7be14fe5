import { notFound } from 'next/navigation'
import { auth } from '@/auth'
import { db } from '@/lib/database'

export default async function Admin() {
  const session = await auth()
  if (session?.user.role !== 'admin') notFound()
  const users = await db.selectFrom('User').select(['id', 'email', 'role']).orderBy('email').execute()

  return (
    <main>
      <h1>Users</h1>
      <ul>
        {users.map(({ id, email, role }) => (
          <li key={id}>
            {email}: {role}
          </li>
        ))}
      </ul>
    </main>
  )
}
