import { isUtf8 } from 'node:buffer'
import type { KeyObject } from 'node:crypto'
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
import { nodeCrypto } from './node-crypto.ts'

/** Derived key. All tokens encrypted with it have the same header. */
export interface JweKey {
  readonly enc: ContentEncryption
  readonly kid: string
  readonly header: string
  /** Header as bytes, and its length in bits: two inputs to the MAC. */
  readonly additionalData: AdditionalData
  readonly encryption: KeyObject
  /** Only for A256CBC-HS512. */
  readonly mac: KeyObject | undefined
}

interface AdditionalData {
  readonly bytes: Buffer
  readonly bitLength: Uint8Array
}

/**
 * Derives the key for one purpose from a secret, with HKDF.
 *
 * @param salt names the purpose
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function deriveKey(secret: string, salt: string, enc: ContentEncryption): JweKey {
  const bytes = Buffer.from(nodeCrypto().hkdfSync('sha256', secret, salt, hkdfInfo(salt), keyLength[enc]))
  const digest = enc === 'A256CBC-HS512' ? 'sha512' : 'sha256'
  const kid = nodeCrypto()
    .createHash(digest)
    .update(thumbprintInput(bytes.toString('base64url')))
    .digest('base64url')
  const header = Buffer.from(JSON.stringify({ alg: 'dir', enc, kid })).toString('base64url')
  const common = { enc, kid, header, additionalData: toAdditionalData(header) }
  if (enc === 'A256GCM') return { ...common, encryption: nodeCrypto().createSecretKey(bytes), mac: undefined }
  return {
    ...common,
    encryption: nodeCrypto().createSecretKey(bytes.subarray(32)),
    mac: nodeCrypto().createSecretKey(bytes.subarray(0, 32)),
  }
}

function toAdditionalData(header: string): AdditionalData {
  return { bytes: Buffer.from(header, 'ascii'), bitLength: bitLength(header.length) }
}

/** Encrypts a text with A256CBC-HS512. Returns a compact JWE. */
export function encrypt(key: JweKey, plaintext: string): string {
  const iv = nodeCrypto().randomFillSync(Buffer.allocUnsafe(ivLength[key.enc]))
  const cipher = nodeCrypto().createCipheriv('aes-256-cbc', key.encryption, iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  const tag = cbcTag(key, key.header, iv, ciphertext)
  return `${key.header}..${iv.toString('base64url')}.${ciphertext.toString('base64url')}.${tag.toString('base64url')}`
}

/** Decrypts a token. Returns `undefined` if it was modified or encrypted with another key. */
export function decrypt(key: JweKey, parts: JweParts): string | undefined {
  const iv = decodeBytes(parts.iv)
  const tag = decodeBytes(parts.tag)
  const ciphertext = decodeBytes(parts.ciphertext)
  if (!ciphertext || iv?.length !== ivLength[key.enc] || tag?.length !== tagLength[key.enc]) return undefined
  return key.mac === undefined
    ? decryptGcm(key, parts.header, iv, ciphertext, tag)
    : decryptCbc(key, parts.header, iv, ciphertext, tag)
}

/**
 * Decodes base64url. Returns `undefined` if the text is not valid: `Buffer` also accepts other
 * alphabets and skips unknown characters.
 */
function decodeBytes(text: string): Buffer | undefined {
  return text.length % 4 !== 1 && /^[\w-]*$/.test(text) ? Buffer.from(text, 'base64url') : undefined
}

/** Decodes UTF-8. Returns `undefined` if the bytes are not valid. */
function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

function decryptCbc(
  key: JweKey,
  header: string,
  iv: Buffer,
  ciphertext: Buffer,
  tag: Buffer,
): string | undefined {
  // Verify the tag first: padding errors of unauthenticated ciphertext would be a padding oracle.
  if (!nodeCrypto().timingSafeEqual(cbcTag(key, header, iv, ciphertext), tag)) return undefined
  try {
    const decipher = nodeCrypto().createDecipheriv('aes-256-cbc', key.encryption, iv)
    return decodeText(Buffer.concat([decipher.update(ciphertext), decipher.final()]))
  } catch {
    return undefined
  }
}

function cbcTag(key: JweKey, header: string, iv: Buffer, ciphertext: Buffer): Buffer {
  // `encrypt` and `decrypt` call this only with a key that has a MAC half.
  const mac = nodeCrypto().createHmac('sha512', key.mac as KeyObject)
  // Concatenated, because each `update` is a call into native code.
  const aad = header === key.header ? key.additionalData : toAdditionalData(header)
  const input = Buffer.concat([aad.bytes, iv, ciphertext, aad.bitLength])
  return mac.update(input).digest().subarray(0, tagLength[key.enc])
}

function decryptGcm(
  key: JweKey,
  header: string,
  iv: Buffer,
  ciphertext: Buffer,
  tag: Buffer,
): string | undefined {
  try {
    const decipher = nodeCrypto().createDecipheriv('aes-256-gcm', key.encryption, iv, {
      authTagLength: tagLength.A256GCM,
    })
    decipher.setAAD(Buffer.from(header, 'ascii')).setAuthTag(tag)
    return decodeText(Buffer.concat([decipher.update(ciphertext), decipher.final()]))
  } catch {
    return undefined
  }
}
