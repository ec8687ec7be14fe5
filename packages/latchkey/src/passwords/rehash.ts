import type { Context } from '../contract/context.ts'
import type { ResolvedPasswordProvider } from '../contract/providers.ts'
import { asError } from '../errors/auth-error.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import type { StoredPassword } from '../types/account-records.ts'
import { hashNew } from './hash.ts'
import { passwordStorage } from './storage.ts'
import { verifyStored } from './verify.ts'

/**
 * Stores a right password with today's hash. A failure is only logged, and the next sign-in repeats
 * it.
 *
 * @returns the password as it is stored now
 * @throws {CredentialsSignin} if the user has changed it in the meantime
 */
export async function rehash(
  ctx: Context<ResolvedPasswordProvider>,
  stored: StoredPassword,
  typed: string,
): Promise<StoredPassword> {
  const storage = passwordStorage(ctx.auth, ctx.provider)
  let replaced: StoredPassword
  try {
    replaced = { ...stored, hash: await hashNew(typed) }
    if (await storage.write(stored.userId, replaced, stored.hash)) return replaced
  } catch (error) {
    ctx.auth.logger.error(asError(error))
    return stored
  }
  // Another sign-in may have stored it first.
  const current = await storage.read(stored.userId)
  const { isRight } = await verifyStored(ctx.provider.password, typed, current)
  if (current && isRight) return current
  throw new CredentialsSignin('The password was changed during the sign-in.')
}
