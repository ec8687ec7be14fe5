import type { WebAuthnConfig } from '../types/webauthn.ts'
import { simpleWebAuthn, type WebAuthnOptions } from './webauthn.ts'

/**
 * Passkeys: the device itself finds the one that fits, and verifies the person, by a fingerprint, a face or a PIN. Experimental: needs
 * `experimental: { enableWebAuthn: true }`, an adapter, and the package `@simplewebauthn/server`.
 *
 * @example
 * ```ts
 * import Passkey from 'latchkey/providers/passkey'
 *
 * Passkey({ relayingParty: { name: 'Example' } })
 * ```
 * @see https://www.w3.org/TR/webauthn-3/#client-side-discoverable-credential
 */
export default function Passkey(options: WebAuthnOptions = {}): WebAuthnConfig {
  return {
    id: 'passkey',
    name: 'Passkey',
    type: 'webauthn',
    authenticationOptions: { userVerification: 'required' },
    registrationOptions: {
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
    verifyAuthenticationOptions: { requireUserVerification: true },
    verifyRegistrationOptions: { requireUserVerification: true },
    simpleWebAuthn,
    options,
  }
}
