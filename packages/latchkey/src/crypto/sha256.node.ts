import { nodeCrypto } from './node-crypto.ts'

/** SHA-256 of a text. At once: a thread takes longer to be woken than so short a text to be hashed. */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(nodeCrypto().hash('sha256', text, 'buffer'))
}

/** SHA-256 of a text, as lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return nodeCrypto().hash('sha256', text, 'hex')
}
