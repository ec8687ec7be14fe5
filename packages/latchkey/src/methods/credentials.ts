import type { Context, SignInMethod } from '../contract/context.ts'
import type { ResolvedCredentialsProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { AuthError } from '../errors/auth-error.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import { MethodNotAllowed } from '../errors/request.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { accountId } from '../security/account-id.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { countCredentials } from '../security/limits.ts'
import { requireSameHost } from '../security/missing-cookie.ts'
import type { User } from '../types/user.ts'
import { listSubjects } from './credentials/account-fields.ts'
import { failWithAccountKept, runAttempt, textFields } from './credentials/attempt.ts'
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

/** Limits attempts for each value that may name the account. */
async function withAttemptLimit(
  ctx: Context<ResolvedCredentialsProvider>,
  fields: Record<string, string>,
  verify: () => Promise<User & { id: string }>,
): Promise<User & { id: string }> {
  const subjects = listSubjects(ctx.provider, fields)
  const advice = subjects.some(({ share }) => share > 1)
    ? " If they came from different users, set the provider's `account` to the field that names the account."
    : ''
  return runAttempt(ctx, await countCredentials(ctx, subjects), verify, advice)
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
