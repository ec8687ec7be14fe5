import { calculatePKCECodeChallenge } from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { maxAgeFor } from './auth-time.ts'
import type { Transaction } from './transaction.ts'

/** Parameters that keep the flow secure: only the configuration may set them. */
const RESERVED = new Set([
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
])

const DEFAULT_SCOPE = 'openid profile email'
/** A sign-in does not keep longer lists. */
const MAX_SCOPE_LENGTH = 500

/**
 * Returns the URL that the browser is sent to for signing in.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4.3 PKCE
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export async function authorizationUrl(
  ctx: Context<ResolvedOAuthProvider>,
  endpoint: URL,
  transaction: Transaction,
): Promise<string> {
  const { provider } = ctx
  const url = new URL(endpoint)
  const set = (name: string, value: string): void => url.searchParams.set(name, value)
  // WeChat accepts the parameters only in this order, followed by `scope` and `state`.
  set(provider.clientIdParameter, provider.clientId)
  set('redirect_uri', transaction.redirectUri)
  set('response_type', 'code')
  setParameters(url, provider.authorization.params)
  if (transaction.within !== undefined && !url.searchParams.has('max_age'))
    set('max_age', maxAgeFor(transaction.within))
  for (const [name, value] of ctx.query) if (isAllowed(ctx, name)) set(name, value)
  if (ctx.url !== undefined && ctx.query.has('scope')) warnOfScope(ctx)
  if (!url.searchParams.has('scope')) set('scope', DEFAULT_SCOPE)
  // For providers without scopes: an empty `scope` is not valid.
  //
  // @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.4
  if (url.searchParams.get('scope') === '') url.searchParams.delete('scope')
  set('redirect_uri', transaction.redirectUri)
  set('state', transaction.state)
  if (provider.usesPkce) {
    set('code_challenge', await calculatePKCECodeChallenge(transaction.codeVerifier))
    set('code_challenge_method', 'S256')
  }
  if (transaction.nonce !== undefined) set('nonce', transaction.nonce)
  return url.href
}

/**
 * Returns the scopes that a URL requests, which are granted if the token response names none.
 * Returns `undefined` if they would make the sign-in's cookie too long.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
export function requestedScope(url: string): string | undefined {
  const scope = new URL(url).searchParams.get('scope') ?? ''
  return scope !== '' && scope.length <= MAX_SCOPE_LENGTH ? scope : undefined
}

/** The application's server code may choose the `scope`. A form that a browser posts may not. */
function isAllowed({ url, provider }: Context<ResolvedOAuthProvider>, name: string): boolean {
  if (name === 'callbackUrl' || name === provider.clientIdParameter) return false
  return !RESERVED.has(name) && !(name === 'scope' && url !== undefined)
}

function warnOfScope({ auth, provider }: Context<ResolvedOAuthProvider>): void {
  auth.warnOnce(
    'scope-ignored',
    `A browser sent a \`scope\` for "${provider.id}", which has no effect: users could change what the ` +
      "application may do. Set it in the provider's `authorization.params`, or call `signIn` on the server.",
  )
}

/**
 * Sets parameters on a URL: strings and numbers as they are, objects as JSON, which the `claims`
 * parameter needs. Leaves out `null` and `undefined`.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter
 */
export function setParameters(url: URL, params: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
}
