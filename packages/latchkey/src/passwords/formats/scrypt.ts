import { hasArgon2 } from '../argon2.ts'
import { isBoundedScrypt, isStrongScrypt } from '../cost.ts'
import { readPhc } from '../phc.ts'
import { runScrypt, type ScryptCost } from '../scrypt.ts'
import { type BuiltInFormat, isSameHash, requireBounded } from './format.ts'

/** PHC strings of scrypt: `$scrypt$ln=17,r=8,p=1$salt$hash`. */
export const scryptFormat: BuiltInFormat = {
  name: 'scrypt',

  read(stored) {
    const found = readPhc(stored)
    if (found?.id !== 'scrypt') return undefined
    const { salt, hash } = found
    const cost = toCost(found.parameters)
    requireBounded(isBoundedScrypt(cost), 'scrypt', cost)
    return async (password) => isSameHash(await runScrypt(password, salt, hash.length, cost), hash)
  },

  // With Argon2, all hashes become alike, so that their time reveals nothing.
  isCurrent: (stored) => !hasArgon2() && isStrongScrypt(toCost(readPhc(stored)?.parameters ?? {})),
}

function toCost({ ln = 0, r = 0, p = 0 }: Readonly<Record<string, number>>): ScryptCost {
  return { ln, r, p }
}
