import type { Base, ResolvedAuth } from '../contract/context.ts'
import type { HeaderReader } from '../types/basics.ts'

/**
 * Host and optional port, as in a URL: no user, no path, no list of hosts. `_` occurs in the names
 * of containers and tenants.
 */
export const HOST: RegExp = /^(?:\w(?:[\w.-]{0,252}\w)?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * Returns the application's public address: the configured one, otherwise the one in trusted
 * headers, otherwise the one in the request's URL. Every URL that Latchkey builds starts with it.
 * Returns `undefined` if no host can be trusted.
 *
 * @param requestUrl URL that the framework reports; absent when server code calls without a request
 */
export function publicBase(
  auth: ResolvedAuth,
  headers: HeaderReader,
  requestUrl: URL | undefined,
): Base | undefined {
  const address = auth.pinnedOrigin === undefined ? claimedAddress(auth, headers, requestUrl) : PINNED
  const cached = latest.get(auth)
  if (cached?.host === address.host && cached.protocol === address.protocol) return cached.base
  const base = buildBase(auth, auth.pinnedOrigin ?? trustedOrigin(auth, address))
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
 * The previous request's address, which is the same for most requests. Only one is cached, because
 * clients can send any number of different hosts.
 */
const latest = new WeakMap<ResolvedAuth, Address & { readonly base: Base | undefined }>()

function buildBase(auth: ResolvedAuth, origin: string | undefined): Base | undefined {
  if (origin === undefined) return undefined
  const isSecure = auth.usesSecureCookies ?? origin.startsWith('https:')
  return {
    origin,
    home: `${origin}${auth.frameworkPath}`,
    path: auth.basePath,
    cookies: isSecure ? auth.cookies.secure : auth.cookies.plain,
  }
}

/** Returns the address that a request claims. The rest of this file decides whether to trust it. */
function claimedAddress(
  { hostTrust }: ResolvedAuth,
  headers: HeaderReader,
  requestUrl: URL | undefined,
): Address {
  const forwarded = hostTrust.headers === 'forwarded' ? headers : undefined
  const host = forwarded?.get('x-forwarded-host') ?? headers.get('host') ?? requestUrl?.host ?? ''
  const sent = forwarded?.get('x-forwarded-proto') ?? undefined
  const own = requestUrl?.protocol.slice(0, -1) ?? sent ?? (isLoopback(host) ? 'http' : 'https')
  // A proxy may terminate TLS, but a header cannot undo that.
  return { protocol: sent === 'http' ? own : (sent ?? own), host }
}

/**
 * Returns an address's origin, or `undefined` if it is not trusted. Hosts of a list or a platform
 * have TLS unless their entry says otherwise: no client can choose the protocol.
 */
function trustedOrigin(auth: ResolvedAuth, { protocol, host }: Address): string | undefined {
  const { headers, isVerified } = auth.hostTrust
  const isLocal = isLoopback(host)
  if (headers === 'none' || (headers === 'loopback' && !isLocal)) return undefined
  const entry = auth.trustedHosts?.(host)
  const origin = auth.trustedHosts && !entry ? undefined : buildOrigin(protocol, host)
  return origin && isVerified && !isLocal && !entry?.allowsHttp ? buildOrigin('https', host) : origin
}

/** Returns the origin for a protocol and a host, or `undefined` if one of them is invalid. */
export function buildOrigin(protocol: string, host: string | null): string | undefined {
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
