/**
 * What both JWE implementations share: compact serialization with direct encryption.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7516#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc7518#section-5.2.5 A256CBC-HS512
 */

/**
 * Content encryption algorithms for decryption. Only the first one encrypts: GCM's random 96-bit
 * nonces could repeat under one long-lived key.
 */
export type ContentEncryption = 'A256CBC-HS512' | 'A256GCM'

/** Key length of each content encryption algorithm, in bytes. */
export const keyLength: Readonly<Record<ContentEncryption, number>> = { 'A256CBC-HS512': 64, A256GCM: 32 }

/** Length of the initialization vector, in bytes. */
export const ivLength: Readonly<Record<ContentEncryption, number>> = { 'A256CBC-HS512': 16, A256GCM: 12 }
/** Length of the authentication tag, in bytes. */
export const tagLength: Readonly<Record<ContentEncryption, number>> = { 'A256CBC-HS512': 32, A256GCM: 16 }

/**
 * Returns HKDF's `info` parameter. It is part of the format: with another text, sessions of
 * existing deployments could not be decrypted.
 */
export function hkdfInfo(salt: string): string {
  return `Auth.js Generated Encryption Key (${salt})`
}

/**
 * Returns a symmetric key as a JWK, with its members in the order that the thumbprint requires.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7638#section-3.2
 */
export function thumbprintInput(base64urlKey: string): string {
  return `{"k":"${base64urlKey}","kty":"oct"}`
}

/** Parts of a compact JWE with direct encryption, base64url-encoded. */
export interface JweParts {
  readonly header: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/**
 * Splits a token into its parts. Returns `undefined` if it does not have five parts, or if it has
 * an encrypted key, which direct encryption does not use.
 */
export function splitJwe(token: string): JweParts | undefined {
  const parts = token.split('.', 6)
  const [header, encryptedKey, iv, ciphertext, tag] = parts
  if (parts.length !== 5 || encryptedKey !== '' || !header || !iv || !ciphertext || !tag) return undefined
  return { header, iv, ciphertext, tag }
}

/**
 * Returns the additional authenticated data's length in bits, as a 64-bit big-endian integer: the
 * last input to the MAC.
 */
export function bitLength(byteLength: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setUint32(4, byteLength * 8)
  return bytes
}
