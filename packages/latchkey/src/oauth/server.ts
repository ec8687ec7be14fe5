import type { ResolvedAuth } from '../contract/context.ts'
import { InvalidEndpoints } from '../errors/configuration.ts'
import { withoutUndefined } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { setParameters } from './authorization-url.ts'
import { mayBeCalled } from './backchannel.ts'
import { discover, type Server } from './discovery.ts'

export type { Server } from './discovery.ts'

/**
 * Returns a provider's server: the configured endpoints, and the discovered ones for the rest.
 */
export async function resolveServer(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Promise<Server> {
  const { authorization, token, userinfo } = provider
  const { metadata, jwks } = needsDiscovery(provider)
    ? await discover(auth, provider)
    : { metadata: undefined, jwks: {} }
  const endpoints = withoutUndefined({
    authorization_endpoint: authorization.url,
    token_endpoint: withParameters(token.url ?? metadata?.token_endpoint, token.params),
    userinfo_endpoint: withParameters(userinfo.url ?? metadata?.userinfo_endpoint, userinfo.params),
  })
  // Without an issuer, the name is only a label; `redeem` then ignores the issuer that the provider
  // names.
  return {
    metadata: { issuer: provider.issuer ?? `urn:latchkey:${provider.id}`, ...metadata, ...endpoints },
    jwks,
  }
}

function withParameters(
  endpoint: string | undefined,
  params: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const url = endpoint === undefined || params === undefined ? null : URL.parse(endpoint)
  if (url === null) return endpoint
  setParameters(url, params)
  return url.href
}

/**
 * Returns the endpoint that the browser is sent to for signing in.
 *
 * @throws {InvalidEndpoints} if there is none with TLS
 */
export function authorizationEndpoint({ metadata }: Server, provider: ResolvedOAuthProvider): URL {
  const text = metadata.authorization_endpoint
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && mayBeCalled(provider, url)) return url
  throw new InvalidEndpoints(
    `The provider "${provider.id}" has no authorization endpoint with https:. ` +
      'Set `authorization`, or check its `issuer`.',
  )
}

function needsDiscovery({ type, issuer, authorization, token, userinfo }: ResolvedOAuthProvider): boolean {
  if (issuer === undefined) return false
  // Only discovery names the keys that sign ID tokens.
  return type === 'oidc' || !authorization.url || !token.url || !(userinfo.url || userinfo.request)
}
