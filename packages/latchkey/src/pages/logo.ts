/** A picture's address that a browser may load; a script's address is none. */
export function readLogo(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(?:https:\/\/|\/(?!\/)|data:image\/)[^\s"'<>\\]+$/i.test(value))
    return undefined
  // A semicolon or comma, which URLs allow in a host, would end the directive of the policy that names it.
  const host = URL.parse(value, 'https://origin.invalid')?.host
  return host === undefined || /[;,]/.test(host) ? undefined : value
}
