import { pageClient } from '../client/page-client.ts'
import type { Client, ClientOptions, SignIn, SignOut } from '../client/types.ts'
import type { PublicProvider } from '../types/providers/provider.ts'

export type {
  Client,
  ClientOptions,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOut,
  SignOutParams,
  SignOutResponse,
} from '../client/types.ts'
export type { PublicProvider } from '../types/providers/provider.ts'

/**
 * Signs in and navigates to the URL that the server returns. With `redirect: false`, stays on the
 * page and returns the result.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/solid-start/client'
 *
 * await signIn('github', { redirectTo: '/account' })
 * ```
 * @experimental
 */
export const signIn: SignIn = pageClient.signIn

/**
 * Ends the session and navigates to the URL that the server returns. With `redirect: false`, stays
 * on the page.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/solid-start/client'
 *
 * await signOut({ redirectTo: '/' })
 * ```
 * @experimental
 */
export const signOut: SignOut = pageClient.signOut

/**
 * Returns the configured providers by id, or `null` if the request failed.
 *
 * @example
 * ```ts
 * import { getProviders } from 'latchkey/solid-start/client'
 *
 * const providers = await getProviders()
 * const names = Object.values(providers ?? {}).map(({ name }) => name)
 * ```
 * @experimental
 */
export const getProviders: () => Promise<Record<string, PublicProvider> | null> = pageClient.getProviders

/**
 * Returns the CSRF token, for clients that send neither `Sec-Fetch-Site` nor `Origin`. Empty if the
 * server has none.
 *
 * @example
 * ```ts
 * import { getCsrfToken } from 'latchkey/solid-start/client'
 *
 * const body = new URLSearchParams({ csrfToken: await getCsrfToken() })
 * ```
 * @experimental
 */
export const getCsrfToken: () => Promise<string> = pageClient.getCsrfToken

/**
 * The page's client, for the functions of `latchkey/client/forms`.
 *
 * @example
 * ```ts
 * import { requestPasswordReset } from 'latchkey/client/forms'
 * import { client } from 'latchkey/solid-start/client'
 *
 * await requestPasswordReset(client, { email: 'ada@example.com' })
 * ```
 * @experimental
 */
export const client: Client = pageClient

/**
 * Sets the endpoints' address, for example `configure({ basePath: '/accounts' })`. It applies from
 * the next request, also to the other modules that share the page's session.
 *
 * @example
 * ```ts
 * import { configure } from 'latchkey/solid-start/client'
 *
 * configure({ basePath: '/accounts' })
 * ```
 * @experimental
 */
export const configure: (options: ClientOptions) => void = pageClient.configure
