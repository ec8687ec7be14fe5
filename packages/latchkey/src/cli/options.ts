import { mysqlTables } from '../adapters/mysql/tables.ts'
import { type SqlTablePreset, type SqlTables, TABLE_PRESETS } from '../sql/tables.ts'
import type { DatabaseLocation, Dialect } from './connect/url.ts'
import { usageProblem } from './problem.ts'

/** The names that `--tables` accepts. */
export const PRESETS: readonly SqlTablePreset[] = Object.keys(TABLE_PRESETS) as SqlTablePreset[]

/**
 * Returns a preset's tables in a database.
 *
 * @throws {Problem} if the database has no such tables
 */
export function tablesFor(dialect: Dialect, preset: SqlTablePreset, location?: DatabaseLocation): SqlTables {
  if (dialect === 'sqlite' && preset === 'snake_case')
    throw usageProblem('SQLite has no `snake_case` tables. Use `--tables latchkey` or an Auth.js preset.')
  const tables = dialect === 'mysql' ? mysqlTables(preset) : TABLE_PRESETS[preset]
  const schema = schemaInUrl(location)
  return schema === undefined ? tables : { ...tables, schema }
}

/** Prisma writes the PostgreSQL schema into the URL. */
function schemaInUrl(location: DatabaseLocation | undefined): string | undefined {
  if (location?.dialect !== 'postgres') return undefined
  return location.url.searchParams.get('schema') ?? undefined
}
