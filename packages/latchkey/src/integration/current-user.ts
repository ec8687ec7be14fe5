import type { ResolvedAuth } from '../contract/context.ts'
import type { Caller } from '../request/read-request.ts'
import type { Cookie } from '../types/cookies.ts'
import type { CurrentUser } from '../types/current-user.ts'
import { currentUserOf, type WriteCookies } from '../user/current-user.ts'
import { runServerCall } from './server-call.ts'

/** Returns the user who is signed in, or `null`. @param write without it, no cookie is written */
export function currentUser(
  auth: ResolvedAuth,
  caller: Caller | Request,
  write?: WriteCookies,
): Promise<CurrentUser | null> {
  return runServerCall(auth, caller, { action: 'session' }, (ctx) =>
    // A renewed session or a refreshed token that is not written would be lost.
    write === undefined || !ctx.canWrite
      ? currentUserOf({ ...ctx, canWrite: false })
      : currentUserOf(ctx, eachOnce(write)),
  )
}

/**
 * Passes each cookie on once. A session that was renewed with the first call must not return with a
 * later one, when the user may have signed out.
 */
function eachOnce(write: WriteCookies): WriteCookies {
  const passed = new Set<Cookie>()
  return async (cookies) => {
    const fresh = cookies.filter((cookie) => !passed.has(cookie))
    for (const cookie of fresh) passed.add(cookie)
    if (fresh.length > 0) await write(fresh)
  }
}
