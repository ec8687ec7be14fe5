import type { IncomingMessage, ServerResponse } from 'node:http'
import { cookies } from 'next/headers.js'
import type { StepUpRequired } from '../errors/second-factor.ts'
import { nodeCookieWriter } from '../http/cookies/node-cookies.ts'
import type { Cookie } from '../types/cookies.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { DefaultSession } from '../types/session.ts'
import { currentCaller, toCaller } from './caller.ts'
import type { AuthOf } from './config.ts'
import { cache, connection } from './newer-names.ts'
import { type PagesContext, pagesRequest } from './pages-router.ts'
import { leaveFor } from './protect.ts'
import { canWriteTo, writeTo } from './write-cookies.ts'

/**
 * Returns the current request's user, or `null`. Server components share one result.
 *
 * Their cookies are only read. In server actions and route handlers, the user's methods set cookies
 * in the response to this request, wherever they are called.
 */
const currentUser: <S extends DefaultSession>(authFor: AuthOf<S>) => Promise<CurrentUser | null> = cache(
  async (authFor) => {
    const store = await cookies()
    const canWrite = canWriteTo(store)
    const caller = await currentCaller(canWrite)
    // Expiry depends on the time of the request, so the session must not be read while a page is
    // prerendered.
    if (!canWrite) await connection()
    const { auth } = await authFor(undefined)
    // Not after the response, for example in `after`.
    const write = (written: readonly Cookie[]): void => {
      if (canWriteTo(store)) writeTo(store, written)
    }
    const leave = (stepUp: StepUpRequired): never => leaveFor(stepUp, caller.headers, canWrite)
    return auth.currentUser(caller, canWrite ? write : undefined, leave)
  },
)

/** Returns the user of the request that the arguments name, or `null`. */
export function anyUser<S extends DefaultSession>(
  authFor: AuthOf<S>,
  ...[first, second]: [] | [IncomingMessage, ServerResponse] | [PagesContext]
): Promise<CurrentUser | null> {
  if (first === undefined) return currentUser(authFor)
  return pagesUser(authFor, 'req' in first ? first : { req: first, res: second as ServerResponse })
}

/** Returns a request's user in the Pages Router, or `null`. */
async function pagesUser<S extends DefaultSession>(
  authFor: AuthOf<S>,
  context: Partial<PagesContext>,
): Promise<CurrentUser | null> {
  const { request, res } = pagesRequest(context, 'currentUser')
  const { auth } = await authFor(request)
  const caller = { ...toCaller(request), canWrite: !res.headersSent }
  return auth.currentUser(caller, nodeCookieWriter(res))
}
