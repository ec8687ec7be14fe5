import { pageClient } from '../client/page-client.ts'
import type { ClientOptions, SignIn, SignOut } from '../client/types.ts'
import type { PublicProvider } from '../types/providers.ts'

export type {
  ClientOptions,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOut,
  SignOutParams,
  SignOutResponse,
} from '../client/types.ts'

/**
 * Signs in and navigates to the URL that the server returns. With `redirect: false`, stays on the
 * page and returns the result.
 */
export const signIn: SignIn = pageClient.signIn

/**
 * Ends the session and navigates to the URL that the server returns. With `redirect: false`, stays
 * on the page.
 */
export const signOut: SignOut = pageClient.signOut

/** Returns the configured providers by id, or `null` if the request failed. */
export const getProviders: () => Promise<Record<string, PublicProvider> | null> = pageClient.getProviders

/**
 * Returns the CSRF token, for clients that send neither `Sec-Fetch-Site` nor `Origin`. Empty if the
 * server has none.
 */
export const getCsrfToken: () => Promise<string> = pageClient.getCsrfToken

/**
 * Sets the address of the endpoints, for example `configure({ basePath: '/accounts' })`. It applies
 * from the next request, also to the other modules that share the session of the page.
 */
export const configure: (options: ClientOptions) => void = pageClient.configure
