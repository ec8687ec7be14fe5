import type { Awaitable } from './basics.ts'
import type { customFetch } from './symbols.ts'

/**
 * A format of stored passwords that another program wrote. `latchkey/password` has some; write one
 * of your own for a format that no library has.
 */
export interface PasswordFormat {
  /** Shown in error messages and in the result of an import, for example `bcrypt`. */
  readonly name: string
  /**
   * Returns a function that compares a password with a stored hash, or `undefined` if the hash has
   * another format. Compare in constant time, with `timingSafeEqual` of `node:crypto`.
   *
   * @throws {Error} if the hash has this format, but cannot be compared. It counts as a fault, not as
   *   a wrong password. The message must not contain the hash
   */
  read(hash: string): ((password: string) => Awaitable<boolean>) | undefined
}

/** Which passwords are accepted at a sign-up, a reset and a change. */
export interface PasswordRules {
  /**
   * The minimum length in characters: 8 or more. Default: 15, or 8 if `secondFactor.require` is set.
   *
   * @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver
   */
  readonly minLength?: number | undefined
  /** The maximum length in characters, from 64 to 1,024. Default: 1,024. */
  readonly maxLength?: number | undefined
  /**
   * Words that a password must not consist of, such as the names of your product and company. The
   * host's name, the e-mail address and the user's name are always among them.
   */
  readonly blocklist?: readonly string[] | undefined
  /**
   * What happens with a password that is known from a data breach. `refuse`: the user chooses another
   * one. `warn`: it is accepted, with a security event. `false`: nothing is looked up. The service
   * Pwned Passwords receives the first five digits of the password's SHA-1 hash. If it does not
   * respond within a second, the password is accepted, with a security event. Default: `refuse`.
   *
   * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
   */
  readonly breached?: 'refuse' | 'warn' | false | undefined
  /** Calls Pwned Passwords instead of the global `fetch`. */
  readonly [customFetch]?: typeof fetch
}

/** The formats of stored passwords besides those that are always read. */
export interface PasswordFormats {
  /**
   * Formats that need a package or a value of yours, for example
   * `[bcrypt(() => import('bcryptjs'))]`. Passwords in these formats are stored in today's format
   * with the next sign-in.
   */
  readonly legacy?: readonly PasswordFormat[] | undefined
}
