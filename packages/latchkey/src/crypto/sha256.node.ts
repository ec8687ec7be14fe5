import { nodeCrypto } from './node-crypto.ts'

/**
 * Computes the SHA-256 hash of a text. Synchronous, because waking a thread takes longer than
 * hashing a short text.
 */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(nodeCrypto().hash('sha256', text, 'buffer'))
}

/** Computes the SHA-256 hash of a text, as lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return nodeCrypto().hash('sha256', text, 'hex')
}
