import type { Context, SignInMethod } from '../contract/context.ts'
import type { ResolvedCredentialsProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { AuthError } from '../errors/auth-error.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import { MethodNotAllowed } from '../errors/request.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { TooManyRequests } from '../errors/sign-in.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { accountId } from '../security/account-id.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { countCredentials } from '../security/limits.ts'
import { requireSameHost } from '../security/missing-cookie.ts'
import type { Fields } from '../types/basics.ts'
import type { User } from '../types/user.ts'
import { fieldToKeep, listSubjects } from './credentials/account-fields.ts'
import { readThrown } from './credentials/thrown-error.ts'
import { describeRequest } from './describe-request.ts'

/** Signs in with the application's `authorize` function, in one request. */
export const credentials: SignInMethod<ResolvedCredentialsProvider> = {
  proof: 'form',
  steps: 1,
  begin,
  complete,
}

/** Redirects to the sign-in page, which has the credentials form. */
async function begin({ base }: Context): Promise<Result> {
  return { type: 'redirect', url: endpointUrl(base, 'signin') }
}

async function complete(ctx: Context<ResolvedCredentialsProvider>): Promise<Identity> {
  const { provider } = ctx
  if (ctx.method !== 'POST') {
    throw new MethodNotAllowed(`Credentials for "${provider.id}" must be sent in a POST form.`, {
      allow: 'POST',
    })
  }
  const fields = textFields(ctx.form)
  const user = await withAttemptLimit(ctx, fields, async () =>
    asUser(ctx, await authorize(ctx, provider, fields)),
  ).catch((error: unknown) => failWithAccountKept(ctx, error, fields))
  const callbackUrl = await resolveCallbackUrl(ctx)
  requireSameHost(ctx, callbackUrl)
  return {
    user,
    account: { provider: provider.id, type: 'credentials', providerAccountId: user.id },
    credentials: fields,
    callbackUrl,
  }
}

/**
 * Limits attempts, so that passwords cannot be guessed. Wrong credentials count. Faults count only
 * if there are many of them.
 */
async function withAttemptLimit(
  ctx: Context<ResolvedCredentialsProvider>,
  fields: Record<string, string>,
  verify: () => Promise<User & { id: string }>,
): Promise<User & { id: string }> {
  const subjects = listSubjects(ctx.provider, fields)
  const attempt = await countCredentials(ctx, subjects)
  if (!attempt.isAllowed) {
    const { retryAfter } = attempt
    const advice = subjects.some(({ share }) => share > 1)
      ? " If they came from different users, set the provider's `account` to the field that names the account."
      : ''
    throw new TooManyRequests(`Too many failed attempts for one account or from one client.${advice}`, {
      retryAfter,
      provider: ctx.providerId,
    })
  }
  const user = await verify().catch(async (error: unknown) => {
    if (error instanceof ServiceUnavailable) await attempt.takeBack()
    else if (error instanceof CredentialsSignin) await attempt.keep()
    else await attempt.takeBackFault()
    throw error
  })
  await attempt.clear()
  return user
}

/**
 * Rejects the attempt, and remembers the account name for the form. Loaded with the first failure.
 */
async function failWithAccountKept(
  ctx: Context<ResolvedCredentialsProvider>,
  error: unknown,
  fields: Record<string, string>,
): Promise<never> {
  const { rememberTypedAccount } = await import('../security/typed-account.ts')
  const field = fieldToKeep(ctx.provider, fields) ?? ''
  await rememberTypedAccount(ctx, error, { field, value: fields[field] ?? '' })
  throw error
}

/**
 * Keeps only strings. An object could become a query operator in the application's database (NoSQL
 * injection).
 */
function textFields(form: Fields): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(form)) if (typeof value === 'string') fields[name] = value
  return fields
}

async function authorize(
  ctx: Context,
  provider: ResolvedCredentialsProvider,
  fields: Record<string, string>,
): Promise<unknown> {
  try {
    return await provider.authorize(fields, describeRequest(ctx))
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw readThrown(ctx, error)
  }
}

async function asUser(ctx: Context, result: unknown): Promise<User & { id: string }> {
  if (!result)
    throw new CredentialsSignin(
      `\`authorize\` for provider "${ctx.providerId}" returned no user for these credentials.`,
    )
  const id = typeof result === 'object' && 'id' in result ? result.id : undefined
  if (typeof id === 'string' && accountId(id) !== undefined) return result as User & { id: string }
  return (await import('./credentials/user-id.ts')).withUserId(ctx, result)
}
