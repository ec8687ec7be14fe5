import type { ResolvedAuth } from '../contract/context.ts'
import type { Caller } from '../request/read-request.ts'
import type { CurrentUser } from '../types/current-user.ts'
import { findCurrentUser, type LeaveForStepUp, type WriteCookies } from '../user/current-user.ts'
import { runServerCall } from './server-call.ts'

/**
 * Returns the signed-in user, or `null`.
 *
 * @param write without it, no cookie is written
 * @param leave without it, the user's methods throw `StepUpRequired`
 */
export function currentUser(
  auth: ResolvedAuth,
  caller: Caller | Request,
  write?: WriteCookies,
  leave?: LeaveForStepUp,
): Promise<CurrentUser | null> {
  return runServerCall(auth, caller, { action: 'session' }, (ctx) => findCurrentUser(ctx, write, leave))
}
