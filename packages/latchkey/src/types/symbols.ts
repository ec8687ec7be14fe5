/**
 * A provider's key for its own `fetch`. Latchkey uses it for discovery, token, key and userinfo
 * requests.
 *
 * @example
 * ```ts
 * import { customFetch } from 'latchkey'
 * import Google from 'latchkey/providers/google'
 *
 * Google({ [customFetch]: (input, init) => fetch(input, { ...init, cache: 'no-store' }) })
 * ```
 */
export const customFetch: unique symbol = Symbol.for('latchkey.customFetch')

/**
 * The value for the option `dangerouslyAllowShortSecret`. With it, a secret shorter than 32
 * characters also encrypts in production. Anyone who guesses the secret can sign in as any user, so
 * prefer to put a longer secret in front of it.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig, dangerouslyAllowShortSecret } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config: AuthConfig = { providers: [GitHub], dangerouslyAllowShortSecret }
 *
 * export default { fetch: (request: Request) => Auth(request, config) }
 * ```
 */
export const dangerouslyAllowShortSecret: unique symbol = Symbol.for('latchkey.dangerouslyAllowShortSecret')

/**
 * The value for the option `raw`. With it, `Auth` returns plain data instead of a `Response`, and
 * throws errors. Use it in server code that sets cookies and redirects itself.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig, raw } from 'latchkey'
 *
 * export async function signOutUrl(request: Request, config: AuthConfig) {
 *   const result = await Auth(request, { ...config, raw })
 *   for (const { name, value, options } of result.cookies ?? []) console.log(name, value, options)
 *   return result.redirect
 * }
 * ```
 */
export const raw: unique symbol = Symbol.for('latchkey.raw')

/**
 * The value for the option `skipCSRFCheck`. It disables the double-submit CSRF token. Cross-origin
 * requests are still rejected. Use it if the application verifies in another way that a form was
 * submitted from its own pages.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig, skipCSRFCheck } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config: AuthConfig = { providers: [GitHub], skipCSRFCheck }
 *
 * export default { fetch: (request: Request) => Auth(request, config) }
 * ```
 */
export const skipCSRFCheck: unique symbol = Symbol.for('latchkey.skipCSRFCheck')
