import type { Awaitable } from '../../types/basics.ts'
import type { PasswordFormat } from '../../types/passwords.ts'
import { argon2Format, readArgon2 } from './argon2.ts'

/** What is used of a package for Argon2: `argon2` or `@node-rs/argon2`. */
export interface Argon2Package {
  /** Returns whether a password matches a hash. */
  verify(hash: string, password: string): Awaitable<boolean>
}

/**
 * Reads hashes of Argon2 where the runtime has none: Node.js before 24.7, Bun, Deno. The package is
 * loaded with the first such password.
 *
 * @param load loads the package that compares them
 * @example
 * ```ts
 * import { argon2 } from 'latchkey/password'
 *
 * const legacy = [argon2(() => import('@node-rs/argon2'))]
 * ```
 */
export function argon2(
  load: () => Awaitable<Argon2Package | { readonly default: Argon2Package }>,
): PasswordFormat {
  return {
    ...argon2Format,
    read(stored) {
      const hash = stored.startsWith('argon2$') ? stored.slice('argon2'.length) : stored
      if (readArgon2(hash) === undefined) return undefined
      return async (password) => {
        const loaded = await load()
        const { verify } = 'verify' in loaded ? loaded : loaded.default
        return verify(hash, password)
      }
    },
  }
}
