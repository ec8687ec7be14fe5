import { calculatePKCECodeChallenge } from 'oauth4webapi'
import type { Context } from '../contract/context.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { setParameters } from './parameters.ts'
import type { Transaction } from './transaction.ts'

/** Parameters that carry the safety of the flow: nobody outside the configuration sets them. */
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

/**
 * The URL to which a browser is sent to sign in.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4.3 PKCE
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export async function authorizationUrl(
  ctx: Context,
  endpoint: URL,
  provider: ResolvedOAuthProvider,
  transaction: Transaction,
): Promise<string> {
  const url = new URL(endpoint)
  const set = (name: string, value: string): void => url.searchParams.set(name, value)
  // WeChat takes the parameters in this order only, with `scope` and `state` behind them.
  set(provider.clientIdParameter, provider.clientId)
  set('redirect_uri', transaction.redirectUri)
  set('response_type', 'code')
  setParameters(url, provider.authorization.params)
  for (const [name, value] of ctx.query) if (isFree(ctx, provider, name)) set(name, value)
  if (!url.searchParams.has('scope')) set('scope', DEFAULT_SCOPE)
  // An empty one is no scope at all, for vendors that know none. @see https://www.rfc-editor.org/rfc/rfc6749#appendix-A.4
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

/** `scope` may be chosen by server code of the application, but not by whoever posts a form. */
function isFree({ url }: Context, { clientIdParameter }: ResolvedOAuthProvider, name: string): boolean {
  if (name === 'callbackUrl' || name === clientIdParameter) return false
  return !RESERVED.has(name) && !(name === 'scope' && url !== undefined)
}

/** Does this provider answer by a form that its site posts to us? @see https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html */
export function usesFormPost({ authorization }: ResolvedOAuthProvider): boolean {
  const inUrl =
    authorization.url === undefined ? null : new URL(authorization.url).searchParams.get('response_mode')
  return (authorization.params?.response_mode ?? inUrl) === 'form_post'
}
