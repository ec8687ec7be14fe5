import { isLoopback } from '../http/public-base.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { isPrivateHost } from './private-host.ts'

/**
 * May this URL be used for the provider? With TLS always. Without it only when the application insists, or when it configured a provider
 * on this very machine: what such a provider names there is not read on any network. Inside a private network only what is configured there:
 * a provider elsewhere has no business in it.
 */
export function mayBeCalled(provider: ResolvedOAuthProvider, url: URL): boolean {
  if (isPrivateHost(url.hostname) && !isConfiguredAt(provider, isPrivateHost)) return false
  if (url.protocol === 'https:') return true
  if (url.protocol !== 'http:') return false
  return provider.allowsHttp || (isLoopback(url.host) && isConfiguredAt(provider, isLoopback))
}

function isConfiguredAt(
  { issuer, authorization, token, userinfo }: ResolvedOAuthProvider,
  place: (hostname: string) => boolean,
): boolean {
  return [issuer, authorization.url, token.url, userinfo.url].some(
    (url) => url !== undefined && place(new URL(url).hostname),
  )
}
