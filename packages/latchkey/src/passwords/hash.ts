import { hasArgon2, runArgon2 } from './argon2.ts'
import { ARGON2_COST, HASH_BYTES, SALT_BYTES, SCRYPT_COST } from './cost.ts'
import { inTurn } from './in-turn.ts'
import { nodeCrypto } from './node-crypto.ts'
import { toPhc } from './phc.ts'
import { runScrypt } from './scrypt.ts'

/** Argon2's version 1.3. @see https://www.rfc-editor.org/rfc/rfc9106#section-3.1 */
const ARGON2_VERSION = 19

/**
 * Hashes a new password for storage: with Argon2id where the runtime has it, else with scrypt.
 *
 * @param password meets the rules already, which `checkRules` checks
 * @returns a PHC string
 * @throws {ServiceUnavailable} when too many passwords are hashed at the same time
 */
export async function hashNew(password: string): Promise<string> {
  // Keyboards encode the same characters in different ways.
  const text = password.normalize('NFKC')
  return inTurn(() => (hasArgon2() ? hashWithArgon2(text) : hashWithScrypt(text)))
}

/** Hashes a text with scrypt. Call it in turn. */
export async function hashWithScrypt(text: string): Promise<string> {
  const salt = nodeCrypto().randomBytes(SALT_BYTES)
  const hash = await runScrypt(text, salt, HASH_BYTES, SCRYPT_COST)
  return toPhc({ id: 'scrypt', version: undefined, parameters: { ...SCRYPT_COST }, salt, hash })
}

async function hashWithArgon2(text: string): Promise<string> {
  const salt = nodeCrypto().randomBytes(SALT_BYTES)
  const hash = await runArgon2('argon2id', text, salt, HASH_BYTES, ARGON2_COST)
  return toPhc({ id: 'argon2id', version: ARGON2_VERSION, parameters: { ...ARGON2_COST }, salt, hash })
}
