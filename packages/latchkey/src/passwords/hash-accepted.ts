import { PasswordRejected } from '../errors/passwords.ts'
import type { StoredPassword } from '../types/account-records.ts'
import type { PasswordOptions } from '../types/providers/password.ts'
import { hashNew } from './hash.ts'
import { checkRules, type PasswordOwner } from './rules.ts'
import type { RulesContext } from './rules-context.ts'
import { verifyStored } from './verify.ts'

/**
 * Returns the hash of a new password.
 *
 * @param stored the current password, if the new one must be another one
 * @throws {PasswordRejected} if it does not meet the rules
 */
export async function hashAccepted(
  ctx: RulesContext,
  options: PasswordOptions,
  password: string,
  owner: PasswordOwner,
  stored?: Pick<StoredPassword, 'hash'> | null,
): Promise<string> {
  await checkRules(ctx, options, password, owner)
  if (stored && (await verifyStored(options, password, stored)).isRight)
    throw new PasswordRejected('The new password is the current one.', { reason: 'same' })
  return hashNew(password)
}
