import { useSession } from 'next-auth/react'

export default function Settings() {
  const { data: session, update } = useSession({ required: true })

  if (!session) return <p>Loading…</p>
  return (
    <main>
      <p>Theme: {session.theme}</p>
      <button type="button" onClick={() => update({ theme: 'dark' })}>
        Dark
      </button>
    </main>
  )
}
