import { UnreadablePassword } from '../../errors/passwords.ts'
import type { Argon2Cost, Argon2Id } from '../argon2.ts'
import { hasArgon2, runArgon2 } from '../argon2.ts'
import { isBoundedArgon2, isStrongArgon2 } from '../cost.ts'
import { type PhcHash, readPhc } from '../phc.ts'
import { type BuiltInFormat, isSameHash, requireBounded } from './format.ts'

/** Version 1.3. Node.js has no other. */
const VERSION = 19

/** PHC strings of Argon2: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export const argon2Format: BuiltInFormat = {
  name: 'argon2',

  read(stored) {
    const found = readArgon2(stored)
    if (found === undefined) return undefined
    const { id, salt, hash, cost } = found
    if (!hasArgon2())
      throw new UnreadablePassword(
        'This runtime has no Argon2, which a stored hash needs. Update Node.js to 24.7 or later, or add ' +
          "`legacy: [argon2(() => import('argon2'))]` to `Password()`.",
      )
    return async (password) => isSameHash(await runArgon2(id, password, salt, hash.length, cost), hash)
  },

  isCurrent(stored) {
    const found = readArgon2(stored)
    return found?.id === 'argon2id' && isStrongArgon2(found.cost)
  },
}

/** A hash with Argon2, whose costs are bounded. */
export interface Argon2Hash extends PhcHash {
  readonly id: Argon2Id
  readonly cost: Argon2Cost
}

/**
 * Returns the parts of a hash, or `undefined` if it has another format.
 *
 * @throws {UnreadablePassword} if the server must not run it
 */
export function readArgon2(stored: string): Argon2Hash | undefined {
  const found = readPhc(stored)
  if (found?.id !== 'argon2id' && found?.id !== 'argon2i') return undefined
  const { m = 0, t = 0, p = 0 } = found.parameters
  const cost = { m, t, p }
  requireBounded(isBoundedArgon2(cost) && found.version === VERSION, found.id, { v: found.version, ...cost })
  return { ...found, id: found.id, cost }
}
