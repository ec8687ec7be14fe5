import { listStatements, migrations } from '../../sql/sqlite/schema.ts'
import { CREATE_META_TABLE, setMetaVersion, setUserVersion } from '../../sql/sqlite/version-statements.ts'
import type { Database } from '../connect/database.ts'
import { Problem } from '../problem.ts'
import type { Step } from './plan.ts'

/**
 * Returns the migrations that a file lacks. Latchkey's tables in SQLite have only these, in order.
 *
 * @param version how many of them the file has
 */
export function migrationsAfter(version: number): Step[] {
  return migrations
    .slice(version)
    .map((migration, index) => step(version + index + 1, [...listStatements(migration)], setUserVersion))
}

/** Returns all migrations for an empty D1 database. */
export function listD1Migrations(): Step[] {
  return migrations.map((migration, index) =>
    step(
      index + 1,
      [...(index === 0 ? [CREATE_META_TABLE] : []), ...listStatements(migration)],
      setMetaVersion,
    ),
  )
}

function step(
  version: number,
  statements: readonly string[],
  setVersion: (version: number) => readonly string[],
): Step {
  return {
    type: 'create',
    table: `version ${version}`,
    statements: [...statements, ...setVersion(version)],
    text: `Schema version ${version} is missing.`,
    done: `Migrated the tables to version ${version}.`,
  }
}

/**
 * Reads how many migrations a file has.
 *
 * @throws {Problem} if there are more than this release knows
 */
export async function migratedVersion(database: Database): Promise<number> {
  const { rows } = await database.query('PRAGMA user_version')
  const version = Number(rows[0]?.user_version ?? 0)
  if (version > migrations.length)
    throw new Problem(
      `The tables have version ${version}, but this release knows only ${migrations.length}. ` +
        'Update latchkey. ' +
        'If another program sets "PRAGMA user_version", use a separate file.',
    )
  return version
}
