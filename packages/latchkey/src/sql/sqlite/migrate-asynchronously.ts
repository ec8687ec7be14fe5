import type { SqlStatement } from '../connection.ts'
import type { SqliteSqlConnection } from './port.ts'
import { listStatements, migrations, rejectNewer } from './schema.ts'
import { CREATE_META_TABLE, setMetaVersion, setUserVersion } from './version-statements.ts'

/**
 * Migrates a database whose calls return promises. Each migration is one transaction. Processes
 * that start together wait for each other.
 *
 * The version is SQLite's `user_version`. D1 does not allow it, and has the version in
 * `latchkey_meta`.
 *
 * @throws {Error} if a newer release or another program has set a higher version
 */
export async function migrateAsynchronously(
  connection: SqliteSqlConnection,
  steps: readonly string[] = migrations,
): Promise<void> {
  const place = await findVersionPlace(connection)
  rejectNewer(await place.version(), steps)
  for (const [version, step] of steps.entries()) {
    if ((await place.version()) > version) continue
    const statements = [...listStatements(step), ...place.change(version + 1)]
    try {
      await connection.batch(statements.map((text) => ({ text, values: [] })))
    } catch (error) {
      // Another process may have run this migration in the meantime.
      if ((await place.version()) <= version) throw error
    }
  }
}

/** Where a database stores its schema version. */
interface VersionPlace {
  readonly version: () => Promise<number>
  /** Returns the statements that set the version. */
  readonly change: (version: number) => readonly SqlStatement['text'][]
}

async function findVersionPlace({ query }: SqliteSqlConnection): Promise<VersionPlace> {
  const userVersion = {
    version: async () => Number((await query('PRAGMA user_version')).rows[0]?.user_version),
    change: setUserVersion,
  }
  try {
    await userVersion.version()
    return userVersion
  } catch (error) {
    if (!/not authorized/i.test(String(error))) throw error
  }
  await query(CREATE_META_TABLE)
  return {
    version: async () => Number((await query('SELECT version FROM latchkey_meta')).rows[0]?.version ?? 0),
    change: setMetaVersion,
  }
}
