import { accountMethodsOnDemand } from '../../../sql/accounts/on-demand.ts'
import type { SqlAdapter } from '../../../sql/adapter.ts'
import { sealing } from '../../../sql/seals-tokens.ts'
import type { SqliteSqlConnection } from '../../../sql/sqlite/port.ts'
import type { SqlTables } from '../../../sql/tables.ts'
import { markTables } from '../../../sql/unique-keys.ts'
import { accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import { clean } from './clean.ts'
import { createDatabase } from './database.ts'
import { sessionMethods } from './sessions.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/**
 * Returns an adapter over a connection. Each method is one statement or one batch of statements.
 */
export function sqliteAdapter(connection: SqliteSqlConnection, tables: SqlTables): SqlAdapter {
  const database = createDatabase(connection, tables)
  const adapter = sealing<SqlAdapter>({
    ...userMethods(database, tables),
    ...accountMethods(database),
    ...sessionMethods(database),
    ...verificationTokenMethods(database),
    ...authenticatorMethods(database),
    ...accountMethodsOnDemand('sqlite', connection, tables),
    clean: (limit) => clean(connection, tables, limit),
  })
  return markTables(adapter, tables)
}
