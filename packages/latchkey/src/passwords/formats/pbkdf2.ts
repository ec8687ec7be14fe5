import { isBoundedPbkdf2 } from '../cost.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { isSameHash, requireBounded } from './format.ts'

/** The hash functions of PBKDF2, by their names in stored hashes. */
export type Pbkdf2Digest = 'sha1' | 'sha256' | 'sha512'

/** What a stored hash of PBKDF2 consists of. */
export interface Pbkdf2Hash {
  readonly digest: Pbkdf2Digest
  readonly iterations: number
  readonly salt: Buffer | string
  readonly hash: Buffer
}

/**
 * Returns the function that compares a password with a hash of PBKDF2.
 *
 * @throws {UnreadablePassword} if the server must not run it
 * @see https://www.rfc-editor.org/rfc/rfc8018#section-5.2
 */
export function comparePbkdf2({
  digest,
  iterations,
  salt,
  hash,
}: Pbkdf2Hash): (password: string) => Promise<boolean> {
  requireBounded(isBoundedPbkdf2(iterations), `PBKDF2 (${digest})`, { iterations })
  return async (password) => {
    const derived = await new Promise<Buffer>((resolve, reject) => {
      nodeCrypto().pbkdf2(password, salt, iterations, hash.length, digest, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
    return isSameHash(derived, hash)
  }
}
