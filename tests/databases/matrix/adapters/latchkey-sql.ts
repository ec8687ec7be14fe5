import mysql, { type MysqlClient } from 'latchkey/adapters/mysql'
import postgres, { type PostgresClient } from 'latchkey/adapters/postgres'
import { createPool as createMariadbPool } from 'mariadb'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import postgresJs from 'postgres'
import { buildSchema as mysqlSchemaOf } from '../../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { buildSchema as postgresSchemaOf } from '../../../../packages/latchkey/src/adapters/postgres/schema.ts'
import type { Combination } from '../combination.ts'

/** The adapters of Latchkey over servers, with the tables that it creates. */
export const LATCHKEY_SQL: readonly Combination[] = [
  onPostgres('pg', (connectionString) => new Pool({ connectionString })),
  onPostgres('postgres', (url) => postgresJs(url)),
  onMariadb('mysql2', (uri) => createPool(uri)),
  onMariadb('mariadb', (uri) => createMariadbPool(uri.replace('mysql:', 'mariadb:'))),
]

type Closable = { end(): Promise<unknown> }

function onPostgres(driver: string, connect: (url: string) => PostgresClient & Closable): Combination {
  return {
    adapter: 'latchkey/adapters/postgres',
    database: `PostgreSQL, ${driver}`,
    needs: ['postgres'],
    storesExtraFields: true,
    async open(servers) {
      const url = await servers.postgres()
      const admin = new Pool({ connectionString: url })
      for (const statement of postgresSchemaOf()) await admin.query(statement)
      await admin.end()
      const client = connect(url)
      return { adapter: postgres(client), close: () => client.end() }
    },
  }
}

function onMariadb(driver: string, connect: (uri: string) => MysqlClient & Closable): Combination {
  return {
    adapter: 'latchkey/adapters/mysql',
    database: `MariaDB, ${driver}`,
    needs: ['mariadb'],
    storesExtraFields: true,
    async open(servers) {
      const uri = await servers.mariadb()
      const admin = createPool(uri)
      for (const statement of mysqlSchemaOf()) await admin.query(statement)
      await admin.end()
      const client = connect(uri)
      return { adapter: mysql(client), close: () => client.end() }
    },
  }
}
