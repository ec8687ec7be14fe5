import { type Database, type Table, write } from './database.ts'

/** How many rows one statement deletes. */
const BATCH = 1000

/** Returns the method that deletes expired rows. */
export function cleaning(database: Database): (limit?: number) => Promise<number> {
  return async (limit = Number.POSITIVE_INFINITY) => {
    let total = 0
    for (const table of [database.sessions, database.verificationTokens])
      total += await deleteExpired(database, table, limit - total)
    return total
  }
}

async function deleteExpired(database: Database, table: Table, limit: number): Promise<number> {
  const now = table.hasZone ? 'CURRENT_TIMESTAMP(3)' : 'UTC_TIMESTAMP(3)'
  const expires = table.column('expires')
  let total = 0
  while (total < limit) {
    const size = Math.min(BATCH, Math.ceil(limit - total))
    const text = `DELETE FROM ${table.name} WHERE ${expires} <= ${now} ORDER BY ${expires} LIMIT ${size}`
    const { changes } = await write(database, { text, values: [] })
    total += changes
    if (changes < size) break
  }
  return total
}
