import type { KeyObject } from 'node:crypto'
import type { JweKey } from './jwe.node.ts'
import { nodeCrypto } from './node-crypto.ts'

/** Computes the keyed hash of a text: 256 bits of HMAC-SHA-512, as lower-case hexadecimal. */
export function mac(key: JweKey, text: string): string {
  const hash = nodeCrypto().createHmac('sha512', key.mac as KeyObject)
  return hash.update(text).digest('hex').slice(0, 64)
}
