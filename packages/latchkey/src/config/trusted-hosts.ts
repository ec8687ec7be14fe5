import type { ResolvedAuth } from '../contract/context.ts'
import { isHostPattern, matchesHost } from '../security/host-pattern.ts'

const SCHEME = /^https?:\/\//i

/** Returns a function that finds the entry of `trustedHosts` for a host. */
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

/** Returns what is wrong with the option `trustedHosts`. */
export function findTrustedHostsProblem(entries: readonly string[] = []): string | undefined {
  const invalid = entries.find((entry) => !isHostPattern(String(entry).replace(SCHEME, '')))
  if (invalid === undefined) return undefined
  return (
    `\`trustedHosts\` contains ${JSON.stringify(invalid)}, which is not a valid host. ` +
    'Use a host such as app.example.com, *.preview.example.com or http://192.168.1.5:3000.'
  )
}
