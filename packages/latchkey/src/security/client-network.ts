/** An IPv4 address: plain, with a port as some proxies write it, or mapped into IPv6. */
const IPV4 = /^(?:::ffff:)?((?:\d{1,3}\.){3}\d{1,3})(?::\d+)?$/i

/**
 * Returns the network that counts as one client: an IPv4 address, or an IPv6 address's /64 prefix.
 * A single subscriber usually has at least a whole /64 network. Returns `undefined` if the text is
 * not an address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6177 IPv6 address assignment to end sites
 */
export function toNetwork(address: string): string | undefined {
  const text = address
    .trim()
    .replace(/^\[|\](?::\d+)?$/g, '')
    .replace(/%.*$/, '')
  const v4 = IPV4.exec(text)?.[1]
  if (v4 !== undefined) return v4.split('.').every((part) => Number(part) < 256) ? v4 : undefined
  const url = text.includes(':') ? URL.parse(`http://[${text}]`) : null
  return url ? firstHalf(url.hostname.slice(1, -1)) : undefined
}

/**
 * Returns the /64 prefix of an IPv6 address in URL form, where one `::` may stand for missing
 * zeros.
 */
function firstHalf(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? new Array<string>(8 - before.length - after.length).fill('0') : []
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
