import type { Context, Identity } from '../contract/context.ts'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors/sign-in.ts'
import type { Adapter } from '../types/adapter.ts'
import { hasVerifiedAddress } from './verified-address.ts'

/**
 * Refuses a sign-in of a user whose address was verified by an e-mail link meanwhile: the access
 * that existed before has ended, and an account that was linked since is removed. The new session
 * is not sent. A sign-in that sees no verification yet is found by the removal that follows it.
 *
 * @throws {OAuthAccountNotLinked} or, for a passkey, {AccountNotLinked}
 */
export async function refuseEndedAccess(ctx: Context, { account }: Identity, id: string): Promise<void> {
  const adapter = ctx.auth.adapter as Required<Adapter>
  const user = await adapter.getUser(id)
  if (!user || !hasVerifiedAddress(user)) return
  const { provider, providerAccountId, type } = account
  if ((await adapter.getUserByAccount({ provider, providerAccountId })) !== null)
    await (adapter.unlinkAccount?.({ provider, providerAccountId }) ??
      adapter.deleteAccountsByUserId(user.id))
  const message =
    `During a sign-in at "${provider}", an e-mail link verified the address of its user, ` +
    'which ended the access of unverified accounts. Sign in by e-mail, then link the account again.'
  throw type === 'webauthn'
    ? new AccountNotLinked(message, { provider })
    : new OAuthAccountNotLinked(message, { provider })
}
