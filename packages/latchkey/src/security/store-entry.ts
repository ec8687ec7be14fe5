import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'

/** By how much the clocks of two processes may differ. */
export const STORE_CLOCK_TOLERANCE_SECONDS: number = 5 * 60

/**
 * Encrypts an entry of the store. Its times are not exact: the store removes it in time, and
 * another process may read it, whose clock differs.
 *
 * @param lifetime seconds
 * @param now milliseconds since 1970
 */
export async function sealEntry(
  claims: object,
  keys: SealingKeys,
  lifetime: number,
  now: number,
): Promise<string> {
  const issuedAt = now - STORE_CLOCK_TOLERANCE_SECONDS * 1000
  return (await seal(claims, keys, Math.ceil(lifetime) + 2 * STORE_CLOCK_TOLERANCE_SECONDS, issuedAt)).token
}

/**
 * Decrypts an entry of the store. Returns `undefined` if that is not possible.
 *
 * @param now milliseconds since 1970
 */
export async function unsealEntry(
  sealed: string,
  keys: SealingKeys,
  now: number,
): Promise<Record<string, unknown> | undefined> {
  return (await unseal(sealed, keys, now))?.claims
}
