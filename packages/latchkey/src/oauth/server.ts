import {
  type AuthorizationServer,
  discoveryRequest,
  type ExportedJWKSCache,
  type JWKSCacheInput,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { isRecent } from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { InvalidEndpoints } from '../errors/configuration.ts'
import { withoutUndefined } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { setParameters } from './authorization-url.ts'
import { mayBeCalled, requestOptions } from './backchannel.ts'
import { issuerOfTenants } from './tenants.ts'

/** What is known of a provider's server: its endpoints, and its keys once they were needed. */
export interface Server {
  readonly metadata: AuthorizationServer
  readonly jwks: JWKSCacheInput & Partial<ExportedJWKSCache>
}

interface CachedServer {
  readonly server: Server
  /** Milliseconds since 1970. */
  readonly staleAt: number
}

interface FailedDiscovery {
  readonly error: unknown
  /** Milliseconds since 1970. */
  readonly failedAt: number
}

const ONE_HOUR = 60 * 60 * 1000
const MAX_ISSUERS = 500
const discovered = new WeakMap<typeof fetch, Map<string, CachedServer | FailedDiscovery>>()

/**
 * Returns the server of a provider: its endpoints as configured, the others as discovered. What was
 * discovered is cached for an hour.
 */
export async function serverOf(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Promise<Server> {
  const { authorization, token, userinfo } = provider
  const { metadata, jwks } = needsDiscovery(provider)
    ? await discover(auth, provider)
    : { metadata: undefined, jwks: {} }
  const endpoints = withoutUndefined({
    authorization_endpoint: authorization.url,
    token_endpoint: withParameters(token.url ?? metadata?.token_endpoint, token.params),
    userinfo_endpoint: withParameters(userinfo.url ?? metadata?.userinfo_endpoint, userinfo.params),
  })
  // Without an issuer the name is only a label; `redeem` then ignores the issuer that the provider
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
  // Only discovery names the keys that ID tokens are signed with.
  return type === 'oidc' || !authorization.url || !token.url || !(userinfo.url || userinfo.request)
}

/**
 * Caches the result, never its promise: on Cloudflare Workers, a promise cannot be used after its
 * request has ended. Several first sign-ins at the same time may therefore each send a request. A
 * failure is remembered for some seconds.
 */
async function discover(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Promise<Server> {
  const fetcher = provider.fetch ?? auth.fetch
  const byIssuer = discovered.get(fetcher) ?? new Map<string, CachedServer | FailedDiscovery>()
  discovered.set(fetcher, byIssuer)
  const issuer = provider.issuer ?? ''
  const known = byIssuer.get(issuer)
  if (known !== undefined && 'error' in known && isRecent(known.failedAt, auth.now())) throw known.error
  if (known !== undefined && 'server' in known && known.staleAt > auth.now()) return known.server
  if (byIssuer.size >= MAX_ISSUERS) byIssuer.clear()
  try {
    const server = await requestDiscovery(auth, provider, issuer)
    byIssuer.set(issuer, { server, staleAt: auth.now() + ONE_HOUR })
    return server
  } catch (error) {
    // Another request may have succeeded meanwhile.
    if (byIssuer.get(issuer) === known) byIssuer.set(issuer, { error, failedAt: auth.now() })
    throw error
  }
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function requestDiscovery(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  issuer: string,
): Promise<Server> {
  const url = new URL(issuer)
  const response = await discoveryRequest(url, requestOptions(auth, provider))
  const expected =
    provider.issuerTemplate === undefined
      ? url
      : await issuerOfTenants(provider.issuerTemplate, url, response)
  return { metadata: await processDiscoveryResponse(expected, response), jwks: {} }
}
