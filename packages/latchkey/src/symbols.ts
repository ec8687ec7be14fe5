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
 * Value of `skipCSRFCheck` that leaves the double-submit token out. Foreign origins stay refused.
 * For code that has its own proof that a form came from its own page.
 */
export const skipCSRFCheck: unique symbol = Symbol('latchkey.skipCSRFCheck')
