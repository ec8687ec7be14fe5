/** Authenticators, in tables of Auth.js whose documentation has none. */
function passkeys(name: string, userId: string): string {
  return `CREATE TABLE "${name}" (
    "credentialID" TEXT NOT NULL PRIMARY KEY,
    "userId" ${userId} NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "credentialPublicKey" TEXT NOT NULL,
    counter INTEGER NOT NULL,
    "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    transports TEXT
  )`
}

const TOKENS = `
  refresh_token TEXT, access_token TEXT, token_type TEXT, scope TEXT, id_token TEXT, session_state TEXT`

/** The tables in the documentation of the adapter for `pg`: no keys but numbers. */
export const PG_TABLES: readonly string[] = [
  `CREATE TABLE users (
    id SERIAL PRIMARY KEY,
    name VARCHAR(255),
    email VARCHAR(255),
    "emailVerified" TIMESTAMPTZ,
    image TEXT
  )`,
  `CREATE TABLE accounts (
    id SERIAL PRIMARY KEY,
    "userId" INTEGER NOT NULL,
    type VARCHAR(255) NOT NULL,
    provider VARCHAR(255) NOT NULL,
    "providerAccountId" VARCHAR(255) NOT NULL,
    expires_at BIGINT,
    ${TOKENS}
  )`,
  `CREATE TABLE sessions (
    id SERIAL PRIMARY KEY,
    "userId" INTEGER NOT NULL,
    expires TIMESTAMPTZ NOT NULL,
    "sessionToken" VARCHAR(255) NOT NULL
  )`,
  `CREATE TABLE verification_token (
    identifier TEXT NOT NULL,
    expires TIMESTAMPTZ NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (identifier, token)
  )`,
]

/** What those tables lack. */
export const PG_CONSTRAINTS: readonly string[] = [
  'ALTER TABLE users ADD UNIQUE (email)',
  'ALTER TABLE accounts ADD UNIQUE (provider, "providerAccountId")',
  'ALTER TABLE sessions ADD UNIQUE ("sessionToken")',
  passkeys('authenticators', 'INTEGER'),
]

const REFERENCE = 'REFERENCES "User" (id) ON DELETE CASCADE ON UPDATE CASCADE'
const TIMES = '"createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" TIMESTAMP(3) NOT NULL'

/** The tables that Prisma creates for the models in the documentation of its adapter. */
export const PRISMA_TABLES: readonly string[] = [
  `CREATE TABLE "User" (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT,
    email TEXT NOT NULL UNIQUE,
    "emailVerified" TIMESTAMP(3),
    image TEXT,
    ${TIMES}
  )`,
  `CREATE TABLE "Account" (
    "userId" TEXT NOT NULL ${REFERENCE},
    type TEXT NOT NULL,
    provider TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    expires_at INTEGER,
    ${TOKENS},
    ${TIMES},
    PRIMARY KEY (provider, "providerAccountId")
  )`,
  `CREATE TABLE "Session" (
    "sessionToken" TEXT NOT NULL UNIQUE,
    "userId" TEXT NOT NULL ${REFERENCE},
    expires TIMESTAMP(3) NOT NULL,
    ${TIMES}
  )`,
  `CREATE TABLE "VerificationToken" (
    identifier TEXT NOT NULL,
    token TEXT NOT NULL,
    expires TIMESTAMP(3) NOT NULL,
    PRIMARY KEY (identifier, token)
  )`,
  `CREATE TABLE "Authenticator" (
    "credentialID" TEXT NOT NULL UNIQUE,
    "userId" TEXT NOT NULL ${REFERENCE},
    "providerAccountId" TEXT NOT NULL,
    "credentialPublicKey" TEXT NOT NULL,
    counter INTEGER NOT NULL,
    "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    transports TEXT,
    PRIMARY KEY ("userId", "credentialID")
  )`,
]

/** The tables that Drizzle creates for the schema in the documentation of its adapter. */
export const DRIZZLE_TABLES: readonly string[] = [
  `CREATE TABLE "user" (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT,
    email TEXT UNIQUE,
    "emailVerified" TIMESTAMP,
    image TEXT
  )`,
  `CREATE TABLE account (
    "userId" TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    provider TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    expires_at INTEGER,
    ${TOKENS},
    PRIMARY KEY (provider, "providerAccountId")
  )`,
  `CREATE TABLE session (
    "sessionToken" TEXT PRIMARY KEY NOT NULL,
    "userId" TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    expires TIMESTAMP NOT NULL
  )`,
  `CREATE TABLE "verificationToken" (
    identifier TEXT NOT NULL,
    token TEXT NOT NULL,
    expires TIMESTAMP NOT NULL,
    PRIMARY KEY (identifier, token)
  )`,
  `CREATE TABLE authenticator (
    "credentialID" TEXT NOT NULL UNIQUE,
    "userId" TEXT NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    "providerAccountId" TEXT NOT NULL,
    "credentialPublicKey" TEXT NOT NULL,
    counter INTEGER NOT NULL,
    "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    transports TEXT,
    PRIMARY KEY ("userId", "credentialID")
  )`,
]

/** The tables in the documentation of the adapter for Kysely. */
export const KYSELY_TABLES: readonly string[] = [
  `CREATE TABLE "User" (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    name TEXT,
    email TEXT UNIQUE NOT NULL,
    "emailVerified" TIMESTAMPTZ,
    image TEXT
  )`,
  `CREATE TABLE "Account" (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    "userId" UUID NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    provider TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    expires_at BIGINT,
    ${TOKENS}
  )`,
  `CREATE TABLE "Session" (
    id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
    "userId" UUID NOT NULL REFERENCES "User" (id) ON DELETE CASCADE,
    "sessionToken" TEXT NOT NULL UNIQUE,
    expires TIMESTAMPTZ NOT NULL
  )`,
  `CREATE TABLE "VerificationToken" (
    identifier TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE,
    expires TIMESTAMPTZ NOT NULL
  )`,
  'CREATE INDEX "Account_userId_index" ON "Account" ("userId")',
  'CREATE INDEX "Session_userId_index" ON "Session" ("userId")',
]

/** What those tables lack. */
export const KYSELY_CONSTRAINTS: readonly string[] = [
  'ALTER TABLE "Account" ADD UNIQUE (provider, "providerAccountId")',
  passkeys('Authenticator', 'UUID'),
]
