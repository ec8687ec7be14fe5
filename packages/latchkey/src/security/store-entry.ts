import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'

/** The clock difference that is allowed between two processes. */
export const STORE_CLOCK_TOLERANCE_SECONDS: number = 5 * 60

/**
 * Encrypts a store entry. Its times are not exact: the store removes it in time, and another
 * process with another clock may read it.
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
 * Decrypts a store entry. Returns `undefined` if that is not possible.
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
