import { deleteInBatches } from '../../../sql/batches.ts'
import type { SqliteSqlConnection } from '../../../sql/sqlite/port.ts'
import type { SqlTables } from '../../../sql/tables.ts'
import { entityOf } from './entity.ts'

/** The tables with rows that expire, and their keys. */
const KEYS = [
  ['sessions', ['sessionToken']],
  ['verificationTokens', ['identifier', 'token']],
] as const

/**
 * Deletes expired sessions and e-mail links.
 *
 * @param limit how many rows to delete at most; default: all
 * @returns how many rows were deleted
 */
export async function clean(
  connection: SqliteSqlConnection,
  tables: SqlTables,
  limit?: number,
): Promise<number> {
  const now = tables.sqlite?.dates === 'text' ? new Date().toISOString() : Date.now()
  const statements = KEYS.map(([name, key]) => {
    const { table, column } = entityOf(tables, name)
    const columns = key.map(column).join(', ')
    return (
      `DELETE FROM ${table} WHERE (${columns}) IN ` +
      `(SELECT ${columns} FROM ${table} WHERE ${column('expires')} < ? LIMIT ?)`
    )
  })
  return deleteInBatches(limit, async (most) => {
    let deleted = 0
    for (const text of statements)
      if (deleted < most) deleted += (await connection.query(text, [now, most - deleted])).changes
    return deleted
  })
}
