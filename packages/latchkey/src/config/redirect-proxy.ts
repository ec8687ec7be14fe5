import type { ResolvedProvider } from '../contract/providers.ts'
import { InvalidOption } from '../errors.ts'
import { isLoopback } from '../http/public-base.ts'
import { isHostPattern } from '../security/host-pattern.ts'

/** The address of a proxy without a slash at its end; nothing when it is empty. */
export function redirectProxyUrl(given: string | undefined): string | undefined {
  return given?.replace(/\/+$/, '') || undefined
}

/**
 * What is wrong with the redirect proxy of a configuration.
 *
 * @param shared the one that counts for every provider without its own
 * @param basePath of this deployment: below an empty one the address of a proxy may have no path either
 */
export function findRedirectProxyProblem(
  shared: string | undefined,
  targets: readonly string[] | undefined,
  providers: Iterable<ResolvedProvider>,
  basePath: string,
): InvalidOption | undefined {
  const named: [string, string | undefined][] = [['`redirectProxyUrl` or AUTH_REDIRECT_PROXY_URL', shared]]
  for (const provider of providers) {
    if ('redirectProxyUrl' in provider)
      named.push([`\`redirectProxyUrl\` of the provider "${provider.id}"`, provider.redirectProxyUrl])
  }
  for (const [name, url] of named) {
    const wrong = url === undefined ? undefined : addressProblem(url, basePath)
    if (wrong !== undefined) return new InvalidOption(`${name} ${wrong}`)
  }
  const odd = targets?.find((target) => !isHostPattern(target))
  if (odd === undefined) return undefined
  return new InvalidOption(
    `\`redirectProxyTargets\` has ${JSON.stringify(odd)}, which is no host. Write it like app.example.com, localhost:3000 or *.preview.example.com.`,
  )
}

function addressProblem(text: string, basePath: string): string | undefined {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null
  if (url === null)
    return 'is not an http(s) URL. Write it with its scheme, for instance https://app.example.com/auth'
  if (url.protocol === 'http:' && !isLoopback(url.host)) return 'has no TLS. Write it with https:'
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    return 'is more than an address and a path. Leave user, query and fragment out.'
  }
  if (url.pathname !== '/' || basePath === '') return undefined
  return `has no path. Write it up to where the library answers there, for instance ${url.origin}${basePath}`
}
