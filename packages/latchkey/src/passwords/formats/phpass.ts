import type { PasswordFormat } from '../../types/passwords.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { isSameHash, requireBounded } from './format.ts'

const FORMAT = /^\$[PH]\$([./\dA-Za-z])([./\dA-Za-z]{8})([./\dA-Za-z]{22})$/
const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** `2 ** 16` rounds take a tenth of a second. WordPress has `2 ** 13`. */
const MAX_ROUNDS_LOG2 = 16
/** The rounds run on the main thread. So often, other requests have their turn. */
const ROUNDS_PER_TURN = 1024

/** Portable hashes of phpass, which WordPress before 6.8, phpBB 3 and others wrote: `$P$`, `$H$`. */
export const phpass: PasswordFormat = {
  name: 'phpass',

  read(stored) {
    const [isFound, digit = '', salt = '', hash = ''] = FORMAT.exec(stored) ?? []
    if (isFound === undefined) return undefined
    const log2 = DIGITS.indexOf(digit)
    requireBounded(log2 >= 7 && log2 <= MAX_ROUNDS_LOG2, 'phpass', { log2 })
    return async (password) =>
      isSameHash(Buffer.from(toText(await derive(password, salt, 2 ** log2))), Buffer.from(hash))
  },
}

async function derive(password: string, salt: string, rounds: number): Promise<Buffer> {
  const text = Buffer.from(password)
  let derived = md5(Buffer.from(salt), text)
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_PER_TURN === 0) await new Promise((resolve) => setTimeout(resolve))
    derived = md5(derived, text)
  }
  return derived
}

function md5(...parts: readonly Buffer[]): Buffer {
  return nodeCrypto().hash('md5', Buffer.concat(parts), 'buffer')
}

/** Its own Base64: the lowest bits of each three bytes come first. */
function toText(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3)
    const value = a | (b << 8) | (c << 16)
    const digits = Math.min(4, bytes.length - at + 1)
    for (let index = 0; index < digits; index++) text += DIGITS[(value >> (6 * index)) & 63]
  }
  return text
}
