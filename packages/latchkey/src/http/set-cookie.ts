import type { Cookie } from '../types/cookies.ts'

/** Visible ASCII without what ends a name. @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1 */
const NAME = /^[!-:<>-~]+$/
const DOMAIN = /^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i
const PATH = /^[ -:=-~]*$/
/** What stays as it is when it is encoded: all of a token, whose length makes it worth a look. */
const PLAIN = /^[\w.~-]*$/
const PRIORITY = { low: 'Low', medium: 'Medium', high: 'High' } as const
const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

/**
 * A cookie as the value of a `Set-Cookie` header.
 *
 * @throws {TypeError} for a name or attribute that would reach beyond its place in the header
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1
 */
export function serializeCookie({ name, value, options }: Cookie): string {
  const { maxAge, domain, path, expires, priority, sameSite } = options
  const parts = [
    `${checked('name', NAME, name)}=${PLAIN.test(value) ? value : encodeURIComponent(value)}`,
    maxAge !== undefined && `Max-Age=${checked('maxAge', /^-?\d+$/, String(maxAge))}`,
    domain && `Domain=${checked('domain', DOMAIN, domain)}`,
    path && `Path=${checked('path', PATH, path)}`,
    expires && `Expires=${checked('expires', /GMT$/, new Date(expires).toUTCString())}`,
    options.httpOnly && 'HttpOnly',
    options.secure && 'Secure',
    options.partitioned && 'Partitioned',
    priority && `Priority=${named('priority', PRIORITY, priority)}`,
    sameSite && `SameSite=${named('sameSite', SAME_SITE, sameSite === true ? 'strict' : sameSite)}`,
  ]
  return parts.filter(Boolean).join('; ')
}

function checked(what: string, rule: RegExp, text: string): string {
  if (!rule.test(text)) throw unwritable(what)
  return text
}

/** The name of a value as the header has it; other tools take it in any case, so configurations have it so. */
function named(what: string, names: Readonly<Record<string, string>>, value: string): string {
  const name = Object.hasOwn(names, value.toLowerCase()) ? names[value.toLowerCase()] : undefined
  if (name === undefined) throw unwritable(what)
  return name
}

function unwritable(what: string): TypeError {
  return new TypeError(
    `The ${what} of a cookie cannot be written into a header. See \`cookies\` in the configuration.`,
  )
}
