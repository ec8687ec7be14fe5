import type { Database } from '../connect/database.ts'
import type { ExistingTable } from './existing.ts'
import { inspectMysql } from './mysql.ts'
import { inspectPostgres } from './postgres.ts'
import { inspectSqlite } from './sqlite.ts'

/** Reads a database's tables. */
export function inspect(database: Database, schema?: string): Promise<readonly ExistingTable[]> {
  switch (database.dialect) {
    case 'postgres':
      return inspectPostgres(database, schema)
    case 'mysql':
      return inspectMysql(database)
    case 'sqlite':
      return inspectSqlite(database)
  }
}
