import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import type { ResolvedAuth } from '../contract/context.ts'
import { InvalidEndpoints } from '../errors.ts'
import { isLoopback } from '../http/public-base.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { noResponse } from './no-response.ts'
import { isPrivateHost } from './private-host.ts'

/** How long a provider may take for one response. */
const TIMEOUT_SECONDS = 10
const MAX_BYTES = 1024 * 1024

export interface RequestOptions {
  readonly [customFetch]: typeof fetch
  readonly [allowInsecureRequests]: true
}

/**
 * Returns the options for the requests of `oauth4webapi`. Whether one may go without TLS is decided
 * by `backchannel`.
 */
export function requestOptions(auth: ResolvedAuth, provider: ResolvedOAuthProvider): RequestOptions {
  return { [customFetch]: backchannel(auth, provider), [allowInsecureRequests]: true }
}

/**
 * Returns the `fetch` for requests to a provider. It needs TLS, follows no redirect, waits ten
 * seconds at most and reads at most 1 MB.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.9
 */
export function backchannel(auth: ResolvedAuth, provider: ResolvedOAuthProvider): typeof fetch {
  const send = provider.fetch ?? auth.fetch
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (!mayBeCalled(provider, url)) throw notAllowed(provider, url)
    const timeout = AbortSignal.timeout(TIMEOUT_SECONDS * 1000)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    const method = (input instanceof Request ? input : init)?.method ?? 'GET'
    const request = `${method} ${url.origin}${url.pathname}`
    try {
      const sent = send(input, { ...init, redirect: 'manual', signal })
      // Raced, because the application's own `fetch` may ignore the signal.
      return limitBody(await Promise.race([sent, rejection(signal)]), request)
    } catch (error) {
      throw noResponse(provider, request, error, TIMEOUT_SECONDS)
    }
  }
}

function notAllowed({ id }: ResolvedOAuthProvider, { origin }: URL): InvalidEndpoints {
  return new InvalidEndpoints(
    `The provider "${id}" was not called at ${origin}. Its URLs must begin with https:, ` +
      'and must be public or on a host that you configured.',
  )
}

const requests = new WeakMap<Response, string>()

/** Returns the method and the URL, without the query, that a provider responded to. */
export function requestOf(response: Response): string | undefined {
  return requests.get(response)
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
  { issuer, authorization, token, userinfo }: ResolvedOAuthProvider,
  isThere: (hostname: string) => boolean,
): boolean {
  const urls = [issuer, authorization.url, token.url, userinfo.url]
  return urls.some((url) => url !== undefined && isThere(new URL(url).hostname))
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function limitBody(response: Response, request: string): Response {
  let bytes = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) controller.error(new RangeError(`A provider sent more than ${MAX_BYTES} bytes.`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  const body = response.body === null ? null : response.body.pipeThrough(limit)
  const limited = new Response(body, { status, statusText, headers })
  requests.set(limited, request)
  return limited
}
