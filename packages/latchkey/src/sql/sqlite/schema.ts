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

  `CREATE TABLE latchkey_user_details (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    disabled_at INTEGER,
    device_epoch TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE latchkey_passwords (
    user_id TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    must_change INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE latchkey_second_factors (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    secret TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX latchkey_second_factors_user_id ON latchkey_second_factors (user_id);

  CREATE TABLE latchkey_recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE latchkey_session_details (
    session_token TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    user_agent TEXT,
    ip TEXT,
    amr TEXT NOT NULL,
    auth_time INTEGER NOT NULL,
    name TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX latchkey_session_details_user_id ON latchkey_session_details (user_id);
  CREATE INDEX latchkey_session_details_expires ON latchkey_session_details (expires);

  CREATE TABLE latchkey_passkey_details (
    credential_id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT,
    aaguid TEXT,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX latchkey_passkey_details_user_id ON latchkey_passkey_details (user_id);

  CREATE TABLE latchkey_security_events (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    ip TEXT,
    user_agent TEXT,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX latchkey_security_events_user_id_at ON latchkey_security_events (user_id, at);`,
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
