import { SHARED_DOMAINS } from './shared-domains.ts'

/** Registries such as `co.uk`, `com.au` and `uk.com`. Short names of companies look the same. */
const REGISTRY = /^(?:[^.]{1,3}\.[^.]{2}|[^.]{1,2}\.[^.]+|[^.]+)$/

/**
 * Returns whether a host belongs to the owner of another host for sure: it is below the parent
 * domain of that host, and other owners have no hosts there. If that is in doubt, it must be below
 * the host itself.
 *
 * @param own host name as in a URL
 */
export function isOfSameOwner(hostname: string, own: string): boolean {
  const parent = own.slice(own.indexOf('.') + 1)
  const isAddress = /[\d\]]$/.test(own)
  const isShared = SHARED_DOMAINS.some((domain) => isBelow(parent, domain))
  return isBelow(hostname, isAddress || isShared || REGISTRY.test(parent) ? own : parent)
}

function isBelow(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}
