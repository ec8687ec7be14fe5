import type { SimpleWebAuthn, WebAuthnConfig } from '../types/webauthn.ts'

/** What an application may set on a provider for passkeys. */
export type WebAuthnOptions = NonNullable<WebAuthnConfig['options']>

/**
 * Passkeys and security keys, also such that have to be told which credential is asked for. Experimental: needs
 * `experimental: { enableWebAuthn: true }`, an adapter, and the package `@simplewebauthn/server`.
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

/** Loaded when the first passkey is asked for. */
export function simpleWebAuthn(): Promise<SimpleWebAuthn> {
  return import('@simplewebauthn/server')
}
