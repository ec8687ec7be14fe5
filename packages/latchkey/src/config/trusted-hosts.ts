import type { ResolvedAuth } from '../contract/context.ts'
import { matchesHost } from '../security/host-pattern.ts'

/** What an entry may start with. */
export const SCHEME: RegExp = /^https?:\/\//i

/** Returns a function that finds a host's entry in `trustedHosts`. */
export function resolveTrustedHosts(entries: readonly string[]): ResolvedAuth['trustedHosts'] {
  const hosts = entries.map((entry) => {
    const text = String(entry).toLowerCase()
    return { pattern: text.replace(SCHEME, ''), allowsHttp: text.startsWith('http:') }
  })
  return (host) => {
    const matching = hosts.filter(({ pattern }) => matchesHost(host.toLowerCase(), pattern))
    return matching.find(({ allowsHttp }) => allowsHttp) ?? matching[0]
  }
}
