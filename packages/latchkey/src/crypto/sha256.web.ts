import { toHex } from './random.ts'

/** Computes the SHA-256 hash of a text. */
export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

/** Computes the SHA-256 hash of a text, as lower-case hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(await sha256(text))
}
