import type { Adapter, Store } from 'latchkey'

/** What the application stores. */
export interface Database {
  /** Users and their accounts, sessions, passkeys and pending e-mail links. */
  readonly adapter: Adapter & Required<Pick<Adapter, 'createUser' | 'getUserByEmail' | 'updateUser'>>
  /** What all processes of the application share: limits, sign-outs, and what was used once. */
  readonly store: Store
  /**
   * Creates the table of password hashes. It is a separate table, because the `session` callback
   * receives the user: a field of the user would reach the browser with `{ ...session, user }`.
   */
  readonly createTables: () => Promise<void>
  /** Returns the hash of a user's password, or `undefined` if the user has no password. */
  readonly readHash: (userId: string) => Promise<string | undefined>
  /** Stores the hash of a user's password instead of an earlier one. */
  readonly storeHash: (userId: string, hash: string) => Promise<void>
}
