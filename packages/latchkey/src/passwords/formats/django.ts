import type { PasswordFormat } from '../../types/passwords.ts'
import { isBoundedScrypt } from '../cost.ts'
import { runScrypt } from '../scrypt.ts'
import { argon2Format } from './argon2.ts'
import { isSameHash, requireBounded } from './format.ts'
import { comparePbkdf2, type Pbkdf2Digest } from './pbkdf2.ts'

const PBKDF2 = /^pbkdf2_(sha1|sha256)\$(\d{1,10})\$([^$]{1,256})\$([A-Za-z\d+/=]{20,256})$/
const SCRYPT = /^scrypt\$(\d{1,10})\$([^$]{1,256})\$(\d{1,5})\$(\d{1,5})\$([A-Za-z\d+/=]{40,256})$/

/** Django's formats without bcrypt: `pbkdf2_sha256$`, `pbkdf2_sha1$`, `argon2$`, `scrypt$`. */
export const django: PasswordFormat = {
  name: 'django',
  read: (stored) => readPbkdf2(stored) ?? readScrypt(stored) ?? readArgon2(stored),
}

function readPbkdf2(stored: string): ReturnType<PasswordFormat['read']> {
  const [isFound, digest, iterations, salt = '', hash = ''] = PBKDF2.exec(stored) ?? []
  if (isFound === undefined) return undefined
  return comparePbkdf2({
    // One of those in the pattern.
    digest: digest as Pbkdf2Digest,
    iterations: Number(iterations),
    salt,
    hash: Buffer.from(hash, 'base64'),
  })
}

function readScrypt(stored: string): ReturnType<PasswordFormat['read']> {
  const [isFound, workFactor, salt = '', r, p, encoded = ''] = SCRYPT.exec(stored) ?? []
  if (isFound === undefined) return undefined
  const cost = { ln: Math.log2(Number(workFactor)), r: Number(r), p: Number(p) }
  requireBounded(Number.isInteger(cost.ln) && isBoundedScrypt(cost), 'scrypt', cost)
  const hash = Buffer.from(encoded, 'base64')
  return async (password) => isSameHash(await runScrypt(password, salt, hash.length, cost), hash)
}

function readArgon2(stored: string): ReturnType<PasswordFormat['read']> {
  return stored.startsWith('argon2$argon2') ? argon2Format.read(stored.slice('argon2'.length)) : undefined
}
