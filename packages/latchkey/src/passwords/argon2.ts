import type { Argon2Parameters } from 'node:crypto'
import { nodeCrypto } from './node-crypto.ts'

/** The algorithms of Argon2 that hash passwords. */
export type Argon2Id = 'argon2id' | 'argon2i'

/** The cost of Argon2: memory in KiB, passes, lanes. */
export interface Argon2Cost {
  readonly m: number
  readonly t: number
  readonly p: number
}

/** Returns whether the runtime has Argon2: Node.js from 24.7 on. */
export function hasArgon2(): boolean {
  return typeof nodeCrypto().argon2 === 'function'
}

/** Derives a key. The text is not normalized. @see https://www.rfc-editor.org/rfc/rfc9106 */
export function runArgon2(
  id: Argon2Id,
  text: string,
  salt: Buffer,
  length: number,
  { m, t, p }: Argon2Cost,
): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    message: text,
    nonce: salt,
    tagLength: length,
    memory: m,
    passes: t,
    parallelism: p,
  }
  return new Promise((resolve, reject) => {
    nodeCrypto().argon2(id, parameters, (error, derived) => (error ? reject(error) : resolve(derived)))
  })
}
