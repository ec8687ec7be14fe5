import type { Database } from '../connect/database.ts'
import type { Advice } from './plan.ts'

/**
 * Returns advice for a MySQL or MariaDB server that cuts off values that are too long: two
 * different ids could then be stored as the same.
 *
 * @see https://dev.mysql.com/doc/refman/8.4/en/sql-mode.html#sql-mode-strict
 */
export async function adviceForMode(database: Database): Promise<Advice[]> {
  if (database.dialect !== 'mysql') return []
  const { rows } = await database.query('SELECT @@sql_mode AS mode')
  if (/\bSTRICT_(?:TRANS|ALL)_TABLES\b/.test(String(rows[0]?.mode))) return []
  return [
    {
      type: 'sql-mode',
      table: '',
      columns: [],
      text:
        "The server's `sql_mode` has neither STRICT_TRANS_TABLES nor STRICT_ALL_TABLES, so a value that " +
        'is too long for its column is cut off without an error. Add one to it, ' +
        'and to the configuration file.',
      sql: ["SET GLOBAL sql_mode = CONCAT_WS(',', NULLIF(@@GLOBAL.sql_mode, ''), 'STRICT_TRANS_TABLES')"],
    },
  ]
}
