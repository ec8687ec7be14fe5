import type { JweKey } from './jwe.web.ts'
import { toHex } from './random.ts'

/** Computes the keyed hash of a text: 256 bits of HMAC-SHA-512, as lower-case hexadecimal. */
export async function mac(key: JweKey, text: string): Promise<string> {
  const hash = await crypto.subtle.sign('HMAC', key.mac as CryptoKey, new TextEncoder().encode(text))
  return toHex(new Uint8Array(hash)).slice(0, 64)
}
