import { requestPasskey } from '../client/passkey.ts'
import {
  createOfferPasskey,
  createSyncPasskeys,
  type OfferPasskey,
  type SyncPasskeys,
} from '../client/passkey-functions.ts'
import { createSignIn } from '../client/sign-in.ts'
import type { Client, ClientOptions, GetSessionParams, SignIn, SignOut } from '../client/types.ts'
import { defaults, pageClient } from '../svelte/page-client.ts'
import type { PublicProvider } from '../types/providers/provider.ts'
import type { Session } from '../types/session.ts'
import { kitPath } from './kit-path.ts'

export type { OfferPasskey, SyncPasskeys, SyncPasskeysOptions } from '../client/passkey-functions.ts'
export type {
  Client,
  ClientOptions,
  GetSessionParams,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOut,
  SignOutParams,
  SignOutResponse,
} from '../client/types.ts'
export type { PublicProvider } from '../types/providers/provider.ts'
export type { Session } from '../types/session.ts'
export type { User } from '../types/user.ts'

defaults.basePath = kitPath('/auth')

/**
 * Signs in and navigates to the URL that the server returns. With `redirect: false`, stays on the
 * page and returns the result. With a passkey provider, asks the browser for a passkey, or creates
 * one with `action: 'register'`.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/sveltekit/client'
 *
 * await signIn('github', { redirectTo: '/account' })
 * const { ok } = await signIn('credentials', {
 *   email: 'ada@example.com',
 *   password: 'correct horse',
 *   redirect: false,
 * })
 * await signIn('passkey', { action: 'register' })
 * ```
 * @throws {DOMException} `NotAllowedError` when the user or the browser cancels a passkey;
 *   `InvalidStateError` when the device already has one for the user; `NotSupportedError` when the
 *   browser does not support passkeys
 * @experimental
 */
export const signIn: SignIn = createSignIn(pageClient, requestPasskey, 'all')

/**
 * Offers a passkey to a user who has just signed in with a password or a code: the password manager
 * creates one without asking, if it wants to. Does nothing if the browser does not support it, or if
 * it is refused. Adding a passkey ends the user's other sessions.
 *
 * @example
 * ```ts
 * import { offerPasskey } from 'latchkey/sveltekit/client'
 *
 * await offerPasskey()
 * ```
 * @experimental
 */
export const offerPasskey: OfferPasskey = createOfferPasskey(signIn)

/**
 * Informs the user's password managers of the passkeys that still exist, and of the user's name and
 * e-mail address. Call it after a passkey was removed, or the address was changed, while the user is
 * signed in. Does nothing if the browser does not support it.
 *
 * @example
 * ```ts
 * import { syncPasskeys } from 'latchkey/sveltekit/client'
 *
 * await syncPasskeys('passkey', { removed: 'AbCdEf' })
 * ```
 * @experimental
 */
export const syncPasskeys: SyncPasskeys = createSyncPasskeys(pageClient)

/**
 * Ends the session and navigates to the URL that the server returns. With `redirect: false`, stays
 * on the page.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/sveltekit/client'
 *
 * await signOut({ redirectTo: '/' })
 * ```
 * @experimental
 */
export const signOut: SignOut = pageClient.signOut

/**
 * Returns the session, or `null` if the user is signed out or the session could not be read.
 *
 * @example
 * ```ts
 * import { getSession } from 'latchkey/sveltekit/client'
 *
 * const session = await getSession()
 * console.log(session?.user?.name)
 * ```
 * @experimental
 */
export const getSession: (params?: GetSessionParams) => Promise<Session | null> = pageClient.getSession

/**
 * Returns the configured providers by id, or `null` if the request failed.
 *
 * @example
 * ```ts
 * import { getProviders } from 'latchkey/sveltekit/client'
 *
 * const providers = await getProviders()
 * const names = Object.values(providers ?? {}).map(({ name }) => name)
 * ```
 * @experimental
 */
export const getProviders: () => Promise<Record<string, PublicProvider> | null> = pageClient.getProviders

/**
 * The page's client, for the functions of `latchkey/client/forms`.
 *
 * @example
 * ```ts
 * import { requestPasswordReset } from 'latchkey/client/forms'
 * import { client } from 'latchkey/sveltekit/client'
 *
 * await requestPasswordReset(client, { email: 'ada@example.com' })
 * ```
 * @experimental
 */
export const client: Client = pageClient

/**
 * Sets the endpoints' address, for example `configure({ basePath: '/accounts' })`. It applies from
 * the next request.
 *
 * @example
 * ```ts
 * import { configure } from 'latchkey/sveltekit/client'
 *
 * configure({ basePath: '/accounts' })
 * ```
 * @experimental
 */
export const configure: (options: ClientOptions) => void = pageClient.configure
