import type { SqlTables } from '../../sql/tables.ts'
import type { PostgresDatabase } from './database.ts'
import { currentTime, describeTable } from './table.ts'

/**
 * The maximum number of rows that one statement deletes, so that it does not hold locks for long.
 */
const BATCH = 1000

/** The fields that identify a row. */
const KEYS = { sessions: ['sessionToken'], verificationTokens: ['identifier', 'token'] } as const

/** Returns the function that deletes expired sessions and verification tokens. */
export function cleaner(tables: SqlTables, { write }: PostgresDatabase): (limit?: number) => Promise<number> {
  const statements = (['sessions', 'verificationTokens'] as const).map((entity) =>
    buildDeletion(tables, entity),
  )
  return async (limit = Number.POSITIVE_INFINITY) => {
    let deleted = 0
    for (const statement of statements)
      for (let isDone = false; !isDone && deleted < limit; ) {
        const batch = Math.min(BATCH, Math.ceil(limit - deleted))
        const { changes } = await write(statement, [batch])
        deleted += changes
        isDone = changes < batch
      }
    return deleted
  }
}

/** Several processes can clean at the same time: each skips the rows that another one deletes. */
function buildDeletion(tables: SqlTables, entity: keyof typeof KEYS): string {
  const { name, column } = describeTable(tables, entity)
  const keys = KEYS[entity].map((field, index) => ({ column: column(field), alias: `k${index}` }))
  const selection = keys.map((key) => `${key.column} AS ${key.alias}`).join(', ')
  const matches = keys.map((key) => `${key.column} = expired.${key.alias}`).join(' AND ')
  return `WITH expired AS (
      SELECT ${selection} FROM ${name} WHERE ${column('expires')} < ${currentTime(tables)}
      LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM ${name} USING expired WHERE ${matches}`
}
