import type { SqliteConnection } from './connection.ts'
import { immediately } from './transaction.ts'

/**
 * The migrations, in order. A database with schema version n has run the first n of them. A
 * released migration never changes; new ones are appended.
 *
 * Columns have the names of the fields. Dates are milliseconds since 1970. `extra` and `tokens`
 * hold JSON objects.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE users (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT,
    email TEXT UNIQUE,
    emailVerified INTEGER,
    image TEXT,
    extra TEXT NOT NULL CHECK (json_valid(extra))
  ) STRICT;

  CREATE TABLE accounts (
    provider TEXT NOT NULL,
    providerAccountId TEXT NOT NULL,
    userId TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    tokens TEXT NOT NULL CHECK (json_valid(tokens)),
    PRIMARY KEY (provider, providerAccountId)
  ) STRICT;
  CREATE INDEX accounts_userId ON accounts (userId);

  CREATE TABLE sessions (
    sessionToken TEXT PRIMARY KEY NOT NULL,
    userId TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_userId ON sessions (userId);

  CREATE TABLE verification_tokens (
    identifier TEXT NOT NULL,
    token TEXT NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (identifier, token)
  ) STRICT, WITHOUT ROWID;`,

  `CREATE TABLE authenticators (
    credentialID TEXT PRIMARY KEY NOT NULL,
    userId TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    providerAccountId TEXT NOT NULL,
    credentialPublicKey TEXT NOT NULL,
    counter INTEGER NOT NULL,
    credentialBackedUp INTEGER NOT NULL,
    credentialDeviceType TEXT NOT NULL,
    transports TEXT
  ) STRICT;
  CREATE INDEX authenticators_userId ON authenticators (userId);`,

  `CREATE INDEX sessions_expires ON sessions (expires);
  CREATE INDEX verification_tokens_expires ON verification_tokens (expires);

  CREATE TABLE latchkey_store (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL,
    expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX latchkey_store_expires ON latchkey_store (expires);`,

  'CREATE INDEX users_email_lower_idx ON users (lower(email));',
]

/** Returns a migration's statements. None of them contains a semicolon. */
export function listStatements(step: string): readonly string[] {
  return step
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}

/**
 * Migrates a database to the newest version. Processes that start together wait for each other.
 *
 * @throws {Error} if a newer release or another program has set a higher version
 */
export function migrate(db: SqliteConnection, steps: readonly string[] = migrations): void {
  rejectNewer(readVersion(db), steps)
  for (const [version, step] of steps.entries())
    if (readVersion(db) <= version) immediately(db, () => apply(db, version, step))
}

/** @throws {Error} if the schema is newer than the migrations */
export function rejectNewer(version: number, steps: readonly string[]): void {
  if (version > steps.length)
    throw new Error(
      `The database schema has version ${version}, but this release supports only ${steps.length}. ` +
        'Update latchkey. If another program sets "PRAGMA user_version", use a separate database.',
    )
}

function apply(db: SqliteConnection, version: number, step: string): void {
  // Another process may have run this migration while this one waited for the lock.
  if (readVersion(db) !== version) return
  db.exec(step)
  db.exec(`PRAGMA user_version = ${version + 1}`)
}

function readVersion(db: SqliteConnection): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version)
}
