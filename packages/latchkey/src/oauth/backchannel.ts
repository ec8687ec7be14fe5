import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import { callIfHealthy, type ServiceHealth, unknownHealth } from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { AuthError } from '../errors/auth-error.ts'
import { CallbackRouteError } from '../errors/callbacks.ts'
import { InvalidEndpoints } from '../errors/configuration.ts'
import { isLoopback } from '../http/public-base.ts'
import { RecentMap } from '../records/recent-map.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { noResponse } from './failures/no-response.ts'
import { isPrivateHost } from './private-host.ts'

const MAX_BYTES = 1024 * 1024
const MAX_SERVICES = 1000

type Fetch = typeof fetch

export interface RequestOptions {
  readonly [customFetch]: Fetch
  readonly [allowInsecureRequests]: true
}

/**
 * Returns the options for `oauth4webapi` requests. `backchannel` decides whether a request may go
 * without TLS.
 */
export function requestOptions(auth: ResolvedAuth, provider: ResolvedOAuthProvider): RequestOptions {
  return { [customFetch]: backchannel(auth, provider), [allowInsecureRequests]: true }
}

/**
 * Returns the `fetch` for requests to a provider. It requires TLS, follows no redirect, and returns
 * the whole response or throws within the time limit. It reads at most 1 MB, and does not call a
 * host that is down.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.9
 */
export function backchannel(auth: ResolvedAuth, provider: ResolvedOAuthProvider): Fetch {
  const { now } = auth
  const send = provider.fetch ?? auth.fetch
  const timeout = auth.timeouts.oauth
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!mayBeCalled(provider, url)) throw notAllowed(provider, url)
    const method = (input instanceof Request ? input : init)?.method ?? 'GET'
    const request = `${method} ${url.origin}${url.pathname}`
    return callIfHealthy(findHealth(auth, provider, url.origin), {
      service: `provider "${provider.id}" at ${url.origin}`,
      now,
      timeout,
      work: async (limit) => {
        const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
        return wholeResponse(await send(input, { ...init, redirect: 'manual', signal }), request, limit)
      },
      failure: (error) =>
        error instanceof AuthError ? error : noResponse(provider, request, error, timeout),
    })
  }
}

/**
 * Returns the object under which the results of a provider's requests are remembered: its `fetch`,
 * or the function that creates the configuration and with it a new `fetch` for each request.
 */
export function cacheScope({ fetch, source }: ResolvedAuth, provider: ResolvedOAuthProvider): object {
  return provider.fetch === undefined ? fetch : (source ?? provider.fetch)
}

const healths = new WeakMap<object, RecentMap<ServiceHealth>>()

/**
 * Returns a host's health for this provider configuration. Each configuration has its own: one
 * tenant's provider can name the host of another tenant's, with a path that never responds.
 */
function findHealth(auth: ResolvedAuth, provider: ResolvedOAuthProvider, origin: string): ServiceHealth {
  const { id, clientId, issuer, discovery, authorization, token, userinfo } = provider
  const urls = [authorization.url, token.url, userinfo.url]
  const key = JSON.stringify([id, clientId, issuer, discovery, ...urls, origin])
  const scope = cacheScope(auth, provider)
  const known = healths.get(scope) ?? new RecentMap<ServiceHealth>(MAX_SERVICES)
  const health = known.get(key) ?? unknownHealth()
  known.set(key, health)
  healths.set(scope, known)
  return health
}

/** Names the option that allows the URL, if there is one. */
function notAllowed(provider: ResolvedOAuthProvider, { protocol, hostname, origin }: URL): InvalidEndpoints {
  const isPlain =
    protocol === 'http:' && !(isPrivateHost(hostname) && !isConfiguredAt(provider, isPrivateHost))
  return new InvalidEndpoints(
    `The provider "${provider.id}" was not called at ${origin}. ` +
      (isPlain
        ? 'Its URLs must begin with https:. If this network is trusted, set `dangerouslyAllowHttp: true`.'
        : 'Its URLs must begin with https:, and must be public or on a host that you configured.'),
  )
}

const requests = new WeakMap<Response, string>()

/** Returns the method and the URL, without the query, that a provider responded to. */
export function describeTarget(response: Response): string | undefined {
  return requests.get(response)
}

/** Returns the second response, which replaces the first, as a response to the same request. */
export function copyRequest(from: Response, to: Response): Response {
  const request = requests.get(from)
  if (request !== undefined) requests.set(to, request)
  return to
}

/**
 * Returns whether this URL may be used for the provider. HTTPS is always allowed. HTTP is allowed
 * only with `dangerouslyAllowHttp`, or on the loopback interface for a provider that is configured
 * there. A private host is allowed only for a provider that is configured with a private host.
 */
export function mayBeCalled(provider: ResolvedOAuthProvider, url: URL): boolean {
  if (isPrivateHost(url.hostname) && !isConfiguredAt(provider, isPrivateHost)) return false
  if (url.protocol === 'https:') return true
  if (url.protocol !== 'http:') return false
  return provider.allowsHttp || (isLoopback(url.host) && isConfiguredAt(provider, isLoopback))
}

function isConfiguredAt(
  {
    issuer,
    discovery,
    authorization,
    token,
    userinfo,
    refresh,
    revocation,
    endSession,
  }: ResolvedOAuthProvider,
  isThere: (hostname: string) => boolean,
): boolean {
  const endpoints = [authorization, token, userinfo, refresh, revocation, endSession]
  const urls = [issuer, discovery, ...endpoints.map((endpoint) => endpoint?.url)]
  return urls.some((url) => url !== undefined && isThere(new URL(url).hostname))
}

/** Reads the whole response, so that the time limit also covers its end. */
async function wholeResponse(response: Response, request: string, limit: AbortSignal): Promise<Response> {
  const { status, statusText, headers } = response
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    bytes += chunk.byteLength
    limit.throwIfAborted()
    if (bytes > MAX_BYTES) throw new CallbackRouteError(`${request} returned more than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  const whole = new Response(response.body && new Blob(chunks), { status, statusText, headers })
  requests.set(whole, request)
  return whole
}
