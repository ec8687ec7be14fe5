/**
 * Key of a provider under which its own `fetch` is found. It is used for discovery, token, key and userinfo requests.
 *
 * @example
 * ```ts
 * import { customFetch } from 'latchkey'
 * import Google from 'latchkey/providers/google'
 *
 * Google({ [customFetch]: (input, init) => fetch(input, { ...init, cache: 'no-store' }) })
 * ```
 */
export const customFetch: unique symbol = Symbol('latchkey.customFetch')

/**
 * Value of the option `raw`, with which `Auth` gives the outcome of a request as plain data instead of a `Response`, and throws what fails.
 * For server code that writes cookies and redirects by itself.
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig, raw } from 'latchkey'
 *
 * export async function signOutUrl(request: Request, config: AuthConfig): Promise<string | undefined> {
 *   const answer = await Auth(request, { ...config, raw })
 *   for (const { name, value, options } of answer.cookies ?? []) console.log(name, value, options)
 *   return answer.redirect
 * }
 * ```
 */
export const raw: unique symbol = Symbol('latchkey.raw')

/**
 * Value of `skipCSRFCheck` that leaves the double-submit token out. Foreign origins stay refused.
 * For code that has its own proof that a form came from its own page.
 */
export const skipCSRFCheck: unique symbol = Symbol('latchkey.skipCSRFCheck')
