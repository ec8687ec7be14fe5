import { pageClient } from './page-client.ts'
import { requestPasskey } from './passkey.ts'
import { createSignIn } from './sign-in.ts'
import type { ClientOptions, SignIn } from './types.ts'

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
