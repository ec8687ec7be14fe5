/** A cookie as a `Set-Cookie` header describes it. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  /** By their names in lower case. Attributes without a value are empty strings. */
  readonly attributes: Readonly<Record<string, string>>
}

/** The cookies of a browser for one origin, in the order in which they were set. */
export type CookieJar = Map<string, string>

/** Stores and deletes the cookies of a response, as a browser does. */
export function storeCookies(jar: CookieJar, cookies: readonly SetCookie[]): void {
  for (const cookie of cookies) {
    if (isDeletion(cookie) || isExpired(cookie)) jar.delete(cookie.name)
    else jar.set(cookie.name, cookie.value)
  }
}

/** Reports whether a `Set-Cookie` header has no value, or no lifetime. */
export function isDeletion({ value, attributes }: SetCookie): boolean {
  return value === '' || attributes['max-age'] === '0'
}

function isExpired({ attributes: { expires } }: SetCookie): boolean {
  return expires !== undefined && Date.parse(expires) <= Date.now()
}

/** Returns the `Cookie` header. */
export function formatCookies(jar: CookieJar): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

export function parseSetCookie(header: string): SetCookie {
  const [pair = '', ...attributes] = header.split(/;\s*/)
  const { name, value } = splitPair(pair)
  const entries = attributes.map(splitPair).map((each) => [each.name.toLowerCase(), each.value])
  return { name, value, attributes: Object.fromEntries(entries) }
}

function splitPair(pair: string): { name: string; value: string } {
  const index = pair.includes('=') ? pair.indexOf('=') : pair.length
  return { name: pair.slice(0, index), value: pair.slice(index + 1) }
}
