import {
  type AuthorizationServer,
  discoveryRequest,
  type ExportedJWKSCache,
  type JWKSCacheInput,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { isRecent } from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { RecentMap } from '../records/recent-map.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { cacheScope, requestOptions } from './backchannel.ts'
import { resolveTenantIssuer } from './tenants.ts'

/** What is known about a provider's server: its endpoints, and its keys once they were needed. */
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
const MAX_SERVERS = 1000
const discovered = new WeakMap<object, RecentMap<CachedServer | FailedDiscovery>>()

/**
 * Returns a provider's metadata and keys, cached for an hour. Remembers a failure for some seconds.
 *
 * Caches the result, never its promise: on Cloudflare Workers, a promise cannot be used after its
 * request has ended. Several first sign-ins at the same time may therefore each send a request.
 */
export async function discover(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Promise<Server> {
  const scope = cacheScope(auth, provider)
  const servers = discovered.get(scope) ?? new RecentMap(MAX_SERVERS)
  discovered.set(scope, servers)
  const key = cacheKey(provider)
  const known = servers.get(key)
  if (known !== undefined && 'error' in known && isRecent(known.failedAt, auth.now())) throw known.error
  if (known !== undefined && 'server' in known && known.staleAt > auth.now()) return known.server
  try {
    const server = { metadata: await requestMetadata(auth, provider), jwks: {} }
    servers.set(key, { server, staleAt: auth.now() + ONE_HOUR })
    return server
  } catch (error) {
    // Another request may have succeeded in the meantime.
    if (servers.get(key) === known) servers.set(key, { error, failedAt: auth.now() })
    throw error
  }
}

/**
 * Everything that the result depends on: other tenants may configure the same issuer differently.
 */
function cacheKey({ issuer, discovery, token, issuerTemplate, allowsHttp }: ResolvedOAuthProvider): string {
  return JSON.stringify([issuer, discovery, token.url, issuerTemplate, allowsHttp])
}

/**
 * Requests the metadata from the URL in `discovery`, otherwise from the issuer. If the issuer
 * cannot be read and the token endpoint is configured on another host, this server may know the
 * provider only by that host's name, as in a network of containers. The issuer's path is then
 * requested there.
 */
async function requestMetadata(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
): Promise<AuthorizationServer> {
  const issuer = new URL(provider.issuer ?? '')
  const configured = provider.discovery && new URL(provider.discovery.replace(WELL_KNOWN, '$1'))
  try {
    return await metadataAt(auth, provider, configured || issuer)
  } catch (error) {
    const host = provider.token.url && new URL(provider.token.url).origin
    if (configured || !host || host === issuer.origin) throw error
    const internal = new URL(issuer.pathname, host)
    return metadataAt(auth, provider, internal).catch(() => {
      throw error
    })
  }
}

/** The path that is appended to an issuer, before a query. */
const WELL_KNOWN = /\/\.well-known\/openid-configuration\/?(\?|$)/

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function metadataAt(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  place: URL,
): Promise<AuthorizationServer> {
  const issuer = new URL(provider.issuer ?? '')
  const response = await discoveryRequest(place, requestOptions(auth, provider))
  const expected =
    provider.issuerTemplate === undefined
      ? issuer
      : await resolveTenantIssuer(provider.issuerTemplate, issuer, response)
  return withBothNames(await processDiscoveryResponse(expected, response), issuer, place)
}

/** The endpoints that this server calls. */
const FOR_SERVER = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri', 'revocation_endpoint'] as const
/** The endpoints that the browser is sent to. */
const FOR_BROWSER = ['authorization_endpoint', 'end_session_endpoint'] as const

/**
 * Returns the endpoints of a provider with two names: its metadata came from another host than the
 * issuer's. In the endpoints that this server calls, uses the name by which it knows the provider;
 * in those for the browser, the issuer's name.
 */
function withBothNames(metadata: AuthorizationServer, issuer: URL, place: URL): AuthorizationServer {
  if (place.origin === issuer.origin) return metadata
  const renamed = { ...metadata }
  for (const name of FOR_SERVER) renamed[name] = withOrigin(renamed[name], issuer.origin, place.origin)
  for (const name of FOR_BROWSER) renamed[name] = withOrigin(renamed[name], place.origin, issuer.origin)
  return renamed
}

function withOrigin(endpoint: string | undefined, from: string, to: string): string | undefined {
  const url = endpoint === undefined ? null : URL.parse(endpoint)
  return url?.origin === from ? to + url.href.slice(from.length) : endpoint
}
