import { accountTable } from '../../sql/accounts/tables.ts'
import { isMissingTable } from '../../sql/postgres/error.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { PostgresDatabase } from './database.ts'
import { currentTime, describeTable } from './table.ts'

/**
 * The maximum number of rows that one statement deletes, so that it does not hold locks for long.
 */
const BATCH = 1000

/** The fields that identify a row. */
const KEYS = { sessions: ['sessionToken'], verificationTokens: ['identifier', 'token'] } as const

/** A statement that deletes expired rows of a table. */
interface Deletion {
  readonly text: string
  /** Whether the table may be missing. */
  readonly isOptional?: boolean
}

/** Returns the function that deletes expired sessions, their details, and verification tokens. */
export function cleaner(tables: SqlTables, { write }: PostgresDatabase): (limit?: number) => Promise<number> {
  const deletions = [
    buildDeletion(tables, 'sessions'),
    buildDeletion(tables, 'verificationTokens'),
    buildDetailsDeletion(tables),
  ]

  async function deleteSome({ text, isOptional }: Deletion, batch: number): Promise<number> {
    try {
      return (await write(text, [batch])).changes
    } catch (error) {
      if (!isOptional || !isMissingTable(error)) throw error
      return 0
    }
  }

  return async (limit = Number.POSITIVE_INFINITY) => {
    let deleted = 0
    for (const deletion of deletions)
      for (let isDone = false; !isDone && deleted < limit; ) {
        const batch = Math.min(BATCH, Math.ceil(limit - deleted))
        const changes = await deleteSome(deletion, batch)
        deleted += changes
        isDone = changes < batch
      }
    return deleted
  }
}

function buildDeletion(tables: SqlTables, entity: keyof typeof KEYS): Deletion {
  const { name, column } = describeTable(tables, entity)
  return { text: deletionText(name, column('expires'), KEYS[entity].map(column), currentTime(tables)) }
}

function buildDetailsDeletion({ schema }: SqlTables): Deletion {
  const name = accountTable('sessionDetails', schema, '"')
  return {
    text: deletionText(name, `${name}."expires"`, [`${name}."session_token"`], 'now()'),
    isOptional: true,
  }
}

/** Several processes can clean at the same time: each skips the rows that another one deletes. */
function deletionText(name: string, expires: string, columns: readonly string[], now: string): string {
  const keys = columns.map((column, index) => ({ column, alias: `k${index}` }))
  const selection = keys.map((key) => `${key.column} AS ${key.alias}`).join(', ')
  const matches = keys.map((key) => `${key.column} = expired.${key.alias}`).join(' AND ')
  return `WITH expired AS (
      SELECT ${selection} FROM ${name} WHERE ${expires} < ${now}
      LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM ${name} USING expired WHERE ${matches}`
}
