import { type SqlTablePreset, type SqlTables, tablesOf } from '../../sql/tables.ts'

/**
 * Returns the tables of a preset, or those that are given. In MySQL, all presets have dates without
 * a time zone (`DATETIME`), and ids that are not made by the database.
 *
 * @throws {TypeError} if no preset has the name
 */
export function mysqlTables(tables: SqlTablePreset | SqlTables = 'latchkey'): SqlTables {
  if (typeof tables === 'object') return tables
  return { ...tablesOf(tables), dates: 'utc', userIds: 'latchkey' }
}
