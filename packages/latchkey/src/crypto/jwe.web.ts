import { fromBase64url, toBase64url } from './base64url.ts'
import {
  bitLength,
  type ContentEncryption,
  hkdfInfo,
  ivLength,
  type JweParts,
  keyLength,
  tagLength,
  thumbprintInput,
} from './jwe-format.ts'

/**
 * Derived key of the Web Crypto API. This file implements the same functions as `jwe.node.ts`, for
 * runtimes without `node:crypto`.
 */
export interface JweKey {
  readonly enc: ContentEncryption
  readonly kid: string
  readonly header: string
  readonly encryption: CryptoKey
  /** Only for A256CBC-HS512. */
  readonly mac: CryptoKey | undefined
}

const utf8 = new TextEncoder()
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Derives the key for one purpose from a secret, with HKDF.
 *
 * @param salt names the purpose
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export async function deriveKey(secret: string, salt: string, enc: ContentEncryption): Promise<JweKey> {
  const input = await crypto.subtle.importKey('raw', utf8.encode(secret), 'HKDF', false, ['deriveBits'])
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: utf8.encode(salt),
    info: utf8.encode(hkdfInfo(salt)),
  }
  const bytes = new Uint8Array(await crypto.subtle.deriveBits(parameters, input, keyLength[enc] * 8))
  const digest = enc === 'A256CBC-HS512' ? 'SHA-512' : 'SHA-256'
  const kid = toBase64url(
    new Uint8Array(await crypto.subtle.digest(digest, utf8.encode(thumbprintInput(toBase64url(bytes))))),
  )
  const header = toBase64url(utf8.encode(JSON.stringify({ alg: 'dir', enc, kid })))
  if (enc === 'A256GCM')
    return { enc, kid, header, encryption: await importAes('AES-GCM', bytes), mac: undefined }
  const mac = await crypto.subtle.importKey(
    'raw',
    bytes.subarray(0, 32),
    { name: 'HMAC', hash: 'SHA-512' },
    false,
    ['sign'],
  )
  return { enc, kid, header, encryption: await importAes('AES-CBC', bytes.subarray(32)), mac }
}

function importAes(name: 'AES-CBC' | 'AES-GCM', bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, name, false, ['encrypt', 'decrypt'])
}

/** Encrypts a text with A256CBC-HS512. Returns a compact JWE. */
export async function encrypt(key: JweKey, plaintext: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength[key.enc]))
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key.encryption, utf8.encode(plaintext)),
  )
  const tag = await cbcTag(key, key.header, iv, ciphertext)
  return `${key.header}..${toBase64url(iv)}.${toBase64url(ciphertext)}.${toBase64url(tag)}`
}

/** Decrypts a token. Returns `undefined` if it was modified or encrypted with another key. */
export async function decrypt(key: JweKey, parts: JweParts): Promise<string | undefined> {
  const iv = fromBase64url(parts.iv)
  const tag = fromBase64url(parts.tag)
  const ciphertext = fromBase64url(parts.ciphertext)
  if (!ciphertext || iv?.length !== ivLength[key.enc] || tag?.length !== tagLength[key.enc]) return undefined
  try {
    const plaintext =
      key.mac === undefined
        ? await decryptGcm(key, parts.header, iv, ciphertext, tag)
        : await decryptCbc(key, parts.header, iv, ciphertext, tag)
    return plaintext && strictUtf8.decode(plaintext)
  } catch {
    return undefined
  }
}

type Bytes = Uint8Array<ArrayBuffer>

async function decryptCbc(
  key: JweKey,
  header: string,
  iv: Bytes,
  ciphertext: Bytes,
  tag: Bytes,
): Promise<ArrayBuffer | undefined> {
  // Verify the tag first: padding errors of unauthenticated ciphertext would be a padding oracle.
  if (!equalBytes(await cbcTag(key, header, iv, ciphertext), tag)) return undefined
  return crypto.subtle.decrypt({ name: 'AES-CBC', iv }, key.encryption, ciphertext)
}

function decryptGcm(
  key: JweKey,
  header: string,
  iv: Bytes,
  ciphertext: Bytes,
  tag: Bytes,
): Promise<ArrayBuffer> {
  const additionalData = utf8.encode(header)
  return crypto.subtle.decrypt(
    { name: 'AES-GCM', iv, additionalData },
    key.encryption,
    concat(ciphertext, tag),
  )
}

async function cbcTag(key: JweKey, header: string, iv: Bytes, ciphertext: Bytes): Promise<Bytes> {
  const input = concat(utf8.encode(header), iv, ciphertext, bitLength(header.length))
  // `encrypt` and `decrypt` call this only with a key that has a MAC half.
  return new Uint8Array(await crypto.subtle.sign('HMAC', key.mac as CryptoKey, input)).subarray(
    0,
    tagLength[key.enc],
  )
}

function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Compares bytes in constant time. */
function equalBytes(a: Bytes, b: Bytes): boolean {
  let difference = a.length ^ b.length
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0)
  return difference === 0
}
