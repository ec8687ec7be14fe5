/**
 * The parts of our JWE that both implementations share: compact serialization with direct encryption.
 * @see https://www.rfc-editor.org/rfc/rfc7516#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc7518#section-5.2.5 A256CBC-HS512
 */

/** Content encryptions that are read. Only the first is written: random 96-bit nonces under one long-lived key would not scale. */
export type ContentEncryption = 'A256CBC-HS512' | 'A256GCM'

/** Bytes of key that a content encryption takes. */
export const keyLength: Readonly<Record<ContentEncryption, number>> = { 'A256CBC-HS512': 64, A256GCM: 32 }

/** Bytes of initialization vector and tag. */
export const ivLength: Readonly<Record<ContentEncryption, number>> = { 'A256CBC-HS512': 16, A256GCM: 12 }
export const tagLength: Readonly<Record<ContentEncryption, number>> = { 'A256CBC-HS512': 32, A256GCM: 16 }

/** Text of HKDF's `info`. A constant of the format: with another one, sessions written by existing tools could not be read. */
export function hkdfInfo(salt: string): string {
  return `Auth.js Generated Encryption Key (${salt})`
}

/** Members of the JWK of a symmetric key in the order of its thumbprint. @see https://www.rfc-editor.org/rfc/rfc7638#section-3.2 */
export function thumbprintInput(base64urlKey: string): string {
  return `{"k":"${base64urlKey}","kty":"oct"}`
}

/** A compact JWE, cut at its dots. */
export interface JweParts {
  readonly header: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

/** Cuts a token; `undefined` when it does not have five parts or carries an encrypted key, which direct encryption never does. */
export function splitJwe(token: string): JweParts | undefined {
  const parts = token.split('.', 6)
  const [header, encryptedKey, iv, ciphertext, tag] = parts
  if (parts.length !== 5 || encryptedKey !== '' || !header || !iv || !ciphertext || !tag) return undefined
  return { header, iv, ciphertext, tag }
}

/** Number of bits of the associated data as 64-bit big-endian, the last input of the MAC. */
export function bitLength(byteLength: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setUint32(4, byteLength * 8)
  return bytes
}
