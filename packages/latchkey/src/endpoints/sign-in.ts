import { type Context, hasProvider } from '../contract/context.ts'
import type { PasskeyForm, SignInForm, SignInPage } from '../contract/pages.ts'
import { findPasswordProvider, isOAuthProvider, type ResolvedProvider } from '../contract/providers.ts'
import type { Result } from '../contract/result.ts'
import { endpointUrl, namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { shownReference } from '../http/reference.ts'
import { isCode } from '../methods/email/is-code.ts'
import { rememberCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfField } from '../security/csrf.ts'
import { readLastUsed } from '../security/last-used.ts'
import { warnOfOtherPort } from '../security/other-port.ts'
import { takeTypedAccount } from '../security/typed-account.ts'
import { completeSignIn } from './callback.ts'

/** `GET /signin`: shows the built-in sign-in page, or redirects to the application's own. */
export async function showSignIn(ctx: Context): Promise<Result> {
  const callbackUrl = await keepCallbackUrl(ctx)
  const error = ctx.query.get('error') ?? undefined
  if (ctx.auth.pages.signIn)
    return { type: 'redirect', url: pageUrl(ctx.base, ctx.auth.pages.signIn, { callbackUrl, error }) }
  const providers = [...ctx.providers.values()]
  if (providers.length === 0) await requireNoProblem(ctx)
  const purpose = await passkeyPurpose(ctx, providers)
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'signIn',
      forms: await Promise.all(providers.map((provider) => formFor(ctx, provider, purpose))),
      csrfToken: await csrfField(ctx),
      callbackUrl,
      error,
      reference: shownReference(ctx.query),
      email: ctx.query.get('email') ?? undefined,
      lastUsed: await readLastUsed(ctx),
      typed: error === undefined ? undefined : await takeTypedAccount(ctx),
      ...passwordFacts(ctx),
    },
  }
}

function passwordFacts(ctx: Context): Pick<SignInPage, 'signUpUrl' | 'resetUrl' | 'isPasswordReset'> {
  const { signUp, reset } = findPasswordProvider(ctx.providers)?.password ?? {}
  return {
    signUpUrl: signUp && namedPageUrl(ctx, 'signUp'),
    resetUrl: reset && namedPageUrl(ctx, 'reset'),
    isPasswordReset: reset && ctx.query.has('passwordReset'),
  }
}

/** An empty page would not say why. @throws {AuthError} the first provider's problem */
async function requireNoProblem({ auth }: Context): Promise<void> {
  const [problem] = (await auth.checkConfig()).refused.values()
  if (problem !== undefined) throw problem
}

/**
 * `POST /signin/<provider>`: starts a sign-in, or completes it with the `code` from an e-mail. Without a provider: redirects to the sign-in page.
 */
export async function startSignIn(ctx: Context): Promise<Result> {
  if (isCode(ctx)) return completeSignIn(ctx)
  const callbackUrl = await keepCallbackUrl(ctx)
  if (!hasProvider(ctx)) return { type: 'redirect', url: endpointUrl(ctx.base, 'signin') }
  return ctx.signInMethod.begin(ctx, callbackUrl)
}

/** Returns where to go after the sign-in, and remembers it until then. */
async function keepCallbackUrl(ctx: Context): Promise<string> {
  warnOfOtherPort(ctx.auth, ctx.headers, ctx.base.origin)
  const callbackUrl = await resolveCallbackUrl(ctx)
  await rememberCallbackUrl(ctx, callbackUrl)
  return callbackUrl
}

async function formFor(
  ctx: Context,
  provider: ResolvedProvider,
  purpose: PasskeyForm['purpose'],
): Promise<SignInForm> {
  const optionsUrl = endpointUrl(ctx.base, `webauthn-options/${provider.id}`)
  return {
    provider,
    icon: await loadIcon(provider),
    action: formAction(ctx, provider),
    passkey: provider.type === 'webauthn' ? { optionsUrl, purpose } : undefined,
  }
}

/** The page also works without the icon. */
async function loadIcon(provider: ResolvedProvider): Promise<SignInForm['icon']> {
  if (!isOAuthProvider(provider)) return undefined
  try {
    return (await provider.style.icon?.())?.default
  } catch {
    return undefined
  }
}

function formAction({ base }: Context, { id, type }: { id: string; type: string }): string {
  return endpointUrl(base, type === 'credentials' || type === 'webauthn' ? `callback/${id}` : `signin/${id}`)
}

/** A signed-in user comes to add a passkey. Without passkeys, the session is not read. */
async function passkeyPurpose(
  ctx: Context,
  providers: readonly ResolvedProvider[],
): Promise<PasskeyForm['purpose']> {
  if (!providers.some(({ type }) => type === 'webauthn')) return 'sign in'
  return (await ctx.auth.sessions.userId(ctx)) === undefined ? 'sign in' : 'add'
}
