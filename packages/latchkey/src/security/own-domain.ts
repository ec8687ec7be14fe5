import { SHARED_DOMAINS } from './shared-domains.ts'

/**
 * Registries such as `co.uk`, `com.au`, `school.nz` and `uk.com`, and city registries such as
 * `shibuya.tokyo.jp`. Some company names look the same.
 */
const REGISTRY: readonly RegExp[] = [
  /^(?:[^.]{1,3}\.[^.]{2}|[^.]{1,2}\.[^.]+|[^.]+)$/,
  /^(?:academy|arts|asso|blog|club|coop|desa|ebiz|firm|game|geek|health|info|jobs|kiwi|mail|maori)\.[^.]{2}$/,
  /^(?:media|museum|name|perso|press|priv|school|shop|sport|store)\.[^.]{2}$/,
  /^[^.]+\.(?:[^.]{3,}\.jp|[^.]{2}\.us)$/,
]

/**
 * Returns whether a host certainly belongs to another host's owner: it is below that host's parent
 * domain, and other owners have no hosts there. If that is in doubt, it must be below the host
 * itself.
 *
 * @param own host name as in a URL
 */
export function isOfSameOwner(hostname: string, own: string): boolean {
  const parent = own.slice(own.indexOf('.') + 1)
  const isAddress = /[\d\]]$/.test(own)
  const isShared = SHARED_DOMAINS.some((domain) => isBelow(parent, domain))
  const isRegistry = REGISTRY.some((pattern) => pattern.test(parent))
  return isBelow(hostname, isAddress || isShared || isRegistry ? own : parent)
}

function isBelow(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
