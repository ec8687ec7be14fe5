import { AuthError } from 'latchkey/sveltekit'
import { revokeSessions } from '../../auth.ts'

/** Ends sessions at once or, with `late`, after the response has started. */
export const load = async ({ url }) => {
  const userId = url.searchParams.get('user') ?? ''
  if (!url.searchParams.has('late')) return { outcome: await attempt(userId) }
  return { outcome: new Promise((resolve) => setTimeout(resolve, 150)).then(() => attempt(userId)) }
}

async function attempt(userId: string): Promise<string> {
  try {
    await revokeSessions(userId, { except: 'current' })
    return 'done'
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return error.message
  }
}
