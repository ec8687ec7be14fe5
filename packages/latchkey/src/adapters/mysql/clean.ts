import { accountTable } from '../../sql/accounts/tables.ts'
import { isMissingTable } from '../../sql/mysql/retry.ts'
import { type Database, type Table, write } from './database.ts'

/** How many rows one statement deletes. */
const BATCH = 1000

/** A table with rows that expire. */
interface ExpiringTable {
  readonly name: string
  readonly expires: string
  readonly now: string
  /** Whether the table may be missing. */
  readonly isOptional?: boolean
}

/**
 * Returns the method that deletes expired rows.
 *
 * @param schema the tables' schema, if it is not the default one
 */
export function cleaning(
  database: Database,
  schema: string | undefined,
): (limit?: number) => Promise<number> {
  const details = accountTable('sessionDetails', schema, '`')
  const tables: readonly ExpiringTable[] = [
    toExpiring(database.sessions),
    toExpiring(database.verificationTokens),
    { name: details, expires: `${details}.\`expires\``, now: 'UTC_TIMESTAMP(3)', isOptional: true },
  ]
  return async (limit = Number.POSITIVE_INFINITY) => {
    let total = 0
    for (const table of tables) total += await deleteExpired(database, table, limit - total)
    return total
  }
}

function toExpiring({ name, column, hasZone }: Table): ExpiringTable {
  return { name, expires: column('expires'), now: hasZone ? 'CURRENT_TIMESTAMP(3)' : 'UTC_TIMESTAMP(3)' }
}

async function deleteExpired(database: Database, table: ExpiringTable, limit: number): Promise<number> {
  const { name, expires, now, isOptional } = table
  let total = 0
  while (total < limit) {
    const size = Math.min(BATCH, Math.ceil(limit - total))
    const text = `DELETE FROM ${name} WHERE ${expires} <= ${now} ORDER BY ${expires} LIMIT ${size}`
    try {
      const { changes } = await write(database, { text, values: [] })
      total += changes
      if (changes < size) break
    } catch (error) {
      if (!isOptional || !isMissingTable(error)) throw error
      break
    }
  }
  return total
}
