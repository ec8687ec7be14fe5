import type { Awaitable } from '../basics.ts'
import type { PasswordFormats, PasswordRules } from '../passwords.ts'
import type { CredentialInput } from './common.ts'
import type { CredentialsConfig } from './credentials.ts'

/** How users sign up. */
export interface SignUpOptions {
  /**
   * Further fields of the form, by the names of the user's properties, for example `{ name: { label:
   * 'Name', required: true } }`. Only these fields are passed to the adapter's `createUser`, as text
   * of at most 256 characters.
   */
  readonly fields?: Readonly<Record<string, CredentialInput>> | undefined
}

/** User names, besides e-mail addresses. */
export interface UsernameOptions {
  /** The field's label on the sign-in page. Default: "E-mail address or user name". */
  readonly label?: string | undefined
  /**
   * Returns the id of the user with this name, or `null`. Called with what the user typed, without
   * blanks around it, unless it is an e-mail address. Your application decides which spellings are
   * the same name.
   */
  find(name: string): Awaitable<string | null | undefined>
}

/** Where passwords are stored, if not in the `adapter`'s table. */
export interface PasswordStorageOptions {
  /** Returns the hash of a user's password, or `null`. */
  read(userId: string): Awaitable<string | null | undefined>
  /** Stores the hash of a user's password. `null` removes the password. */
  write(userId: string, hash: string | null): Awaitable<unknown>
}

/** How forgotten passwords are reset. */
export interface PasswordResetOptions {
  /**
   * Whether the user is signed in after choosing a new password, with the second factor if there is
   * one. Default: `false`, the user signs in.
   */
  readonly signIn?: boolean | undefined
}

/** Options of `Password`. */
export interface PasswordOptions extends PasswordRules, PasswordFormats {
  /** Whether users can sign up, and with which fields. Default: `true`, without further fields. */
  readonly signUp?: boolean | SignUpOptions | undefined
  /** Lets users sign in with a user name. Default: only with the e-mail address. */
  readonly username?: UsernameOptions | undefined
  /** Where passwords are stored. Default: in the `adapter`'s table `passwords`. */
  readonly storage?: PasswordStorageOptions | undefined
  /** How forgotten passwords are reset. `false`: not at all. */
  readonly reset?: false | PasswordResetOptions | undefined
  /**
   * Whether users whose e-mail address is not verified have to verify it before their session starts.
   * Users who signed up here have a verified address. Default: `true`.
   */
  readonly verifyAddress?: boolean | undefined
}

/** A provider for e-mail addresses and passwords, as `Password` returns it. */
export interface PasswordConfig
  extends CredentialsConfig<{ email: CredentialInput; password: CredentialInput }> {
  id: 'password'
  /** The options. */
  password: PasswordOptions
}
