import type { PasswordFormat } from '../../types/passwords.ts'
import { readPhc } from '../phc.ts'
import { comparePbkdf2, type Pbkdf2Digest } from './pbkdf2.ts'

const DIGESTS: Readonly<Record<string, Pbkdf2Digest>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha1': 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
}

/** PHC strings of PBKDF2: `$pbkdf2-sha256$i=600000$salt$hash`. */
export const pbkdf2Phc: PasswordFormat = {
  name: 'pbkdf2',

  read(stored) {
    const found = readPhc(stored)
    const digest = found && DIGESTS[found.id]
    if (!digest) return undefined
    const { salt, hash, parameters } = found
    return comparePbkdf2({ digest, iterations: parameters.i ?? 0, salt, hash })
  },
}
