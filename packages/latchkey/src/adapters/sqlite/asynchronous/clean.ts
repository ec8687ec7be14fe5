import { deleteInBatches } from '../../../sql/batches.ts'
import type { SqliteSqlConnection } from '../../../sql/sqlite/port.ts'
import type { SqlTables } from '../../../sql/tables.ts'
import { describeEntity } from './entity.ts'

/** The tables with rows that expire, and their keys. */
const KEYS = [
  ['sessions', ['sessionToken']],
  ['verificationTokens', ['identifier', 'token']],
] as const

/**
 * Deletes expired sessions and e-mail links.
 *
 * @param limit the maximum number of rows to delete; default: all
 * @returns the number of deleted rows
 */
export async function clean(
  connection: SqliteSqlConnection,
  tables: SqlTables,
  limit?: number,
): Promise<number> {
  const now = new Date()
  const statements = KEYS.map(([name, key]) => {
    const { table, column } = describeEntity(tables, name)
    const columns = key.map(column).join(', ')
    return (
      `DELETE FROM ${table} WHERE (${columns}) IN ` +
      `(SELECT ${columns} FROM ${table} WHERE ${isBefore(column('expires'))} LIMIT ?)`
    )
  })
  return deleteInBatches(limit, async (most) => {
    let deleted = 0
    for (const text of statements)
      if (deleted < most)
        deleted += (await connection.query(text, [now.getTime(), now.toISOString(), most - deleted])).changes
    return deleted
  })
}

/**
 * Returns the condition that a date is before another one, which is given as milliseconds and as
 * text. One column can contain both, if another program, or an earlier version of one, wrote it.
 * For SQLite, every number is less than every text.
 */
function isBefore(date: string): string {
  return `((typeof(${date}) <> 'text' AND ${date} < ?) OR (typeof(${date}) = 'text' AND ${date} < ?))`
}
