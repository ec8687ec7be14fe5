import { connection } from '@/database'

// A table of its own, because the `session` callback receives the user: a hash among the fields of
// the user would reach the browser with `{ ...session, user }`.
connection.exec(`
  BEGIN IMMEDIATE;
  CREATE TABLE IF NOT EXISTS passwords (
    userId TEXT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL
  ) STRICT;
  -- Earlier versions of this example stored the hash with the user.
  INSERT OR IGNORE INTO passwords (userId, hash)
    SELECT id, extra ->> 'passwordHash' FROM users WHERE extra ->> 'passwordHash' IS NOT NULL;
  UPDATE users SET extra = json_remove(extra, '$.passwordHash')
    WHERE extra ->> 'passwordHash' IS NOT NULL;
  COMMIT;
`)

const select = connection.prepare('SELECT hash FROM passwords WHERE userId = ?')
const insert = connection.prepare('INSERT OR REPLACE INTO passwords (userId, hash) VALUES (?, ?)')

/** Returns the hash of a user's password, or `undefined` if the user has no password. */
export function readHash(userId: string) {
  const row = select.get(userId)
  return row && String(row.hash)
}

/** Stores the hash of a user's password in place of an earlier one. */
export function storeHash(userId: string, hash: string) {
  insert.run(userId, hash)
}
