'use client'
import { pageClient } from '../client/page-client.ts'
import type { Client, ClientOptions, GetSessionParams, SignIn, SignOut } from '../client/types.ts'
import type { PublicProvider } from '../types/providers/provider.ts'
import type { Session } from '../types/session.ts'

export type {
  Client,
  ClientOptions,
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '../client/types.ts'
export type { PublicProvider } from '../types/providers/provider.ts'
export type { DefaultSession, Session } from '../types/session.ts'
export type { User } from '../types/user.ts'
export { SessionContext } from './session-context.ts'
export { SessionProvider } from './session-provider.ts'
export type {
  AuthenticatedSession,
  LoadingSession,
  SessionContextValue,
  SessionProviderProps,
  UnauthenticatedSession,
  UpdateSession,
  UseSessionOptions,
} from './types.ts'
export { useSession } from './use-session.ts'

/**
 * Reads the session. Returns `null` if the user is signed out or if the read fails.
 *
 * @example
 * ```ts
 * import { getSession } from 'latchkey/react'
 *
 * const session = await getSession()
 * console.log(session?.user?.name)
 * ```
 */
export const getSession: (params?: GetSessionParams) => Promise<Session | null> = pageClient.getSession

/**
 * Returns a CSRF token, for clients that send neither `Sec-Fetch-Site` nor `Origin`; an empty
 * string if the server has none or the request fails.
 *
 * @example
 * ```ts
 * import { getCsrfToken } from 'latchkey/react'
 *
 * const body = new URLSearchParams({ csrfToken: await getCsrfToken() })
 * ```
 */
export const getCsrfToken: () => Promise<string> = pageClient.getCsrfToken

/**
 * Returns the server's providers by id; `null` if the request fails.
 *
 * @example
 * ```ts
 * import { getProviders } from 'latchkey/react'
 *
 * const providers = await getProviders()
 * const names = Object.values(providers ?? {}).map(({ name }) => name)
 * ```
 */
export const getProviders: () => Promise<Record<string, PublicProvider> | null> = pageClient.getProviders

/**
 * Signs in and goes to the URL that the server returns. With `redirect: false`, stays on the page
 * and returns the result.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/react'
 *
 * await signIn('github', { redirectTo: '/account' })
 * ```
 */
export const signIn: SignIn = pageClient.signIn

/**
 * Ends the session and goes to the URL that the server returns. With `redirect: false`, stays on
 * the page and returns the result.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/react'
 *
 * await signOut({ redirectTo: '/' })
 * ```
 */
export const signOut: SignOut = pageClient.signOut

/**
 * The page's client, for the functions of `latchkey/client/forms`.
 *
 * @example
 * ```ts
 * import { requestPasswordReset } from 'latchkey/client/forms'
 * import { client } from 'latchkey/react'
 *
 * await requestPasswordReset(client, { email: 'ada@example.com' })
 * ```
 */
export const client: Client = pageClient

/**
 * Sets the endpoints' address, for example `configure({ basePath: '/accounts' })`. It applies from
 * the next request, also to the other modules that share the page's session.
 *
 * @example
 * ```ts
 * import { configure } from 'latchkey/react'
 *
 * configure({ basePath: '/accounts' })
 * ```
 */
export const configure: (options: ClientOptions) => void = pageClient.configure
