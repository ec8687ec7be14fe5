const TOKENS = `refresh_token TEXT, access_token TEXT, expires_at INTEGER, token_type TEXT, scope TEXT,
  id_token TEXT, session_state TEXT`

function authenticators(name: string, users: string): string {
  return `CREATE TABLE ${name} (
    credentialID TEXT NOT NULL UNIQUE,
    userId TEXT NOT NULL REFERENCES ${users} (id) ON DELETE CASCADE,
    providerAccountId TEXT NOT NULL,
    credentialPublicKey TEXT NOT NULL,
    counter INTEGER NOT NULL,
    credentialDeviceType TEXT NOT NULL,
    credentialBackedUp INTEGER NOT NULL,
    transports TEXT,
    PRIMARY KEY (userId, credentialID)
  )`
}

/** The tables that Drizzle creates for the schema in the documentation of its adapter. */
export const DRIZZLE_TABLES: readonly string[] = [
  `CREATE TABLE user (
    id TEXT PRIMARY KEY NOT NULL, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT
  )`,
  `CREATE TABLE account (
    userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    type TEXT NOT NULL, provider TEXT NOT NULL, providerAccountId TEXT NOT NULL, ${TOKENS},
    PRIMARY KEY (provider, providerAccountId)
  )`,
  `CREATE TABLE session (
    sessionToken TEXT PRIMARY KEY NOT NULL,
    userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
  )`,
  `CREATE TABLE verificationToken (
    identifier TEXT NOT NULL, token TEXT NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (identifier, token)
  )`,
  authenticators('authenticator', 'user'),
]

/** Tables for Kysely, whose adapter stores dates as text. */
export const KYSELY_TABLES: readonly string[] = [
  `CREATE TABLE User (
    id TEXT PRIMARY KEY NOT NULL, name TEXT, email TEXT UNIQUE NOT NULL, emailVerified TEXT, image TEXT
  )`,
  `CREATE TABLE Account (
    id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(16)))),
    userId TEXT NOT NULL REFERENCES User (id) ON DELETE CASCADE,
    type TEXT NOT NULL, provider TEXT NOT NULL, providerAccountId TEXT NOT NULL, ${TOKENS},
    UNIQUE (provider, providerAccountId)
  )`,
  `CREATE TABLE Session (
    id TEXT PRIMARY KEY NOT NULL DEFAULT (lower(hex(randomblob(16)))),
    userId TEXT NOT NULL REFERENCES User (id) ON DELETE CASCADE,
    sessionToken TEXT UNIQUE NOT NULL, expires TEXT NOT NULL
  )`,
  `CREATE TABLE VerificationToken (
    identifier TEXT NOT NULL, token TEXT NOT NULL, expires TEXT NOT NULL, UNIQUE (identifier, token)
  )`,
  authenticators('Authenticator', 'User'),
]
