import { isMissingTable } from '../../sql/mysql/retry.ts'
import type { MysqlConnection } from '../../sql/mysql/types.ts'
import type { SqlEntity } from '../../sql/tables.ts'
import { type Database, deletion } from './database.ts'

/**
 * Deletes a user's records, table by table. Applications without passkeys may have no table for
 * them.
 */
export async function deleteRecordsForUser(
  database: Database,
  connection: MysqlConnection,
  userId: string,
  entities: readonly SqlEntity[],
): Promise<void> {
  for (const entity of entities) {
    const { text, values } = deletion(database[entity], { [entity === 'users' ? 'id' : 'userId']: userId })
    try {
      await connection.query(text, values)
    } catch (error) {
      if (entity !== 'authenticators' || !isMissingTable(error)) throw error
    }
  }
}
