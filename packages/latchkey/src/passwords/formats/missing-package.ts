import { UnreadablePassword } from '../../errors/passwords.ts'
import type { PasswordFormat } from '../../types/passwords.ts'
import { isBcrypt } from './bcrypt.ts'
import { isFirebase } from './firebase.ts'

/** Formats that need the option `legacy`. Says so, as they were not found in it. */
export const missingPackage: PasswordFormat = {
  name: 'missing',

  read(stored) {
    if (isBcrypt(stored)) throw missing('bcrypt', "bcrypt(() => import('bcryptjs'))")
    if (isFirebase(stored))
      throw missing('Firebase', 'firebase({ signerKey, saltSeparator, rounds, memCost })')
    return undefined
  },
}

function missing(format: string, line: string): UnreadablePassword {
  return new UnreadablePassword(
    `A stored password has the format of ${format}. Add \`legacy: [${line}]\` to \`Password()\`, with the ` +
      'function from "latchkey/password".',
  )
}
