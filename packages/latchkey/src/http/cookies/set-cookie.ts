import type { Cookie } from '../../types/cookies.ts'

/**
 * Visible ASCII except `=` and `;`, which end a name.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.1
 */
const NAME = /^[!-:<>-~]+$/
const DOMAIN = /^\.?[\w-]+(?:\.[\w-]+)*$/
const PATH = /^[ -:=-~]*$/
/**
 * Values that percent-encoding leaves unchanged, such as tokens. Long tokens make this check
 * worthwhile.
 */
const PLAIN = /^[\w.~-]*$/
const PRIORITY = { low: 'Low', medium: 'Medium', high: 'High' } as const
const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

/**
 * Serializes a cookie as the value of a `Set-Cookie` header.
 *
 * @throws {TypeError} if a name or attribute is invalid or could inject another attribute
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

function checked(attribute: string, rule: RegExp, text: string): string {
  if (!rule.test(text)) throw invalidAttribute(attribute)
  return text
}

/**
 * Returns a value in the header's spelling. Other libraries ignore case here, so configurations
 * vary.
 */
function named(attribute: string, names: Readonly<Record<string, string>>, value: string): string {
  const name = Object.hasOwn(names, value.toLowerCase()) ? names[value.toLowerCase()] : undefined
  if (name === undefined) throw invalidAttribute(attribute)
  return name
}

function invalidAttribute(attribute: string): TypeError {
  return new TypeError(`A cookie's ${attribute} is not valid. Correct it in the \`cookies\` option.`)
}
