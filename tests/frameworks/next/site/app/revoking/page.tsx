import { AuthError } from 'latchkey/next'
import { revokeSessions } from '../../auth'

export const instant = false

/** Tries to end sessions while the page is rendered, where Next.js sets no cookies. */
export default async function Revoking({ searchParams }: { searchParams: Promise<{ user: string }> }) {
  const { user } = await searchParams
  return <pre>{JSON.stringify(await attempt(user))}</pre>
}

async function attempt(userId: string) {
  try {
    await revokeSessions(userId, { except: 'current' })
    return 'done'
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return error.message
  }
}
