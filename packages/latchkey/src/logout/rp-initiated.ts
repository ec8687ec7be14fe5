import type { Context, ResolvedAuth } from '../contract/context.ts'
import { randomHex } from '../crypto/random.ts'
import { InvalidEndpoints } from '../errors/configuration.ts'
import { keepCookie } from '../http/cookies/kept-cookies.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { mayBeCalled } from '../oauth/backchannel.ts'
import { resolveServer } from '../oauth/server.ts'
import { peekClaims } from '../oauth/tenants.ts'
import { withoutUndefined } from '../records/record.ts'
import { rememberSealed } from '../security/transaction-cookie.ts'
import { logFailure } from '../tokens/provider-failure.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { cookieKey, LIFETIME_SECONDS, type PendingSignOut } from './pending-sign-out.ts'

/**
 * Servers accept URLs of this length. Many reject longer ones.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-4.1-5
 */
const MAX_URL_LENGTH = 8000

/** A sign-out that is complete in the application. */
export interface SignOutAtProvider {
  readonly provider: ResolvedOAuthProvider
  /** The sign-in's ID token, if the provider issued one. */
  readonly idToken: string | undefined
  /** Where the user goes after the return; validated. */
  readonly callbackUrl: string
}

/**
 * Returns the URL at which the user signs out of the provider, and remembers where to go after the
 * return. Never rejects: returns `undefined` and logs the reason if the provider has no such URL or
 * cannot be reached.
 *
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
 */
export async function providerSignOutUrl(
  ctx: Context,
  signOut: SignOutAtProvider,
): Promise<string | undefined> {
  const { auth } = ctx
  const { provider } = signOut
  try {
    const endpoint = await findEndpoint(auth, provider)
    if (endpoint !== undefined) return await urlFor(ctx, endpoint, signOut)
    auth.warnOnce(
      'no-provider-sign-out',
      `Users stay signed in at the provider "${provider.id}": it has no endpoint for signing out. ` +
        'Remove `logout` from the provider, or set its `endSession`.',
    )
  } catch (thrown) {
    await logFailure(auth, { provider, what: 'The user stays signed in', thrown })
  }
  return undefined
}

/** Returns the endpoint. @throws {InvalidEndpoints} if the browser must not be sent there */
async function findEndpoint(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Promise<URL | undefined> {
  if (provider.endSession === undefined) return undefined
  const text = provider.endSession.url ?? (await resolveServer(auth, provider)).metadata.end_session_endpoint
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url !== null && mayBeCalled(provider, url)) return url
  throw new InvalidEndpoints(
    'its endpoint for signing out has no https: URL, or one on a private network. Set `endSession`.',
  )
}

async function urlFor(
  ctx: Context,
  endpoint: URL,
  { provider, idToken, callbackUrl }: SignOutAtProvider,
): Promise<string> {
  const state = randomHex(32)
  const standard = {
    client_id: provider.clientId,
    post_logout_redirect_uri: endpointUrl(ctx.base, `signout/${provider.id}`),
    state,
  }
  const url = withParameters(endpoint, provider, withoutUndefined({ id_token_hint: idToken, ...standard }))
  const target =
    url.length <= MAX_URL_LENGTH
      ? url
      : withParameters(endpoint, provider, withoutUndefined({ ...shortHint(idToken), ...standard }))
  if (target !== url) warnOfLongToken(ctx.auth, provider)
  const pending: PendingSignOut = { signedOutAt: provider.id, callbackUrl }
  // Also if the response reports that a copy of the session may stay valid.
  const key = cookieKey(provider, target.includes(state) ? state : undefined)
  keepCookie(ctx.cookies, await rememberSealed(ctx, key, pending, LIFETIME_SECONDS))
  return target
}

function withParameters(
  endpoint: URL,
  { endSession }: ResolvedOAuthProvider,
  standard: Readonly<Record<string, string>>,
): string {
  const url = new URL(endpoint)
  const params = endSession?.params?.(standard) ?? standard
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** The session at the provider can replace the ID token that names it. */
function shortHint(idToken: string | undefined): { logout_hint?: string } {
  const { sid } = peekClaims(idToken)
  return typeof sid === 'string' && sid.length < 500 ? { logout_hint: sid } : {}
}

function warnOfLongToken(auth: ResolvedAuth, { id }: ResolvedOAuthProvider): void {
  auth.warnOnce(
    'no-provider-sign-out',
    `An ID token from provider "${id}" is too long for a URL, so a sign-out is sent without it, and the ` +
      'provider may ask the user to confirm. Make the provider put less into its ID tokens.',
  )
}
