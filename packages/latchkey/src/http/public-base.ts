import type { Base, ResolvedAuth } from '../contract/context.ts'
import type { HeaderReader } from '../types/basics.ts'

/** Host and port as a URL has them: no user, no path, no list of several. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/**
 * The address under which people reach the application: the configured one, else what trusted headers say, else what was requested.
 * `undefined` when no host can be believed. Every URL that the library makes begins with it.
 *
 * @param requestUrl as the framework has it; absent when server code calls by itself
 */
export function publicBase(
  auth: ResolvedAuth,
  headers: HeaderReader,
  requestUrl: URL | undefined,
): Base | undefined {
  const address = auth.pinnedOrigin === undefined ? believedAddress(auth, headers, requestUrl) : PINNED
  if (address === undefined) return undefined
  const known = latest.get(auth)
  if (known?.host === address.host && known.protocol === address.protocol) return known.base
  const base = baseOf(auth, auth.pinnedOrigin ?? originOf(address.protocol, address.host))
  latest.set(auth, { ...address, base })
  return base
}

/** Protocol and host as they were sent. */
interface Address {
  readonly protocol: string
  readonly host: string
}

/** Where no header is believed there is one address. */
const PINNED: Address = { protocol: '', host: '' }

/** The address of the visit before, mostly that of all. Only one is kept: whoever asks can write what they like into a header. */
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

/** Do the headers name a host that cannot be one? Then the request is at fault, and not the configuration. */
export function isHostMalformed(auth: ResolvedAuth, headers: HeaderReader): boolean {
  if (!auth.trustsHost) return false
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  const protocol = headers.get('x-forwarded-proto')
  if (protocol !== null && protocol !== 'https' && protocol !== 'http') return true
  return host !== null && !(HOST.test(host) && URL.canParse(`https://${host}`))
}

function believedAddress(
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

/** The origin that a protocol and a host make; nothing when one of them cannot be one. */
export function originOf(protocol: string, host: string | null): string | undefined {
  if (host === null || !HOST.test(host) || (protocol !== 'https' && protocol !== 'http')) return undefined
  return URL.parse(`${protocol}://${host}`)?.origin
}

/** Is this host the machine itself? Then the network does not see what is sent to it. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/:\d+$/, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  )
}
