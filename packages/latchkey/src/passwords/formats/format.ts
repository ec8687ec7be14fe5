import { UnreadablePassword } from '../../errors/passwords.ts'
import type { PasswordFormat } from '../../types/passwords.ts'
import { nodeCrypto } from '../node-crypto.ts'

/** A format that Latchkey reads by itself. */
export interface BuiltInFormat extends PasswordFormat {
  /** Returns whether a hash is as strong as a new one. Not set: it is always replaced. */
  isCurrent?(hash: string): boolean
}

/** Compares two hashes in constant time. */
export function isSameHash(derived: Buffer, expected: Buffer): boolean {
  return derived.length === expected.length && nodeCrypto().timingSafeEqual(derived, expected)
}

/**
 * Requires that the server may run a format with a stored hash's cost.
 *
 * @throws {UnreadablePassword}
 */
export function requireBounded(isBounded: boolean, format: string, cost: object): void {
  if (isBounded) return
  throw new UnreadablePassword(
    `A stored ${format} hash has costs that would overload the server, or that are invalid: ` +
      `${JSON.stringify(cost)}. Delete it, so that the user resets the password.`,
  )
}
