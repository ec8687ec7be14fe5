/** Returns the statement that sets the version of a file's tables. */
export function setUserVersion(version: number): readonly string[] {
  return [`PRAGMA user_version = ${version}`]
}

/** D1 does not allow that statement, so it has a table for the version. */
export const CREATE_META_TABLE = `CREATE TABLE IF NOT EXISTS latchkey_meta (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL
  ) STRICT`

/** Returns the statement that sets the version of the D1 tables. */
export function setMetaVersion(version: number): readonly string[] {
  return [
    `INSERT INTO latchkey_meta (id, version) VALUES (1, ${version})
    ON CONFLICT (id) DO UPDATE SET version = excluded.version`,
  ]
}
