import type { CookieDefinition, CookieDefinitions } from '../contract/cookie-jar.ts'
import { withoutUndefined } from '../records/record.ts'
import type { AuthConfig } from '../types/config.ts'
import type { CookieAttributes } from '../types/cookies.ts'

const DEFAULT_PREFIX = 'latchkey'

/** Returns the session cookie's default name. */
export function sessionCookieName(cookiePrefix: string | undefined, isSecure: boolean | undefined): string {
  return `${isSecure ? '__Secure-' : ''}${cookiePrefix ?? DEFAULT_PREFIX}.session-token`
}

/**
 * Returns the cookies' names and attributes. With TLS, their names have the prefixes that make
 * browsers reject cookies that were set by other hosts or without TLS.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-cookie-name-prefixes
 */
export function cookieDefinitions(
  { cookies = {}, cookiePrefix = DEFAULT_PREFIX }: Pick<AuthConfig, 'cookies' | 'cookiePrefix'>,
  isSecure: boolean,
): CookieDefinitions {
  const defaults = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } as const
  const definition = (key: keyof CookieDefinitions, prefix: string, name: string): CookieDefinition => {
    const options = { ...defaults, ...withoutUndefined(cookies[key]?.options ?? {}) }
    return {
      name: cookies[key]?.name ?? `${isSecure ? allowedPrefix(prefix, options) : ''}${cookiePrefix}.${name}`,
      options,
    }
  }
  return {
    sessionToken: definition('sessionToken', '__Secure-', 'session-token'),
    callbackUrl: definition('callbackUrl', '__Host-', 'callback-url'),
    csrfToken: definition('csrfToken', '__Host-', 'csrf-token'),
    transaction: definition('transaction', '__Host-', 'transaction'),
    webauthnChallenge: definition('webauthnChallenge', '__Host-', 'challenge'),
    trustedDevice: definition('trustedDevice', '__Host-', 'trusted-device'),
    knownDevice: definition('knownDevice', '__Host-', 'known-device'),
    providerTokens: definition('providerTokens', '__Host-', 'provider-tokens'),
  }
}

/**
 * `__Host-` prevents sibling domains from setting a cookie. Browsers accept it only without a
 * domain and with the path `/`.
 */
function allowedPrefix(prefix: string, { domain, path }: CookieAttributes): string {
  return domain === undefined && path === '/' ? prefix : '__Secure-'
}
