import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import drizzleAdapter from 'latchkey/adapters/drizzle'
import kyselyAdapter from 'latchkey/adapters/kysely'
import type { SqlAdapter } from 'latchkey/adapters/postgres'
import prismaAdapter from 'latchkey/adapters/prisma'
import { Pool } from 'pg'
import { postgresAccountTables } from '../../accounts/account-tables.ts'
import { generatePrismaClient } from '../../orms/prisma-client.ts'
import {
  DRIZZLE_TABLES,
  KYSELY_CONSTRAINTS,
  KYSELY_TABLES,
  PRISMA_TABLES,
} from '../../postgres/authjs-tables.ts'
import type { Combination } from '../combination.ts'

/** The adapters of Latchkey over ORMs, with the tables of Auth.js's adapter for the ORM. */
export const LATCHKEY_ORMS: readonly Combination[] = [
  over(
    'drizzle',
    'PostgreSQL, pg',
    [...DRIZZLE_TABLES, ...postgresAccountTables('auth.js/drizzle')],
    (pool) => drizzleAdapter(drizzle(pool)),
  ),
  over(
    'kysely',
    'PostgreSQL, pg',
    [...KYSELY_TABLES, ...KYSELY_CONSTRAINTS, ...postgresAccountTables('auth.js/kysely')],
    (pool) => kyselyAdapter(new Kysely<object>({ dialect: new PostgresDialect({ pool }) })),
  ),
  {
    adapter: 'latchkey/adapters/prisma',
    database: 'PostgreSQL, Prisma 7, @prisma/adapter-pg',
    needs: ['postgres'],
    storesExtraFields: false,
    async open({ postgres }) {
      const url = await postgres()
      await createTables(url, [...PRISMA_TABLES, ...postgresAccountTables('auth.js/prisma')])
      const { client, close } = await generatePrismaClient(url)
      return { adapter: prismaAdapter(client), close }
    },
  },
]

function over(
  name: string,
  database: string,
  tables: readonly string[],
  create: (pool: Pool) => SqlAdapter,
): Combination {
  return {
    adapter: `latchkey/adapters/${name}`,
    database,
    needs: ['postgres'],
    storesExtraFields: false,
    async open({ postgres }) {
      const connectionString = await postgres()
      await createTables(connectionString, tables)
      const pool = new Pool({ connectionString })
      return { adapter: create(pool), close: () => pool.end() }
    },
  }
}

async function createTables(connectionString: string, tables: readonly string[]): Promise<void> {
  const pool = new Pool({ connectionString })
  for (const statement of tables) await pool.query(statement)
  await pool.end()
}
