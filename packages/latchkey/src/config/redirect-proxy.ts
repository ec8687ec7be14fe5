import { isOAuthProvider, type ResolvedProvider } from '../contract/providers.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { isLoopback } from '../http/public-base.ts'
import { isFirstInProcess } from '../log/first-in-process.ts'
import type { LoggerInstance } from '../types/config.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { isHostPattern } from './host-pattern.ts'

/** Returns a proxy's URL without a trailing slash; `undefined` if it is empty. */
export function redirectProxyUrl(given: string | undefined): string | undefined {
  // In JavaScript, it may be a `URL`.
  return String(given ?? '').replace(/\/+$/, '') || undefined
}

/** What a configuration says about its redirect proxy. */
export interface RedirectProxy {
  /** The proxy URL for all providers that do not have their own. */
  readonly url: string | undefined
  readonly targets: readonly string[] | undefined
  /** This deployment's base path. If it is empty, a proxy URL needs no path. */
  readonly basePath: string
}

/**
 * Returns the problem of the redirect proxy that all providers share, or that one provider uses.
 * Only sign-ins with a provider need it, so it is not a problem of the whole configuration.
 */
export function findRedirectProxyProblem(
  { url: shared, targets, basePath }: RedirectProxy,
  provider?: ResolvedOAuthProvider,
): InvalidOption | undefined {
  const url = provider === undefined ? shared : provider.redirectProxyUrl
  if (provider !== undefined && url === undefined) return undefined
  const wrong = url === undefined ? undefined : addressProblem(url, basePath)
  const name =
    url === shared
      ? '`redirectProxyUrl` or `AUTH_REDIRECT_PROXY_URL`'
      : `\`redirectProxyUrl\` for provider "${provider?.id}"`
  if (wrong !== undefined) return new InvalidOption(`${name} ${wrong}`)
  const invalid = targets?.find((target) => !isHostPattern(target))
  if (invalid === undefined) return undefined
  return new InvalidOption(
    `\`redirectProxyTargets\` contains ${JSON.stringify(invalid)}, which is not a valid host. ` +
      'Use a host such as app.example.com, localhost:3000 or *.preview.example.com.',
  )
}

/**
 * Warns about a redirect proxy without a list of hosts. A deployment that does not know its own URL
 * may be the proxy.
 *
 * @param url this deployment's URL, if it is configured
 */
export function warnOfMissingTargets(
  url: string | undefined,
  providers: Iterable<ResolvedProvider>,
  logger: LoggerInstance,
): void {
  const own = url && URL.parse(url)?.origin
  const isProxy = [...providers].some(
    (provider) =>
      isOAuthProvider(provider) &&
      provider.redirectProxyUrl !== undefined &&
      (own ?? URL.parse(provider.redirectProxyUrl)?.origin) === URL.parse(provider.redirectProxyUrl)?.origin,
  )
  if (!isProxy || !isFirstInProcess('redirect-proxy-targets')) return
  logger.warn(
    'redirect-proxy-targets',
    '`redirectProxyTargets` is not set: the redirect proxy forwards only to hosts below its own parent ' +
      "domain. List your deployments, for example `redirectProxyTargets: ['*.preview.example.com']`",
  )
}

function addressProblem(text: string, basePath: string): string | undefined {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null
  if (url === null)
    return 'is not an http(s) URL. Include the scheme, for example https://app.example.com/auth'
  if (url.protocol === 'http:' && !isLoopback(url.host)) return 'does not use TLS. Use https:'
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return 'has a user, a query or a fragment. Set it to the origin and base path only.'
  }
  if (url.pathname !== '/' || basePath === '') return undefined
  return `has no path. Include the proxy's base path, for example ${url.origin}${basePath}`
}
