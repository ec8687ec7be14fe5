CREATE TABLE User (
  id TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
  name TEXT,
  email TEXT UNIQUE,
  emailVerified TEXT,
  image TEXT,
  role TEXT NOT NULL DEFAULT 'member'
);

CREATE TABLE Account (
  id TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
  userId TEXT NOT NULL REFERENCES User (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  provider TEXT NOT NULL,
  providerAccountId TEXT NOT NULL,
  refresh_token TEXT,
  access_token TEXT,
  expires_at INTEGER,
  token_type TEXT,
  scope TEXT,
  id_token TEXT,
  session_state TEXT,
  UNIQUE (provider, providerAccountId)
);

CREATE TABLE Session (
  id TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))),
  sessionToken TEXT NOT NULL UNIQUE,
  userId TEXT NOT NULL REFERENCES User (id) ON DELETE CASCADE,
  expires TEXT NOT NULL
);

CREATE TABLE VerificationToken (
  identifier TEXT NOT NULL,
  token TEXT NOT NULL,
  expires TEXT NOT NULL,
  UNIQUE (identifier, token)
);
