import { UnreadablePassword } from '../../errors/passwords.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { PasswordFormat } from '../../types/passwords.ts'
import { nodeCrypto } from '../node-crypto.ts'
import { requireBounded } from './format.ts'

/** What is used of a package for bcrypt: `bcryptjs`, `bcrypt` or `@node-rs/bcrypt`. */
export interface BcryptPackage {
  /** Returns whether a password matches a hash. */
  compare(password: string, hash: string): Awaitable<boolean>
}

/** Three seconds on one thread. */
const MAX_COST = 15
/** Django puts its name before the hash. */
const FORMAT = /^(bcrypt\$|bcrypt_sha256\$)?\$2([abxy])(\$(\d\d)\$[./A-Za-z\d]{53})$/

/**
 * Reads hashes of bcrypt, `$2a$`, `$2b$` and `$2y$`, as most libraries, PHP and Laravel write them, and
 * Django's `bcrypt$` and `bcrypt_sha256$`. The package is loaded with the first such password. As in all
 * libraries, bcrypt ignores what follows the first 72 bytes of a password; the new hash includes them.
 *
 * @param load loads the package that compares them: `bcryptjs`, or `bcrypt`, which uses other threads
 * @example
 * ```ts
 * import { bcrypt } from 'latchkey/password'
 *
 * const legacy = [bcrypt(() => import('bcryptjs'))]
 * ```
 */
export function bcrypt(
  load: () => Awaitable<BcryptPackage | { readonly default: BcryptPackage }>,
): PasswordFormat {
  return {
    name: 'bcrypt',
    read(stored) {
      const [isFound, prefix, version, rest = '', cost] = FORMAT.exec(stored) ?? []
      if (isFound === undefined) return undefined
      if (version === 'x')
        throw new UnreadablePassword('A stored bcrypt hash has the broken version `$2x$`. Delete it.')
      requireBounded(Number(cost) >= 4 && Number(cost) <= MAX_COST, 'bcrypt', { cost: Number(cost) })
      return async (password) => {
        const loaded = await load()
        const { compare } = 'compare' in loaded ? loaded : loaded.default
        // Packages differ in which letters they know. The algorithm is the same.
        return compare(prefix === 'bcrypt_sha256$' ? sha256(password) : password, `$2b${rest}`)
      }
    },
  }
}

/** Returns whether a hash is one of bcrypt. */
export function isBcrypt(stored: string): boolean {
  return FORMAT.test(stored)
}

function sha256(password: string): string {
  return nodeCrypto().hash('sha256', password, 'hex')
}
