import type { Context } from '../contract/context.ts'
import { isPasswordProvider } from '../contract/providers.ts'
import type { Admission } from '../contract/sign-in.ts'
import { SignInExpired } from '../errors/second-factor.ts'

/**
 * Refuses a sign-in whose password has been changed or removed since it was compared: a session of
 * the old password must not outlive a reset.
 *
 * @throws {SignInExpired}
 */
export async function refuseOtherPassword(ctx: Context, { identity, user }: Admission): Promise<void> {
  const { account, password } = identity
  const provider = ctx.providers.get(account.provider)
  if (password === undefined || !isPasswordProvider(provider)) return
  const { passwordStorage, passwordVersion } = await import('../passwords/storage.ts')
  const stored = await passwordStorage(ctx.auth, provider).read(String(user.id))
  if (stored && (await passwordVersion(stored)) === password.version) return
  throw new SignInExpired('A password was changed or removed while its user signed in with it.', {
    user: String(user.id),
  })
}
