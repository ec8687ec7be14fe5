import { auth } from '@/auth'
import { run } from '@/lib/actions'

export default async function Actions() {
  const session = await auth()
  return (
    <form action={run}>
      <input name="action" />
      <pre>{JSON.stringify(session)}</pre>
      <button type="submit">Run</button>
    </form>
  )
}
