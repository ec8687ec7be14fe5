import type { ResolvedAuth } from '../contract/context.ts'
import type { Caller } from '../request/read-request.ts'
import type { CurrentUser } from '../types/current-user.ts'
import { findCurrentUser, type WriteCookies } from '../user/current-user.ts'
import { runServerCall } from './server-call.ts'

/** Returns the signed-in user, or `null`. @param write without it, no cookie is written */
export function currentUser(
  auth: ResolvedAuth,
  caller: Caller | Request,
  write?: WriteCookies,
): Promise<CurrentUser | null> {
  return runServerCall(auth, caller, { action: 'session' }, (ctx) => findCurrentUser(ctx, write))
}
