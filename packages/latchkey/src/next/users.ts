import { manageWith } from '../integration/manage-with.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Users } from '../types/users.ts'
import { currentCaller } from './caller.ts'
import type { AuthOf } from './config.ts'
import { connection } from './newer-names.ts'
import { canWriteCookies, writeCookies } from './write-cookies.ts'

/** Returns what server code can do with any user. */
export function nextUsers<S extends DefaultSession>(authFor: AuthOf<S>): Users {
  return {
    ...manageWith(async () => (await authFor(undefined)).auth.users),
    async startSession(userId, options) {
      const { auth } = await authFor(undefined)
      const canWrite = await canWriteCookies()
      // Next.js renders the page once more after the response. The error that follows contains a
      // random value, about which it would warn.
      if (!canWrite) await connection()
      const outcome = await auth.users.startSession(await currentCaller(canWrite), userId, options)
      await writeCookies(outcome.cookies)
      return { url: outcome.url, requirement: outcome.requirement }
    },
  }
}
