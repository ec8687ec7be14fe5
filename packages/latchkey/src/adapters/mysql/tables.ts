import { resolveTables, type SqlTablePreset, type SqlTables, TABLE_PRESETS } from '../../sql/tables.ts'

/** In MySQL, dates have no time zone (`DATETIME`), and no preset has ids from the database. */
function inMysql(tables: SqlTables): SqlTables {
  return { ...tables, dates: 'utc', userIds: 'latchkey' }
}

/**
 * Each preset's tables, for other table names or additional columns.
 *
 * @example
 * ```ts
 * import mysql, { tablePresets } from 'latchkey/adapters/mysql'
 * import { createPool } from 'mysql2/promise'
 *
 * const preset = tablePresets['auth.js/prisma']
 * const adapter = mysql(createPool(process.env.DATABASE_URL ?? ''), {
 *   tables: { ...preset, users: { ...preset.users, extraColumns: ['role'] } },
 * })
 * ```
 */
export const tablePresets = Object.fromEntries(
  Object.entries(TABLE_PRESETS).map(([name, tables]) => [name, inMysql(tables)]),
) as Readonly<Record<SqlTablePreset, SqlTables>>

/**
 * Returns a preset's tables, or the given tables.
 *
 * @throws {TypeError} if no preset has the name
 */
export function mysqlTables(tables: SqlTablePreset | SqlTables = 'latchkey'): SqlTables {
  return typeof tables === 'object' ? tables : inMysql(resolveTables(tables))
}
