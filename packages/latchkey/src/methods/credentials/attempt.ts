import type { Context } from '../../contract/context.ts'
import type { ResolvedCredentialsProvider } from '../../contract/providers.ts'
import { CredentialsSignin } from '../../errors/credentials.ts'
import { ServiceUnavailable } from '../../errors/services.ts'
import { TooManyRequests } from '../../errors/sign-in.ts'
import type { Attempt } from '../../security/limits.ts'
import type { Fields } from '../../types/basics.ts'
import { fieldToKeep } from './account-fields.ts'

/**
 * Runs an attempt to sign in that is counted, so that passwords cannot be guessed. Wrong credentials
 * count. Faults count only if there are many of them.
 *
 * @param advice the end of the message if there were too many attempts
 * @throws {TooManyRequests}
 */
export async function runAttempt<T>(
  ctx: Context,
  attempt: Attempt,
  verify: () => Promise<T>,
  advice = '',
): Promise<T> {
  if (!attempt.isAllowed) {
    const { retryAfter } = attempt
    throw new TooManyRequests(`Too many failed attempts for one account or from one client.${advice}`, {
      retryAfter,
      provider: ctx.providerId,
    })
  }
  const result = await verify().catch(async (error: unknown) => {
    if (error instanceof ServiceUnavailable) await attempt.takeBack()
    else if (error instanceof CredentialsSignin) await attempt.keep()
    else await attempt.takeBackFault()
    throw error
  })
  await attempt.clear()
  return result
}

/**
 * Rejects the attempt, and remembers the account name for the form. Loaded with the first failure.
 */
export async function failWithAccountKept(
  ctx: Context<ResolvedCredentialsProvider>,
  error: unknown,
  fields: Record<string, string>,
): Promise<never> {
  const { rememberTypedAccount } = await import('../../security/typed-account.ts')
  const field = fieldToKeep(ctx.provider, fields) ?? ''
  await rememberTypedAccount(ctx, error, { field, value: fields[field] ?? '' })
  throw error
}

/**
 * Keeps only strings. An object could become a query operator in the application's database (NoSQL
 * injection).
 */
export function textFields(form: Fields): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(form)) if (typeof value === 'string') fields[name] = value
  return fields
}
