import { accountTable } from '../../../sql/accounts/tables.ts'
import { deleteInBatches } from '../../../sql/batches.ts'
import type { SqliteSqlConnection } from '../../../sql/sqlite/port.ts'
import type { SqlTables } from '../../../sql/tables.ts'
import { missingTable } from './database.ts'
import { describeEntity } from './entity.ts'

/** The tables with rows that expire, and their keys. */
const KEYS = [
  ['sessions', ['sessionToken']],
  ['verificationTokens', ['identifier', 'token']],
] as const

/**
 * Deletes expired sessions, their details, and e-mail links.
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
  const details = accountTable('sessionDetails', tables.schema, '"')
  const statements = [
    ...KEYS.map(([name, key]) => {
      const { table, column } = describeEntity(tables, name)
      return buildDeletion(table, key.map(column).join(', '), column('expires'))
    }),
    buildDeletion(details, `${details}."session_token"`, `${details}."expires"`),
  ]
  return deleteInBatches(limit, async (most) => {
    let deleted = 0
    for (const text of statements)
      if (deleted < most) {
        const values = [now.getTime(), now.toISOString(), most - deleted]
        deleted += await orNone(details, async () => (await connection.query(text, values)).changes)
      }
    return deleted
  })
}

function buildDeletion(table: string, key: string, expires: string): string {
  return `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${isBefore(expires)} LIMIT ?)`
}

/** Returns 0 if this table is missing: it is new. */
async function orNone(table: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (table !== `"${missingTable(error)}"`) throw error
    return 0
  }
}

/**
 * Returns the condition that a date is before another one, which is given as milliseconds and as
 * text. One column can contain both, if another program, or an earlier version of one, wrote it.
 * For SQLite, every number is less than every text.
 */
function isBefore(date: string): string {
  return `((typeof(${date}) <> 'text' AND ${date} < ?) OR (typeof(${date}) = 'text' AND ${date} < ?))`
}
