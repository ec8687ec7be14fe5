import { pageClient } from './page-client.ts'
import { requestPasskey } from './passkey.ts'
import {
  createOfferPasskey,
  createSyncPasskeys,
  type OfferPasskey,
  type SyncPasskeys,
} from './passkey-functions.ts'
import { createSignIn } from './sign-in.ts'
import type { ClientOptions, SignIn } from './types.ts'

export type { OfferPasskey, SyncPasskeys, SyncPasskeysOptions } from './passkey-functions.ts'
export type {
  ClientOptions,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
} from './types.ts'

/**
 * Signs in with a passkey, or registers one. Set `action` to `authenticate` or `register` to
 * choose; otherwise the server decides. All other options are those of `signIn` from
 * `latchkey/react`.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/webauthn'
 *
 * await signIn('passkey')
 * await signIn('passkey', { action: 'register' })
 * ```
 * @throws {DOMException} `NotAllowedError` when the user or the browser cancels;
 *   `InvalidStateError` when the device already has the user's passkey; `NotSupportedError` when
 *   the browser does not support passkeys
 * @see https://www.w3.org/TR/webauthn-3/
 */
export const signIn: SignIn = createSignIn(pageClient, requestPasskey)

/**
 * Offers a passkey to a user who has just signed in with a password or a code: the password manager
 * creates one without asking, if it wants to. Never creates a second one in the same password manager.
 * Does nothing if the browser does not support it, or if it is refused. Adding a passkey ends the user's
 * other sessions.
 *
 * @example
 * ```ts
 * import { offerPasskey } from 'latchkey/webauthn'
 *
 * await offerPasskey()
 * ```
 * @see https://www.w3.org/TR/webauthn-3/#dom-credentialcreationoptions-mediation
 */
export const offerPasskey: OfferPasskey = createOfferPasskey(signIn)

/**
 * Informs the user's password managers of the passkeys that still exist, and of the user's name and
 * e-mail address. Call it after a passkey was removed, or the address was changed, while the user is
 * signed in. Does nothing if the browser does not support it.
 *
 * @example
 * ```ts
 * import { syncPasskeys } from 'latchkey/webauthn'
 *
 * await syncPasskeys('passkey', { removed: 'AbCdEf' })
 * ```
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signal-methods
 */
export const syncPasskeys: SyncPasskeys = createSyncPasskeys(pageClient)

/**
 * Sets the endpoints' address, for example `configure({ basePath: '/accounts' })`. It applies from
 * the next request, also to the other modules that share the page's session.
 *
 * @example
 * ```ts
 * import { configure } from 'latchkey/webauthn'
 *
 * configure({ basePath: '/accounts' })
 * ```
 */
export const configure: (options: ClientOptions) => void = pageClient.configure
