/**
 * Returns whether a host matches a pattern. The ports must be equal. `*` matches one or more
 * characters except a dot: `*.example.com` matches neither `example.com` nor `a.b.example.com`.
 *
 * @param host host as in a URL, in lower case
 */
export function matchesHost(host: string, pattern: string): boolean {
  const [start = '', end] = pattern.toLowerCase().split('*')
  if (end === undefined) return host === start
  const wild = host.slice(start.length, host.length - end.length)
  return wild !== '' && !wild.includes('.') && host === `${start}${wild}${end}`
}
