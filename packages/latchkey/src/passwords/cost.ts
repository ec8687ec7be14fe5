import type { Argon2Cost } from './argon2.ts'
import type { ScryptCost } from './scrypt.ts'

// What a new hash costs, and what a stored one may cost at most.

/**
 * Takes 19 MB of memory.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
export const ARGON2_COST: Argon2Cost = { m: 19 * 1024, t: 2, p: 1 }
/**
 * Takes 128 MB of memory and a fraction of a second.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
export const SCRYPT_COST: ScryptCost = { ln: 17, r: 8, p: 1 }

export const SALT_BYTES = 16
export const HASH_BYTES = 32
/** In characters. Hashing longer passwords would let attackers overload the server. */
export const MAX_PASSWORD_LENGTH = 1024

/** Two stored hashes that are compared at the same time take at most half a gigabyte. */
const MAX_MEMORY_KIB = 256 * 1024
/** Memory in KiB times passes: a few seconds on one thread. */
const MAX_WORK_KIB = 2 * 1024 * 1024
/** A few seconds on one thread. */
const MAX_PBKDF2_ITERATIONS = 4_000_000

/** Returns whether the server may run scrypt with a stored hash's cost. */
export function isBoundedScrypt({ ln, r, p }: ScryptCost): boolean {
  const memory = (2 ** ln * r) / 8
  return ln >= 1 && ln <= 20 && r >= 1 && p >= 1 && memory <= MAX_MEMORY_KIB && memory * p <= MAX_WORK_KIB
}

/** Returns whether the server may run Argon2 with a stored hash's cost. */
export function isBoundedArgon2({ m, t, p }: Argon2Cost): boolean {
  return p >= 1 && p <= 16 && m >= 8 * p && t >= 1 && m <= MAX_MEMORY_KIB && m * t <= MAX_WORK_KIB
}

/** Returns whether the server may run PBKDF2 with a stored hash's iterations. */
export function isBoundedPbkdf2(iterations: number): boolean {
  return iterations >= 1 && iterations <= MAX_PBKDF2_ITERATIONS
}

/** Returns whether a stored hash costs as much as a new one, or more. */
export function isStrongScrypt({ ln, r, p }: ScryptCost): boolean {
  return ln >= SCRYPT_COST.ln && r >= SCRYPT_COST.r && p >= SCRYPT_COST.p
}

/** Returns whether a stored hash costs as much as a new one, or more. */
export function isStrongArgon2({ m, t }: Argon2Cost): boolean {
  // OWASP rates 46 MB and one pass alike.
  return m >= 46 * 1024 || (m >= ARGON2_COST.m && t >= ARGON2_COST.t)
}
