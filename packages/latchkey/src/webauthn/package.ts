import type { SimpleWebAuthn } from '../types/providers/webauthn.ts'

/** Loads `@simplewebauthn/server` when the first passkey is used. */
export function simpleWebAuthn(): Promise<SimpleWebAuthn> {
  return import('@simplewebauthn/server')
}
