/**
 * Tables as other libraries create them in MySQL. None of them names a collation, so that they have
 * that of the server: it ignores case, accents and trailing blanks.
 */

/**
 * The tables that `drizzle-kit` creates for the adapter of Auth.js. All dates have milliseconds
 * here.
 */
export const DRIZZLE_TABLES: readonly string[] = [
  `CREATE TABLE user (
    id varchar(255) NOT NULL, name varchar(255), email varchar(255), emailVerified timestamp(3) NULL,
    image varchar(255), PRIMARY KEY (id), UNIQUE (email)
  )`,
  `CREATE TABLE account (
    userId varchar(255) NOT NULL, type varchar(255) NOT NULL, provider varchar(255) NOT NULL,
    providerAccountId varchar(255) NOT NULL, refresh_token varchar(255), access_token varchar(255),
    expires_at int, token_type varchar(255), scope varchar(255), id_token varchar(2048),
    session_state varchar(255), PRIMARY KEY (provider, providerAccountId),
    FOREIGN KEY (userId) REFERENCES user (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE session (
    sessionToken varchar(255) NOT NULL, userId varchar(255) NOT NULL, expires timestamp(3) NOT NULL,
    PRIMARY KEY (sessionToken), FOREIGN KEY (userId) REFERENCES user (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE verificationToken (
    identifier varchar(255) NOT NULL, token varchar(255) NOT NULL, expires timestamp(3) NOT NULL,
    PRIMARY KEY (identifier, token)
  )`,
  `CREATE TABLE authenticator (
    credentialID varchar(255) NOT NULL, userId varchar(255) NOT NULL, providerAccountId varchar(255) NOT NULL,
    credentialPublicKey varchar(255) NOT NULL, counter int NOT NULL, credentialBackedUp boolean NOT NULL,
    credentialDeviceType varchar(255) NOT NULL, transports varchar(255),
    PRIMARY KEY (userId, credentialID), UNIQUE (credentialID),
    FOREIGN KEY (userId) REFERENCES user (id) ON DELETE CASCADE
  )`,
]

/** The tables that Prisma creates for the models in the documentation of Auth.js. */
export const PRISMA_TABLES: readonly string[] = [
  `CREATE TABLE User (
    id varchar(191) NOT NULL, name varchar(191), email varchar(191) NOT NULL, emailVerified datetime(3),
    image varchar(191), createdAt datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    updatedAt datetime(3) NOT NULL, UNIQUE (email), PRIMARY KEY (id)
  )`,
  `CREATE TABLE Account (
    userId varchar(191) NOT NULL, type varchar(191) NOT NULL, provider varchar(191) NOT NULL,
    providerAccountId varchar(191) NOT NULL, refresh_token text, access_token text, expires_at int,
    token_type varchar(191), scope varchar(191), id_token text, session_state varchar(191),
    createdAt datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), updatedAt datetime(3) NOT NULL,
    PRIMARY KEY (provider, providerAccountId),
    FOREIGN KEY (userId) REFERENCES User (id) ON DELETE CASCADE ON UPDATE CASCADE
  )`,
  `CREATE TABLE Session (
    sessionToken varchar(191) NOT NULL, userId varchar(191) NOT NULL, expires datetime(3) NOT NULL,
    createdAt datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), updatedAt datetime(3) NOT NULL,
    UNIQUE (sessionToken), FOREIGN KEY (userId) REFERENCES User (id) ON DELETE CASCADE ON UPDATE CASCADE
  )`,
  `CREATE TABLE VerificationToken (
    identifier varchar(191) NOT NULL, token varchar(191) NOT NULL, expires datetime(3) NOT NULL,
    PRIMARY KEY (identifier, token)
  )`,
  `CREATE TABLE Authenticator (
    credentialID varchar(191) NOT NULL, userId varchar(191) NOT NULL, providerAccountId varchar(191) NOT NULL,
    credentialPublicKey varchar(191) NOT NULL, counter int NOT NULL, credentialBackedUp boolean NOT NULL,
    credentialDeviceType varchar(191) NOT NULL, transports varchar(191), UNIQUE (credentialID),
    PRIMARY KEY (userId, credentialID),
    FOREIGN KEY (userId) REFERENCES User (id) ON DELETE CASCADE ON UPDATE CASCADE
  )`,
]

/** The tables of the documentation of Auth.js's adapter for Kysely, with the types of MySQL. */
export const KYSELY_TABLES: readonly string[] = [
  `CREATE TABLE User (
    id varchar(36) PRIMARY KEY DEFAULT (uuid()), name text, email varchar(255) NOT NULL UNIQUE,
    emailVerified datetime(3), image text
  )`,
  `CREATE TABLE Account (
    id varchar(36) PRIMARY KEY DEFAULT (uuid()), userId varchar(36) NOT NULL, type text NOT NULL,
    provider varchar(64) NOT NULL, providerAccountId varchar(255) NOT NULL, refresh_token text,
    access_token text, expires_at bigint, token_type text, scope text, id_token text, session_state text,
    UNIQUE (provider, providerAccountId), FOREIGN KEY (userId) REFERENCES User (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE Session (
    id varchar(36) PRIMARY KEY DEFAULT (uuid()), userId varchar(36) NOT NULL,
    sessionToken varchar(255) NOT NULL UNIQUE, expires datetime(3) NOT NULL,
    FOREIGN KEY (userId) REFERENCES User (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE VerificationToken (
    identifier varchar(255) NOT NULL, token varchar(255) NOT NULL UNIQUE, expires datetime(3) NOT NULL
  )`,
]
