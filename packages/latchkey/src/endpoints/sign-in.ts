import type { Context } from '../contract/context.ts'
import type { PasskeyForm, SignInForm } from '../contract/pages.ts'
import type { ResolvedProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { shownReference } from '../http/reference.ts'
import { rememberCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfToken } from '../security/csrf.ts'

/** `GET /signin`: our sign-in page, or the way to that of the application. */
export async function showSignIn(ctx: Context): Promise<Result> {
  const callbackUrl = await resolveCallbackUrl(ctx)
  await rememberCallbackUrl(ctx, callbackUrl)
  const error = ctx.query.get('error') ?? undefined
  if (ctx.auth.pages.signIn)
    return { type: 'redirect', url: pageUrl(ctx.base, ctx.auth.pages.signIn, { callbackUrl, error }) }
  const providers = [...ctx.providers.values()]
  const purpose = await passkeyPurpose(ctx, providers)
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'signIn',
      forms: await Promise.all(providers.map((provider) => formFor(ctx, provider, purpose))),
      csrfToken: ctx.auth.checksCsrfToken ? await csrfToken(ctx) : undefined,
      callbackUrl: callbackUrl,
      error,
      reference: shownReference(ctx.query),
      email: ctx.query.get('email') ?? undefined,
    },
  }
}

/** `POST /signin/<provider>`: begins a sign-in. Without a provider: the page where one is chosen. */
export async function startSignIn(ctx: Context): Promise<Result> {
  const target = await resolveCallbackUrl(ctx)
  await rememberCallbackUrl(ctx, target)
  if (ctx.signInMethod === undefined) return { type: 'redirect', url: endpointUrl(ctx.base, 'signin') }
  return ctx.signInMethod.begin(ctx, target)
}

async function formFor(
  ctx: Context,
  provider: ResolvedProvider,
  purpose: PasskeyForm['purpose'],
): Promise<SignInForm> {
  const optionsUrl = endpointUrl(ctx.base, `webauthn-options/${provider.id}`)
  return {
    provider,
    mark: await markOf(provider),
    action: formAction(ctx, provider),
    passkey: provider.type === 'webauthn' ? { optionsUrl, purpose } : undefined,
  }
}

/** Where it cannot be had there is none: nobody is kept out for a picture. */
async function markOf(provider: ResolvedProvider): Promise<string | undefined> {
  if (!('style' in provider)) return undefined
  try {
    return (await provider.style.mark?.())?.default
  } catch {
    return undefined
  }
}

function formAction({ base }: Context, { id, type }: { id: string; type: string }): string {
  return endpointUrl(base, type === 'credentials' || type === 'webauthn' ? `callback/${id}` : `signin/${id}`)
}

/** Who is signed in has come to add a passkey. Nobody is asked where there are none. */
async function passkeyPurpose(
  ctx: Context,
  providers: readonly ResolvedProvider[],
): Promise<PasskeyForm['purpose']> {
  if (!providers.some(({ type }) => type === 'webauthn')) return 'sign in'
  return (await ctx.auth.sessions.userId(ctx)) === undefined ? 'sign in' : 'add'
}
