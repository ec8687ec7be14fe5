/**
 * The first address and the length of each IPv4 block that is not public.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/multicast-addresses
 */
const PRIVATE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/**
 * Returns whether a `URL.hostname` names this machine or an address that is not public. A name may
 * still resolve to such an address. Only the network can prevent that, because it sees the resolved
 * address.
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  if (name.startsWith('[')) return !isPublicIPv6(name.slice(1, -1))
  if (/^\d+(?:\.\d+){3}$/.test(name)) return isPrivateIPv4(name)
  return name === 'localhost' || name.endsWith('.localhost')
}

function isPrivateIPv4(address: string): boolean {
  return PRIVATE_IPV4.some(([first, length]) => addressBlock(address, length) === addressBlock(first, length))
}

function addressBlock(address: string, length: number): number {
  const value = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
  return Math.floor(value / 2 ** (32 - length))
}

/**
 * Only addresses of `2000::/3` are public, which excludes IPv4 written as IPv6, and not those for
 * protocols (`2001::/23`), documentation (`2001:db8::/32`, `3fff::/20`) and 6to4 (`2002::/16`).
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
function isPublicIPv6(address: string): boolean {
  // An empty part stands for zeros.
  const [first = 0, second = 0] = address.split(':').map((part) => Number.parseInt(part || '0', 16))
  if (first < 0x2000 || first > 0x3fff || first === 0x2002) return false
  if (first === 0x2001) return second >= 0x200 && second !== 0xdb8
  return first !== 0x3fff || second >= 0x1000
}
