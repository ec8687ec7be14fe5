import type { SessionContext } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { claim } from './claims.ts'

/**
 * Claims a key that may be used only once. Returns `true` for the first claim among all processes
 * that share a store, and `false` for later ones.
 *
 * @param purpose separates equal keys of different uses
 * @param seconds how long the claim is stored; must be at least the lifetime of the key
 * @throws {StoreError} when the store fails
 */
export async function claimOnce(
  { auth }: Pick<SessionContext, 'auth'>,
  purpose: string,
  key: string,
  seconds: number,
): Promise<boolean> {
  return claim(auth, await claimKey(purpose, key), seconds)
}

/** Returns the key of a claim in the store. It contains only a hash. */
export async function claimKey(purpose: string, key: string): Promise<string> {
  return `latchkey:${purpose}:${await sha256Hex(key)}`
}
