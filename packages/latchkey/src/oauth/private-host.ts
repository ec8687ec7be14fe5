/** @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const PRIVATE_IPV4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./
/** Also IPv4 addresses written as IPv6: nobody has a reason to. @see https://www.iana.org/assignments/iana-ipv6-special-registry */
const PRIVATE_IPV6 = /^\[(?:::1?|(?:f[cd]|fe[89ab]).*|(?:::ffff:|64:ff9b:).*)\]$/

/**
 * Does a host, as `URL.hostname` has it, lie inside this machine or a private network? A name may lead there all the same: whoever has to fear
 * that keeps it off the network, where it can be seen what a name resolves to.
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  if (name.startsWith('[')) return PRIVATE_IPV6.test(name)
  if (/^\d+(?:\.\d+){3}$/.test(name)) return PRIVATE_IPV4.test(name)
  return name === 'localhost' || name.endsWith('.localhost')
}
