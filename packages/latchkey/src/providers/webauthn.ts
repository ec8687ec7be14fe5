import { simpleWebAuthn } from '#simplewebauthn'
import type { RelyingParty, WebAuthnConfig } from '../types/providers/webauthn.ts'

export type { RelyingParty, WebAuthnConfig } from '../types/providers/webauthn.ts'

/** @deprecated Use {@link RelyingParty}. */
export type RelayingParty = RelyingParty

/** The function that returns the user whom the form fields identify. */
export type GetUserInfo = NonNullable<WebAuthnConfig['getUserInfo']>

/** The provider type. */
export type WebAuthnProviderType = WebAuthnConfig['type']

/** Options for the passkey and WebAuthn providers. */
export type WebAuthnOptions = NonNullable<WebAuthnConfig['options']>

/**
 * Returns the WebAuthn provider, for passkeys and security keys. It also supports security keys
 * that need a list of the user's credentials.
 *
 * Needs a database adapter, and the package `@simplewebauthn/server`.
 *
 * @example
 * ```ts
 * import WebAuthn from 'latchkey/providers/webauthn'
 *
 * WebAuthn({ relayingParty: { name: 'Example' } })
 * ```
 * @see https://www.w3.org/TR/webauthn-3/
 */
export default function WebAuthn(options: WebAuthnOptions = {}): WebAuthnConfig {
  return { id: 'webauthn', name: 'WebAuthn', type: 'webauthn', simpleWebAuthn, options }
}
