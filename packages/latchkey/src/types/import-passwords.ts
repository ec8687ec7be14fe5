import type { Awaitable } from './basics.ts'

/** A user's password from another program. */
export interface ImportedPassword {
  /** Identifies the user, if `userId` does not. */
  readonly email?: string | null | undefined
  /** The id of a stored user. A number is read as its text. */
  readonly userId?: string | null | undefined
  /** The stored hash, unchanged. */
  readonly hash: string
  /** The name of a user who is created. */
  readonly name?: string | null | undefined
  /**
   * When a user who is created verified the address, or whether they did. Set it only if the other
   * program sent a link or a code to the address. Default: not verified.
   */
  readonly emailVerified?: Date | boolean | null | undefined
}

/** How passwords are imported. */
export interface ImportPasswordsOptions {
  /** Reports what would happen, and stores nothing. Default: `false`. */
  readonly dryRun?: boolean | undefined
  /** Creates users who do not exist. Default: `false`, their rows are refused. */
  readonly createUsers?: boolean | undefined
  /**
   * Also replaces passwords that are stored already, such as those that users have changed since an
   * earlier import. Default: `false`.
   */
  readonly overwrite?: boolean | undefined
  /** Called after every 100 rows, and at the end. */
  readonly onProgress?: ((report: ImportReport) => Awaitable<unknown>) | undefined
}

/** Why a row was refused. */
export interface RefusedRow {
  /** The row's number, from 1. */
  readonly row: number
  /**
   * `hash`: its format is not known or needs an option, or it names costs that would overload the
   * server. `user`: the row names no user, or one who does not exist. `email`: the address is invalid.
   */
  readonly reason: 'hash' | 'user' | 'email'
  /** What is wrong, and what fixes it. Contains no hash. */
  readonly message: string
}

/** What an import did, or what it would do. */
export interface ImportReport {
  /** How many rows were read. */
  readonly rows: number
  /** How many passwords were stored. */
  readonly imported: number
  /** How many users were created. */
  readonly created: number
  /** How many rows were left out because the user has a password already. */
  readonly kept: number
  /** How many rows were refused. */
  readonly refused: number
  /** How many hashes have each format, without the refused ones. */
  readonly formats: Readonly<Record<string, number>>
  /** The first 1,000 refused rows. */
  readonly refusals: readonly RefusedRow[]
}
