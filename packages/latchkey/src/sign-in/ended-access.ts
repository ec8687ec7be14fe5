import type { Context } from '../contract/context.ts'
import type { Identity } from '../contract/sign-in.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors/sign-in.ts'
import type { Adapter } from '../types/adapter.ts'
import { wasRemoved } from './remove-access.ts'
import { hasVerifiedAddress } from './verified-address.ts'

/**
 * Rejects a sign-in whose access ended in the meantime: an e-mail link verified the address, or
 * `removeAccess` was called. Does not send the new session, and removes an account that was linked
 * since then. A removal that this check does not see yet finds the sign-in afterwards.
 *
 * @throws {OAuthAccountNotLinked} or, for a passkey, {AccountNotLinked}
 */
export async function refuseEndedAccess(ctx: Context, identity: Identity, id: string): Promise<void> {
  const { getUser, getUserByAccount } = completeAdapter(ctx)
  const { provider, providerAccountId } = identity.account
  const isLinked = async (): Promise<boolean> =>
    String((await getUserByAccount({ provider, providerAccountId }))?.id) === id
  if (await wasRemoved(ctx.auth, id)) {
    if (await isLinked()) return
  } else {
    const user = await getUser(id)
    if (!user || !hasVerifiedAddress(user)) return
    if (await isLinked()) await undoLink(ctx, identity, id)
  }
  throw endedAccess(identity)
}

/**
 * Rejects an account that was linked after the session that linked it had ended.
 *
 * @throws {OAuthAccountNotLinked} or, for a passkey, {AccountNotLinked}
 */
export async function refuseEndedLink(ctx: Context, identity: Identity, id: string): Promise<void> {
  if (identity.startedBy === undefined || (await ctx.auth.sessions.userId(ctx)) === identity.startedBy) return
  await undoLink(ctx, identity, id)
  throw endedAccess(identity)
}

async function undoLink(ctx: Context, { account }: Identity, id: string): Promise<void> {
  const { unlinkAccount, deleteAccountsByUserId } = completeAdapter(ctx)
  const { provider, providerAccountId, type } = account
  // A passkey has two records.
  if (type === 'webauthn' || unlinkAccount === undefined) await deleteAccountsByUserId(id)
  else await unlinkAccount({ provider, providerAccountId })
}

function endedAccess({ account: { provider, type } }: Identity): AuthError {
  const message =
    `During a sign-in at "${provider}", its user's access was removed, or an e-mail link verified ` +
    'the address, which ends the access of unverified accounts. Sign in again, then link the account.'
  return type === 'webauthn'
    ? new AccountNotLinked(message, { provider })
    : new OAuthAccountNotLinked(message, { provider })
}

/** Only called if these methods exist, except for `unlinkAccount`. */
function completeAdapter({ auth }: Context): Required<Adapter> & Pick<Adapter, 'unlinkAccount'> {
  return auth.adapter as Required<Adapter>
}
