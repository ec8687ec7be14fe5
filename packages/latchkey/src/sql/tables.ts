/** The records that an adapter stores, each in its own table. */
export type SqlEntity = 'users' | 'accounts' | 'sessions' | 'verificationTokens' | 'authenticators'

/** The fields that have their own column, in the order in which `migrate` creates them. */
export const FIELDS: Readonly<Record<SqlEntity, readonly string[]>> = {
  users: ['id', 'name', 'email', 'emailVerified', 'image'],
  accounts: [
    'provider',
    'providerAccountId',
    'userId',
    'type',
    'refresh_token',
    'access_token',
    'expires_at',
    'token_type',
    'scope',
    'id_token',
    'session_state',
  ],
  sessions: ['sessionToken', 'userId', 'expires'],
  verificationTokens: ['identifier', 'token', 'expires'],
  authenticators: [
    'credentialID',
    'userId',
    'providerAccountId',
    'credentialPublicKey',
    'counter',
    'credentialBackedUp',
    'credentialDeviceType',
    'transports',
  ],
}

/** The names of one table and its columns. */
export interface SqlTable {
  /** The table's name, without quotes. */
  readonly name: string
  /** The names of columns that differ from their field's name. */
  readonly columns?: Readonly<Record<string, string>>
  /**
   * Further fields that have their own column, such as `role`. The driver receives and returns
   * their values unchanged.
   */
  readonly extraColumns?: readonly string[]
}

/** An application's tables: their names, and what their columns contain. */
export interface SqlTables extends Readonly<Record<SqlEntity, SqlTable>> {
  /** The tables' schema, if it is not the default one. */
  readonly schema?: string
  /** Whether Latchkey or a column's default value creates the user ids. */
  readonly userIds: 'latchkey' | 'database'
  /**
   * Whether date columns have a time zone. Those without one contain UTC.
   */
  readonly dates: 'with-zone' | 'utc'
  /**
   * Column in the users and accounts tables with a JSON object of the fields that have no column.
   * Without it, such fields are not stored.
   */
  readonly extra?: string | undefined
  /**
   * Whether the database keeps user addresses, and each provider's accounts, unique. Default: no.
   * Latchkey then claims them in the store during a first sign-in, so that two simultaneous
   * requests create one user.
   */
  readonly uniqueKeys?: boolean | undefined
  /** Column that each insertion and change sets to the current time. */
  readonly updatedAt?: string | undefined
  /** Differences for SQLite, which has no date type. */
  readonly sqlite?: {
    /** How dates are stored: as milliseconds since 1970, or as ISO 8601 text in UTC. */
    readonly dates: 'milliseconds' | 'text'
    /**
     * Column in the accounts table with a JSON object of the tokens and the fields without a
     * column.
     */
    readonly tokens?: string
  }
}

/** The tables that Latchkey creates. */
export const LATCHKEY_TABLES: SqlTables = {
  users: { name: 'users' },
  accounts: { name: 'accounts' },
  sessions: { name: 'sessions' },
  verificationTokens: { name: 'verification_tokens' },
  authenticators: { name: 'authenticators' },
  userIds: 'latchkey',
  dates: 'with-zone',
  extra: 'extra',
  uniqueKeys: true,
  sqlite: { dates: 'milliseconds', tokens: 'tokens' },
}

/** The same, with names in lower case and underscores. */
const SNAKE_CASE: SqlTables = {
  ...LATCHKEY_TABLES,
  users: { name: 'users', columns: { emailVerified: 'email_verified' } },
  accounts: {
    name: 'accounts',
    columns: { userId: 'user_id', providerAccountId: 'provider_account_id' },
  },
  sessions: { name: 'sessions', columns: { sessionToken: 'session_token', userId: 'user_id' } },
  authenticators: {
    name: 'authenticators',
    columns: {
      credentialID: 'credential_id',
      userId: 'user_id',
      providerAccountId: 'provider_account_id',
      credentialPublicKey: 'credential_public_key',
      credentialBackedUp: 'credential_backed_up',
      credentialDeviceType: 'credential_device_type',
    },
  },
}

/** The tables in the documentation for Auth.js's `pg` adapter. */
const AUTHJS_PG: SqlTables = {
  users: { name: 'users' },
  accounts: { name: 'accounts' },
  sessions: { name: 'sessions' },
  verificationTokens: { name: 'verification_token' },
  authenticators: { name: 'authenticators' },
  userIds: 'database',
  dates: 'with-zone',
}

/** The models in the documentation for Auth.js's Prisma adapter. */
const AUTHJS_PRISMA: SqlTables = {
  users: { name: 'User' },
  accounts: { name: 'Account' },
  sessions: { name: 'Session' },
  verificationTokens: { name: 'VerificationToken' },
  authenticators: { name: 'Authenticator' },
  userIds: 'latchkey',
  dates: 'utc',
  uniqueKeys: true,
  updatedAt: 'updatedAt',
  sqlite: { dates: 'text' },
}

/** The tables of Auth.js's Drizzle adapter. */
const AUTHJS_DRIZZLE: SqlTables = {
  users: { name: 'user' },
  accounts: { name: 'account' },
  sessions: { name: 'session' },
  verificationTokens: { name: 'verificationToken' },
  authenticators: { name: 'authenticator' },
  userIds: 'latchkey',
  dates: 'utc',
}

/** The tables in the documentation for Auth.js's Kysely adapter. */
const AUTHJS_KYSELY: SqlTables = {
  users: { name: 'User' },
  accounts: { name: 'Account' },
  sessions: { name: 'Session' },
  verificationTokens: { name: 'VerificationToken' },
  authenticators: { name: 'Authenticator' },
  userIds: 'database',
  dates: 'with-zone',
  sqlite: { dates: 'text' },
}

/** A preset's name. */
export type SqlTablePreset =
  | 'latchkey'
  | 'snake_case'
  | 'auth.js/pg'
  | 'auth.js/prisma'
  | 'auth.js/drizzle'
  | 'auth.js/kysely'

/**
 * Each preset's tables.
 *
 * @example
 * ```ts
 * import { tablePresets } from 'latchkey/adapters/postgres'
 *
 * const preset = tablePresets['auth.js/prisma']
 * const tables = { ...preset, users: { ...preset.users, extraColumns: ['role'] } }
 * ```
 */
export const TABLE_PRESETS: Readonly<Record<SqlTablePreset, SqlTables>> = {
  latchkey: LATCHKEY_TABLES,
  snake_case: SNAKE_CASE,
  'auth.js/pg': AUTHJS_PG,
  'auth.js/prisma': AUTHJS_PRISMA,
  'auth.js/drizzle': AUTHJS_DRIZZLE,
  'auth.js/kysely': AUTHJS_KYSELY,
}

/**
 * Returns a preset's tables, or the given tables.
 *
 * @throws {TypeError} if no preset has the name
 */
export function resolveTables(tables: SqlTablePreset | SqlTables = 'latchkey'): SqlTables {
  if (typeof tables === 'object') return tables
  if (Object.hasOwn(TABLE_PRESETS, tables)) return TABLE_PRESETS[tables]
  const names = Object.keys(TABLE_PRESETS).map((name) => `"${name}"`)
  throw new TypeError(`\`tables\` is "${tables}". Use one of ${names.join(', ')}, or an object.`)
}

/** Returns the name of a field's column, without quotes. */
export function columnName({ columns }: SqlTable, field: string): string {
  // Every object inherits `constructor` and `toString`, which can be a column's name.
  return columns !== undefined && Object.hasOwn(columns, field) ? (columns[field] ?? field) : field
}
