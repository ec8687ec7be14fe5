import type { PasswordFormat } from '../../types/passwords.ts'
import { readPhc } from '../phc.ts'
import { comparePbkdf2, type Pbkdf2Digest } from './pbkdf2.ts'

const DIGESTS: Readonly<Record<string, Pbkdf2Digest>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha1': 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
}
const PASSLIB = /^\$(pbkdf2(?:-sha\d{3})?)\$(\d{1,10})\$([\w./]{0,256})\$([\w./]{20,256})$/

/** PHC strings of PBKDF2, `$pbkdf2-sha256$i=600000$salt$hash`, and Passlib's, without `i=`. */
export const pbkdf2Phc: PasswordFormat = {
  name: 'pbkdf2',

  read(stored) {
    const found = readPhc(stored) ?? readPasslib(stored)
    const digest = found && DIGESTS[found.id]
    if (!digest) return undefined
    const { salt, hash, parameters } = found
    return comparePbkdf2({ digest, iterations: parameters.i ?? 0, salt, hash })
  },
}

function readPasslib(
  stored: string,
): Pick<NonNullable<ReturnType<typeof readPhc>>, 'id' | 'salt' | 'hash' | 'parameters'> | undefined {
  const [isPasslib, id = '', iterations, salt = '', hash = ''] = PASSLIB.exec(stored) ?? []
  if (isPasslib === undefined) return undefined
  const parameters = { i: Number(iterations) }
  return { id, parameters, salt: fromAdaptedBase64(salt), hash: fromAdaptedBase64(hash) }
}

function fromAdaptedBase64(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64')
}
