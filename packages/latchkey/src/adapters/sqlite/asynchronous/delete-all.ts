import type { SqlRow, SqlStatement } from '../../../sql/connection.ts'
import { type Database, missingTable } from './database.ts'
import type { Entity } from './entity.ts'

/**
 * Deletes the rows of a user in several tables, in one transaction. It does not rely on foreign
 * keys, which SQLite ignores unless each connection turns them on. A table that the application
 * does not have is skipped.
 *
 * @param last a statement that runs after the deletions
 * @returns the rows of the last statement
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
