/** An IPv4 address, plain, with a port as some proxies write it, or as the end of an IPv6 one. */
const IPV4 = /^(?:::ffff:)?((?:\d{1,3}\.){3}\d{1,3})(?::\d+)?$/i

/**
 * The network that counts as one client: an IPv4 address, or the first 64 bits of an IPv6 one, which a single line has all to itself.
 * `undefined` for what is no address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6177 how many addresses a customer gets
 */
export function networkOf(address: string): string | undefined {
  const text = address
    .trim()
    .replace(/^\[|\](?::\d+)?$/g, '')
    .replace(/%.*$/, '')
  const v4 = IPV4.exec(text)?.[1]
  if (v4 !== undefined) return v4.split('.').every((part) => Number(part) < 256) ? v4 : undefined
  const url = text.includes(':') ? URL.parse(`http://[${text}]`) : null
  return url ? firstHalf(url.hostname.slice(1, -1)) : undefined
}

/** The four groups that come first, of an address in the form in which URLs have it: at most one `::` stands for the missing zeros. */
function firstHalf(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? new Array<string>(8 - before.length - after.length).fill('0') : []
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
