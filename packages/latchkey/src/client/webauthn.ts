import { pageClient } from './page-client.ts'
import { provePasskey } from './passkey.ts'
import { createSignIn } from './sign-in.ts'
import type { SignIn } from './types.ts'

export type { SignIn, SignInAuthorizationParams, SignInOptions, SignInResponse } from './types.ts'

/**
 * Signs in with a passkey, or registers one: what the server asks for, unless `action` says `authenticate` or `register`. Everything else is like
 * `signIn` of `latchkey/react`.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/webauthn'
 *
 * await signIn('passkey')
 * await signIn('passkey', { action: 'register' })
 * ```
 * @throws {DOMException} when the person or the browser breaks it off: `NotAllowedError`
 * @see https://www.w3.org/TR/webauthn-3/
 */
export const signIn: SignIn = createSignIn(pageClient, provePasskey)
