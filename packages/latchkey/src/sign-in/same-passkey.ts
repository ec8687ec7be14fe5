import type { Context } from '../contract/context.ts'
import type { Admission } from '../contract/sign-in.ts'
import { SignInExpired } from '../errors/second-factor.ts'

/**
 * Refuses a sign-in whose passkey has been removed since it was verified: a session of a lost device
 * must not outlive the removal.
 *
 * @throws {SignInExpired}
 */
export async function refuseRemovedPasskey(
  { auth: { adapter } }: Context,
  { identity: { account }, user }: Admission,
): Promise<void> {
  if (account.type !== 'webauthn') return
  const stored = await adapter?.getAccount?.(account.providerAccountId, account.provider)
  if (stored && String(stored.userId) === String(user.id)) return
  throw new SignInExpired('A passkey was removed while its user signed in with it.', {
    user: String(user.id),
  })
}
