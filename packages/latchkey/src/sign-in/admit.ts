import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { callSignInCallback } from '../methods/sign-in-callback.ts'
import { findAccountOwner, resolveUser } from './accounts.ts'
import { startSession } from './start.ts'

/**
 * Signs a user in. Every sign-in method ends here: calls the `signIn` callback, finds or creates
 * the user, asks for what is still required, such as a second factor, starts the session, emits the
 * events and redirects the browser.
 */
export async function admit(ctx: Context, identity: Identity): Promise<Result> {
  const { account, profile, credentials } = identity
  const owner = await findAccountOwner(ctx, identity)
  const params = { user: owner ?? identity.user, account, profile, credentials }
  const elsewhere = await callSignInCallback(ctx, params)
  if (elsewhere !== undefined) return elsewhere
  const confirmation = await findConfirmation(ctx, identity, owner === null)
  if (confirmation !== undefined) return confirmation
  const resolved = await resolveUser(ctx, identity, owner)
  if ('type' in resolved) return resolved
  const admission = { identity, ...resolved }
  if (!ctx.auth.session.keepsFacts) return startSession(ctx, admission)
  return (await import('./gate.ts')).pass(ctx, admission, {
    isLinked: owner === null && !admission.isNewUser,
  })
}

/** Returns the page where a user has to confirm who they are before they add a way to sign in. */
async function findConfirmation(
  ctx: Context,
  { startedBy }: Identity,
  isNew: boolean,
): Promise<Result | undefined> {
  if (!isNew || startedBy === undefined || !ctx.auth.session.keepsFacts) return undefined
  return (await import('./gate.ts')).confirmBeforeLinking(ctx, startedBy)
}
