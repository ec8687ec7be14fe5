/** Returns a value if it is a path, an `https:` URL or a `data:` URL of an image. */
export function readLogo(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^(?:https:\/\/|\/(?!\/)|data:image\/)[^\s"'<>\\]+$/i.test(value))
    return undefined
  // URLs allow a semicolon or comma in a host, which would end the directive in the content
  // security policy.
  const host = URL.parse(value, 'https://origin.invalid')?.host
  return host === undefined || /[;,]/.test(host) ? undefined : value
}
