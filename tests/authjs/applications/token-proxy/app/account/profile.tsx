'use client'

import { useRouter } from 'next/navigation'
import { signOut, useSession } from 'next-auth/react'
import { useState } from 'react'

export function Profile() {
  const { data: session, status, update } = useSession()
  const router = useRouter()
  const [name, setName] = useState('')

  if (status === 'loading') return <p>Loading…</p>
  if (!session) return <p>Signed out</p>

  async function rename() {
    const updated = await update({ name })
    if (updated) router.refresh()
  }

  return (
    <section>
      <p id="client">
        {session.user.name}: {session.user.plan}
      </p>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" onClick={rename}>
        Rename
      </button>
      <button type="button" onClick={() => signOut({ redirectTo: '/login' })}>
        Sign out
      </button>
    </section>
  )
}
