import { ACCOUNT_ENTITIES, accountTable } from '../../../sql/accounts/tables.ts'
import type { SqlRow, SqlStatement } from '../../../sql/connection.ts'
import { type Database, missingTable } from './database.ts'
import type { Entity } from './entity.ts'

/** A table with the column of the user's id, both in quotes. */
export interface OwnedTable extends Pick<Entity, 'table'> {
  column(field: 'userId'): string
}

/** The tables for accounts, which a database has after its next migration. */
export const ACCOUNT_RECORDS: readonly OwnedTable[] = ACCOUNT_ENTITIES.map((entity) => {
  const table = accountTable(entity, undefined, '"')
  return { table, column: () => `${table}."user_id"` }
})

/**
 * Deletes a user's rows in several tables, in one transaction. It does not rely on foreign keys,
 * which SQLite ignores unless each connection turns them on. Skips a table that the application
 * does not have.
 *
 * @param last a statement that runs after the deletions
 * @returns the last statement's rows
 */
export async function deleteAll(
  database: Database,
  entities: readonly OwnedTable[],
  userId: string,
  last?: SqlStatement,
): Promise<readonly SqlRow[]> {
  const statements = entities.map(({ table, column }) => ({
    text: `DELETE FROM ${table} WHERE ${column('userId')} = ?`,
    values: [userId],
  }))
  try {
    return (await database.batch(last ? [...statements, last] : statements)).at(-1) ?? []
  } catch (error) {
    const table = missingTable(error)
    const missing = entities.filter((entity) => entity.table === `"${table}"`)
    // They are created together.
    const absent = missing.some((entity) => ACCOUNT_RECORDS.includes(entity)) ? ACCOUNT_RECORDS : missing
    const existing = entities.filter((entity) => !absent.includes(entity))
    if (existing.length === entities.length || existing.length === 0) throw error
    return deleteAll(database, existing, userId, last)
  }
}
