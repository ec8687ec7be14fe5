import type { DatabaseSync } from 'node:sqlite'
import { immediately } from './transaction.ts'

/**
 * How the tables came to be: a database at version n has the first n of these. What was released is never changed, only added to.
 *
 * Columns are named like the fields. Dates are milliseconds since 1970. `extra` and `tokens` hold JSON objects.
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
]

/**
 * Brings a database to the newest version. Processes that start at the same time wait for each other.
 *
 * @throws when a newer release, or another program, has numbered it higher
 */
export function migrate(db: DatabaseSync, steps: readonly string[] = migrations): void {
  if (versionOf(db) > steps.length)
    throw new Error(
      `The schema of the database has version ${versionOf(db)}, and this release knows ${steps.length}. ` +
        'Update latchkey; or, if another program numbers it by "PRAGMA user_version", give the adapter a database of its own.',
    )
  for (const [version, step] of steps.entries())
    if (versionOf(db) <= version) immediately(db, () => apply(db, version, step))
}

function apply(db: DatabaseSync, version: number, step: string): void {
  // Another process may have come first while this one waited for the lock.
  if (versionOf(db) !== version) return
  db.exec(step)
  db.exec(`PRAGMA user_version = ${version + 1}`)
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version)
}
