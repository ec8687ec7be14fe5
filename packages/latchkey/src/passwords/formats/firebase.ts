import type { PasswordFormat } from '../../types/passwords.ts'
import { isBoundedScrypt } from '../cost.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { runScrypt } from '../scrypt.ts'
import { isSameHash, requireBounded } from './format.ts'

/** A project's parameters: in the Firebase console, "Password hash parameters". */
export interface FirebaseParameters {
  /** In Base64. */
  readonly signerKey: string
  /** In Base64. */
  readonly saltSeparator: string
  readonly rounds: number
  readonly memCost: number
}

const FORMAT = /^\$firebase\$([\w+/-]{4,128}={0,2})\$([\w+/-]{20,256}={0,2})$/
const KEY_BYTES = 32
const IV = Buffer.alloc(16)

/**
 * Reads passwords that were exported from Firebase, in the form `$firebase$salt$passwordHash` with both
 * values as in the export.
 *
 * @see https://firebase.google.com/docs/cli/auth
 * @example
 * ```ts
 * import { firebase } from 'latchkey/password'
 *
 * declare const parameters: { signerKey: string; saltSeparator: string; rounds: number; memCost: number }
 *
 * const legacy = [firebase(parameters)]
 * ```
 */
export function firebase({ signerKey, saltSeparator, rounds, memCost }: FirebaseParameters): PasswordFormat {
  const cost = { ln: memCost, r: rounds, p: 1 }
  const [signer, separator] = [signerKey, saltSeparator].map((text) => Buffer.from(text, 'base64'))
  return {
    name: 'firebase',
    read(stored) {
      const [isFound, salt = '', hash = ''] = FORMAT.exec(stored) ?? []
      if (isFound === undefined || !signer || !separator) return undefined
      requireBounded(isBoundedScrypt(cost), 'Firebase', cost)
      const fullSalt = Buffer.concat([Buffer.from(salt, 'base64'), separator])
      return async (password) => {
        const key = await runScrypt(password, fullSalt, KEY_BYTES, cost)
        const cipher = nodeCrypto().createCipheriv('aes-256-ctr', key, IV)
        return isSameHash(Buffer.concat([cipher.update(signer), cipher.final()]), Buffer.from(hash, 'base64'))
      }
    },
  }
}

/** Returns whether a hash is one of Firebase. */
export function isFirebase(stored: string): boolean {
  return FORMAT.test(stored)
}
