import type { SqlRow, SqlStatement } from '../../../sql/connection.ts'
import { type Database, missingTable } from './database.ts'
import type { Entity } from './entity.ts'

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
  entities: readonly Entity[],
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
    const existing = entities.filter((entity) => entity.table !== `"${table}"`)
    if (existing.length === entities.length || existing.length === 0) throw error
    return deleteAll(database, existing, userId, last)
  }
}
