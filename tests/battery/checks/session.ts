import { parseJson } from '../response.ts'
import type { Run } from '../run.ts'
import { send } from '../send.ts'
import type { CheckTable } from './check-table.ts'

export interface SessionChecks {
  isSignedOut: true
  /** The session has a user with these members. */
  sessionOf: Readonly<Record<string, string>>
  /** How many of the responses may have a session. */
  maxSignIns: number
}

interface Session {
  readonly user?: Readonly<Record<string, unknown>>
}

export const sessionChecks: CheckTable<SessionChecks> = {
  async isSignedOut({ run }) {
    const { session, text } = await readSession(run)
    return session === null || isEmpty(session) ? undefined : `a session: ${text.slice(0, 160)}`
  },
  async sessionOf({ run }, wanted) {
    const { session, text } = await readSession(run)
    if (!session?.user) return `no session: ${text.slice(0, 80)}`
    const wrong = Object.keys(wanted).find((name) => session.user?.[name] !== wanted[name])
    return wrong && `the user's ${wrong} is ${session.user[wrong]}`
  },
  maxSignIns({ run, all }, max) {
    const { session } = run.app.cookies
    const signedIn = all.filter(({ cookies }) => cookies.some(({ name, value }) => name === session && value))
    return signedIn.length <= max ? undefined : `${signedIn.length} of ${all.length} responses have a session`
  },
}

async function readSession(run: Run): Promise<{ session: Session | null | undefined; text: string }> {
  const { text } = await send(run, { method: 'GET', path: '{{basePath}}/session' })
  return { session: parseJson(text) as Session | null | undefined, text }
}

/** Reports whether an object has no members, or is an error message. */
function isEmpty(session: Session | undefined): boolean {
  if (typeof session !== 'object' || session.user) return false
  return Object.keys(session).length === 0 || 'message' in session
}
