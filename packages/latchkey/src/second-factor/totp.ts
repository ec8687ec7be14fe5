import { fromBase32, toBase32 } from '../crypto/base32.ts'
import { equalSecrets } from '../crypto/digest.ts'

/** In seconds. */
const STEP = 30
const DIGITS = 6
/** How many steps a clock may be off, in either direction. */
const WINDOW = 1
/** RFC 4226 recommends the length of the hash. */
const SECRET_BYTES = 20

/** How long a code can be accepted, in seconds: it must not be accepted twice. */
export const CODE_LIFETIME: number = STEP * (2 * WINDOW + 2)

/** Returns a new secret in Base32. */
export function newSecret(): string {
  return toBase32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))
}

/**
 * Returns the time step for which a code is valid, or `undefined`.
 *
 * @param secret in Base32
 * @param now milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc6238#section-5.2
 */
export async function findStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const current = Math.floor(now / 1000 / STEP)
  let found: number | undefined
  // Compares with all of them: the time must not reveal which one was close.
  for (let step = current - WINDOW; step <= current + WINDOW; step++)
    if (equalSecrets(await codeAt(secret, step), code)) found = step
  return found
}

/**
 * Returns the code of a time step.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4226#section-5.3
 */
export async function codeAt(secret: string, step: number): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase32(secret),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  )
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(step))
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, message))
  const offset = hash.getUint8(hash.byteLength - 1) & 0xf
  return String((hash.getUint32(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * Returns the address that authenticator apps read.
 *
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function keyUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  // A name may have half a character, which cannot be in a URL.
  const label = [issuer, account]
    .map((part) => encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\u{FFFD}')))
    .join(':')
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer }).toString().replaceAll('+', '%20')}`
}
