import type { CurrentUser } from '../types/current-user.ts'
import type { DefaultSession } from '../types/session.ts'
import { secondFactorMethods } from '../user/second-factor-methods.ts'
import type { Parts } from './actions.ts'
import { currentEvent, isPage, toCaller, writeCookies } from './event.ts'
import { withPublicErrors } from './public-error.ts'

/**
 * Returns the current request's user, or `null`. In production, its methods' errors have no
 * details, because they may leave a server function.
 */
export async function currentUser<S extends DefaultSession>({
  auth,
  sessions,
}: Parts<S>): Promise<CurrentUser | null> {
  const event = currentEvent('currentUser')
  const canWrite = !isPage(event)
  const user = await auth().currentUser(
    toCaller(event, canWrite),
    canWrite
      ? (cookies) => {
          writeCookies(event, cookies)
          sessions.forget(event)
        }
      : undefined,
    async (stepUp) => {
      const { createRefusal } = await import('./protect.ts')
      throw createRefusal(auth().config, event, { stepUp }, undefined)
    },
  )
  return (
    user && {
      id: user.id,
      tokens: (...args) => withPublicErrors(auth, () => user.tokens(...args)),
      sessions: {
        list: () => withPublicErrors(auth, () => user.sessions.list()),
        rename: (...args) => withPublicErrors(auth, () => user.sessions.rename(...args)),
        revoke: (...args) => withPublicErrors(auth, () => user.sessions.revoke(...args)),
        revokeOthers: () => withPublicErrors(auth, () => user.sessions.revokeOthers()),
      },
      events: { list: (...args) => withPublicErrors(auth, () => user.events.list(...args)) },
      accounts: {
        list: () => withPublicErrors(auth, () => user.accounts.list()),
        unlink: (...args) => withPublicErrors(auth, () => user.accounts.unlink(...args)),
      },
      secondFactor: secondFactorMethods((_, method) =>
        withPublicErrors(auth, () => method(user.secondFactor)),
      ),
    }
  )
}
