import type { CurrentUser } from '../types/current-user.ts'
import type { DefaultSession } from '../types/session.ts'
import { groupMethods } from '../user/method-groups.ts'
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
      overview: () => withPublicErrors(auth, () => user.overview()),
      export: () => withPublicErrors(auth, () => user.export()),
      delete: (options) => withPublicErrors(auth, () => user.delete(options)),
      ...groupMethods((group, method, args) =>
        withPublicErrors(auth, async () => {
          const methods: object = user[group]
          return (methods as Record<string, Method>)[method]?.(...args)
        }),
      ),
    }
  )
}

type Method = (...args: readonly unknown[]) => Promise<unknown>
