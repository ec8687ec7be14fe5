import type { ScryptOptions } from 'node:crypto'
import { nodeCrypto } from './node-crypto.ts'

/** The cost of scrypt: `2 ** ln` blocks of `128 * r` bytes. */
export interface ScryptCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** Derives a key. The text is not normalized. @see https://www.rfc-editor.org/rfc/rfc7914 */
export function runScrypt(
  text: string,
  salt: Buffer | string,
  length: number,
  { ln, r, p }: ScryptCost,
): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 256 + 128 * r * p }
  return new Promise((resolve, reject) => {
    nodeCrypto().scrypt(text, salt, length, options, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
}
