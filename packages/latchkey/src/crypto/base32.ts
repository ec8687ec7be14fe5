const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Encodes bytes in Base32, without padding, as authenticator apps expect it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-6
 */
export function toBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return bits.replace(/.{1,5}/g, (five) => DIGITS.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
}

/** Decodes what `toBase32` returned. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> {
  let bits = ''
  for (const digit of text) bits += DIGITS.indexOf(digit).toString(2).padStart(5, '0')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
