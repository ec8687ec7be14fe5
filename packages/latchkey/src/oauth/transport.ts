import type { ResolvedOAuthProvider } from '../contract.ts'
import { isLoopback } from '../http/public-base.ts'

/**
 * May this URL be used for the provider? With TLS always. Without it only when the application insists, or when it configured a provider
 * on this very machine: what such a provider names there is not read on any network.
 */
export function mayBeCalled(provider: ResolvedOAuthProvider, url: URL): boolean {
  if (url.protocol === 'https:') return true
  if (url.protocol !== 'http:') return false
  return provider.allowsHttp || (isLoopback(url.host) && isConfiguredHere(provider))
}

function isConfiguredHere({ issuer, authorization, token, userinfo }: ResolvedOAuthProvider): boolean {
  return [issuer, authorization.url, token.url, userinfo.url].some((url) => url !== undefined && isLoopback(new URL(url).host))
}
