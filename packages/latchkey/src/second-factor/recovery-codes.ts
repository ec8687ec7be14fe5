import { sha256Hex } from '../crypto/digest.ts'

/** Without I, L, O and U, which are read as other characters. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 120 bits, so that a plain hash protects them. */
const LENGTH = 24
const GROUP = 4

/** Returns a new recovery code, in groups. */
export function newRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  const code = Array.from(bytes, (byte) => DIGITS.charAt(byte % DIGITS.length)).join('')
  return code.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? code
}

/** Returns a code without groups, as it is hashed; `undefined` if it cannot be a recovery code. */
export function readRecoveryCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0')
  return code.length === LENGTH && [...code].every((digit) => DIGITS.includes(digit)) ? code : undefined
}

/** Returns the hash under which a user's code is stored. */
export async function hashRecoveryCode(userId: string, code: string): Promise<string> {
  return sha256Hex(JSON.stringify([userId, code.replaceAll('-', '')]))
}
