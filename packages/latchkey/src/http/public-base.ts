import type { Base, ResolvedAuth } from '../contract/context.ts'
import type { HeaderReader } from '../types/basics.ts'

/** Host and optional port, as in a URL: no user, no path, no list of hosts. */
export const HOST: RegExp = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Returns the public address of the application: the configured one, else the one in trusted
 * headers, else the one in the URL of the request. Every URL that Latchkey builds starts with it.
 * Returns `undefined` if no host can be trusted.
 *
 * @param requestUrl URL that the framework reports; absent when server code calls without a request
 */
export function publicBase(
  auth: ResolvedAuth,
  headers: HeaderReader,
  requestUrl: URL | undefined,
): Base | undefined {
  const address = auth.pinnedOrigin === undefined ? trustedAddress(auth, headers, requestUrl) : PINNED
  if (address === undefined) return undefined
  const cached = latest.get(auth)
  if (cached?.host === address.host && cached.protocol === address.protocol) return cached.base
  const base = baseOf(auth, auth.pinnedOrigin ?? originOf(address.protocol, address.host))
  latest.set(auth, { ...address, base })
  return base
}

/** Protocol and host as the client or proxy sent them. */
interface Address {
  readonly protocol: string
  readonly host: string
}

/** Cache key for a configured origin, which does not depend on headers. */
const PINNED: Address = { protocol: '', host: '' }

/**
 * Address of the previous request, which is the same for most requests. Only one is cached, because
 * clients can send any number of different hosts.
 */
const latest = new WeakMap<ResolvedAuth, Address & { readonly base: Base | undefined }>()

function baseOf(auth: ResolvedAuth, origin: string | undefined): Base | undefined {
  if (origin === undefined) return undefined
  const isSecure = auth.usesSecureCookies ?? origin.startsWith('https:')
  return {
    origin,
    home: `${origin}${auth.frameworkPath}`,
    path: auth.basePath,
    cookies: isSecure ? auth.cookies.secure : auth.cookies.plain,
  }
}

function trustedAddress(
  auth: ResolvedAuth,
  headers: HeaderReader,
  requestUrl: URL | undefined,
): Address | undefined {
  if (!auth.trustsHost) return undefined
  const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? requestUrl?.host
  if (!host || (auth.trustedHosts && !auth.trustedHosts.includes(host.toLowerCase()))) return undefined
  const protocol =
    headers.get('x-forwarded-proto') ??
    requestUrl?.protocol.slice(0, -1) ??
    (isLoopback(host) ? 'http' : 'https')
  return { protocol, host }
}

/** Returns the origin of a protocol and a host, or `undefined` if one of them is invalid. */
export function originOf(protocol: string, host: string | null): string | undefined {
  if (host === null || !HOST.test(host) || (protocol !== 'https' && protocol !== 'http')) return undefined
  return URL.parse(`${protocol}://${host}`)?.origin
}

/** Returns whether a host is a loopback address, so that its traffic does not leave the machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  )
}
