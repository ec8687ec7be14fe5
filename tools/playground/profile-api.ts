import type { Context, Middleware } from 'koa'
import type Provider from 'oidc-provider'
import { CLAIMS_BY_SCOPE, findUser, toClaims } from './users.ts'

export const API_PATH = '/api/profile'

type AccessToken = InstanceType<Provider['AccessToken']>

/**
 * An API of the provider that applications call with an access token: `GET /api/profile` returns
 * the profile of the user, and what the access token allows. It needs the scope `profile`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3
 */
export function profileApi(provider: Provider): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== API_PATH || ctx.method !== 'GET') return next()
    ctx.set('Cache-Control', 'no-store')
    const [, value] = /^Bearer ([\w.~+/-]+=*)$/i.exec(ctx.get('authorization')) ?? []
    if (value === undefined) return refuse(ctx, 401)
    const token = await provider.AccessToken.find(value)
    const user = token && !token.isExpired ? findUser(token.accountId) : undefined
    if (token === undefined || user === undefined)
      return refuse(ctx, 401, 'invalid_token', 'The access token is unknown, expired or revoked.')
    if (!token.scopes.has('profile'))
      return refuse(ctx, 403, 'insufficient_scope', 'The access token lacks the scope "profile".')
    ctx.body = { profile: toProfile(token, toClaims(user, provider.issuer)), access_token: toFacts(token) }
  }
}

/** Returns the claims that the scopes of the token allow. */
function toProfile({ scopes }: AccessToken, claims: ReturnType<typeof toClaims>): Record<string, unknown> {
  const allowed = Object.entries(CLAIMS_BY_SCOPE).flatMap(([scope, names]) =>
    scopes.has(scope) ? names.map(String) : [],
  )
  return Object.fromEntries(Object.entries(claims).filter(([name]) => allowed.includes(name)))
}

function toFacts({ scope, iat, exp }: AccessToken) {
  return { scope, issued_at: new Date(iat * 1000), expires_at: new Date((exp ?? 0) * 1000) }
}

/** Without an error code if the request had no token, as the standard says. */
function refuse(ctx: Context, status: 401 | 403, error?: string, description?: string): void {
  const details =
    error === undefined ? '' : `, error="${error}", error_description="${description?.replaceAll('"', "'")}"`
  ctx.status = status
  ctx.set('WWW-Authenticate', `Bearer realm="Playground ID"${details}`)
  ctx.body = { error: error ?? 'missing_token', error_description: description ?? 'Send an access token.' }
}
