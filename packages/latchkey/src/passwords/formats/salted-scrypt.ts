import type { PasswordFormat } from '../../types/passwords.ts'
import { runScrypt } from '../scrypt.ts'
import { isSameHash } from './format.ts'

const FORMAT = /^(s2:)?([\da-z]{8,64}):([\da-f]{128})$/i
const KEY_BYTES = 64

/**
 * Scrypt as better-auth, Oslo and Lucia store it, `salt:hash`, and as Lucia 2 did, `s2:salt:hash`. The
 * salt is the text, not the bytes that it stands for. Lucia 1 wrote the same with half the block size.
 */
export const saltedScrypt: PasswordFormat = {
  name: 'salt:scrypt',

  read(stored) {
    const [isFound, version, salt = '', hash = ''] = FORMAT.exec(stored) ?? []
    if (isFound === undefined) return undefined
    const expected = Buffer.from(hash, 'hex')
    const blockSizes = version === undefined ? [16, 8] : [16]
    return async (password) => {
      for (const r of blockSizes)
        if (isSameHash(await runScrypt(password, salt, KEY_BYTES, { ln: 14, r, p: 1 }), expected)) return true
      return false
    }
  },
}
