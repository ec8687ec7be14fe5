import type { ImportedPassword, ImportPasswordsOptions, ImportReport } from './import-passwords.ts'
import type { DefaultUser } from './user.ts'
import type { UserSession } from './user-sessions.ts'

/** How server code has verified a user. */
export interface StartSessionOptions {
  /**
   * How the user was verified: values of RFC 8176, for example `['pwd']`.
   *
   * @see https://www.rfc-editor.org/rfc/rfc8176#section-2
   */
  amr?: readonly string[] | undefined
  /** Where to go afterwards, as a path. Default: the home page. */
  redirectTo?: string | undefined
  /** What the session contains of the user. Only without an `adapter`. Default: only the id. */
  user?: Omit<DefaultUser, 'id'> | undefined
}

/** A session that server code has started, or that still needs something. */
export interface StartedSession {
  /** Where to redirect to. */
  readonly url: string
  /**
   * What is required before the session starts, such as `secondFactor`: redirect to `url`, whose page
   * asks for it. `undefined` if the session has started.
   */
  readonly requirement?: string | undefined
}

/**
 * What server code can do with any user: for support, your own sign-up flows, and jobs. Check first
 * who calls it.
 */
export interface UserManagement {
  /**
   * Returns a user's sessions, the newest first.
   *
   * @throws {InvalidOption} without `account: { security: true }`
   */
  sessions(userId: string): Promise<UserSession[]>
  /** Ends all of a user's sessions. Also call it after you deleted a user. */
  signOut(userId: string): Promise<void>
  /**
   * Disables a user: ends all sessions, and refuses sign-ins, also one that is in progress.
   *
   * @throws {MissingAdapterMethods} if the adapter cannot store it
   * @throws {InvalidOption} without `account: { security: true }`
   */
  disable(userId: string): Promise<void>
  /** Lets a disabled user sign in again. */
  enable(userId: string): Promise<void>
  /**
   * Ends all sessions of all users.
   *
   * @throws {InvalidOption} without `account: { security: true }`
   */
  signOutEveryone(): Promise<void>
  /**
   * Removes all second factors and recovery codes of a user who has lost them, and ends their
   * sessions. Verify first who the user is: never by e-mail alone.
   *
   * @throws {MissingAdapterMethods} if the adapter stores no second factors
   */
  resetSecondFactor(userId: string): Promise<void>
  /**
   * Imports passwords from another program, in any format that `Password` reads. Repeat it after a
   * failure: it keeps passwords that are stored already.
   *
   * @param rows read one after the other, so that they need not fit into memory
   * @throws {AdapterError} if the database fails
   * @throws {InvalidOption} without the provider `Password`
   */
  importPasswords(
    rows: Iterable<ImportedPassword> | AsyncIterable<ImportedPassword>,
    options?: ImportPasswordsOptions,
  ): Promise<ImportReport>
  /**
   * Ends all of a user's sessions, and asks for a new password at the next sign-in, with any method.
   * For passwords that you have handed out. If others may know the password, it does not help: they
   * could choose the new one. Remove that password with the adapter's `deletePassword`; the user then
   * resets it by e-mail.
   *
   * @returns whether the user has a password. Otherwise, nothing happens
   * @throws {MissingAdapterMethods} if the adapter stores no passwords
   */
  requirePasswordChange(userId: string): Promise<boolean>
}

/** What server code can do with any user. */
export interface Users extends UserManagement {
  /**
   * Starts a session in this browser for a user whom your code has verified. Asks for what every
   * sign-in needs, such as a second factor.
   *
   * @throws {AccessDenied} if the user is disabled or does not exist
   */
  startSession(userId: string, options?: StartSessionOptions): Promise<StartedSession>
}
