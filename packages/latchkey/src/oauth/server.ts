import {
  type AuthorizationServer,
  discoveryRequest,
  type ExportedJWKSCache,
  type JWKSCacheInput,
  processDiscoveryResponse,
} from 'oauth4webapi'
import type { ResolvedAuth } from '../contract/context.ts'
import { InvalidEndpoints } from '../errors.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { setParameters } from './parameters.ts'
import { requestOptions } from './request-options.ts'
import { issuerOfTenants } from './tenants.ts'
import { mayBeCalled } from './transport.ts'

/** What is known of a provider's server: where its doors are, and its keys once they were needed. */
export interface Server {
  readonly metadata: AuthorizationServer
  readonly jwks: JWKSCacheInput & Partial<ExportedJWKSCache>
}

interface CachedServer {
  readonly server: Server
  /** Milliseconds since 1970. */
  readonly staleAt: number
}

const ONE_HOUR = 60 * 60 * 1000
const MAX_ISSUERS = 500
const discovered = new WeakMap<typeof fetch, Map<string, CachedServer>>()

/**
 * The server of a provider: its endpoints as configured, the others as discovered. What was discovered is kept for an hour.
 *
 * @throws {InvalidEndpoints} when an endpoint is neither configured nor discovered.
 */
export async function serverOf(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Promise<Server> {
  const { authorization, token, userinfo } = provider
  const { metadata, jwks } = needsDiscovery(provider)
    ? await discover(auth, provider)
    : { metadata: undefined, jwks: {} }
  const endpoints = definedOnly({
    authorization_endpoint: authorization.url,
    token_endpoint: withParameters(token.url ?? metadata?.token_endpoint, token.params),
    userinfo_endpoint: withParameters(userinfo.url ?? metadata?.userinfo_endpoint, userinfo.params),
  })
  // Without an issuer the name is only a label; what a provider says about its issuer is then left out, see `redeem`.
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

/** Where a browser is sent to sign in. @throws {InvalidEndpoints} */
export function authorizationEndpoint({ metadata }: Server, provider: ResolvedOAuthProvider): URL {
  const text = metadata.authorization_endpoint
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && mayBeCalled(provider, url)) return url
  throw new InvalidEndpoints(
    `The provider "${provider.id}" has no authorization endpoint with https: that is configured or found at its issuer.`,
  )
}

function needsDiscovery({ type, issuer, authorization, token, userinfo }: ResolvedOAuthProvider): boolean {
  if (issuer === undefined) return false
  // The keys that ID tokens are signed with are found nowhere else.
  return type === 'oidc' || !authorization.url || !token.url || !(userinfo.url || userinfo.request)
}

/**
 * Kept once it is there, never while it is under way: on Workers a promise ends with the request that made it, and whoever waits for it in
 * another request waits in vain. So a few first sign-ins at once may each ask.
 */
async function discover(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Promise<Server> {
  const fetcher = provider.fetch ?? auth.fetch
  const byIssuer = discovered.get(fetcher) ?? new Map<string, CachedServer>()
  discovered.set(fetcher, byIssuer)
  const issuer = provider.issuer ?? ''
  const known = byIssuer.get(issuer)
  if (known !== undefined && known.staleAt > auth.now()) return known.server
  const server = await requestDiscovery(auth, provider, issuer)
  if (byIssuer.size >= MAX_ISSUERS) byIssuer.clear()
  byIssuer.set(issuer, { server, staleAt: auth.now() + ONE_HOUR })
  return server
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

function definedOnly(endpoints: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(endpoints).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
