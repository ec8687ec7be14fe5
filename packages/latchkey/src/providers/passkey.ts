import { simpleWebAuthn } from '#simplewebauthn'
import type { WebAuthnConfig } from '../types/providers/webauthn.ts'
import type { WebAuthnOptions } from './webauthn.ts'

/**
 * Returns the passkey provider. The user's device selects the passkey and verifies the user, for
 * example by fingerprint, face or PIN.
 *
 * Needs a database adapter, and the package `@simplewebauthn/server`.
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
