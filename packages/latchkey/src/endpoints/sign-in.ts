import type { Context, Result } from '../contract.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { rememberCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'

/** `POST /signin/<provider>`: begins a sign-in. Without a provider: the page where one is chosen. */
export async function startSignIn(ctx: Context): Promise<Result> {
  const target = await resolveCallbackUrl(ctx)
  await rememberCallbackUrl(ctx, target)
  if (ctx.signInMethod === undefined) return { type: 'redirect', url: endpointUrl(ctx.base, 'signin') }
  return ctx.signInMethod.begin(ctx, target)
}
