import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Kysely, PostgresDialect } from 'kysely'
import type { Adapter } from 'latchkey'
import { Pool } from 'pg'
import { DRIZZLE } from '../matrix/adapters/drizzle.ts'
import { KYSELY } from '../matrix/adapters/kysely.ts'
import { PG } from '../matrix/adapters/pg.ts'
import { openPrisma } from '../matrix/adapters/prisma.ts'
import type { Combination } from '../matrix/combination.ts'
import type { Servers } from '../matrix/servers.ts'

/** A published adapter on PostgreSQL, and the file of the page for it. */
export interface Published {
  readonly adapter: string
  readonly file: string
  readonly needs: keyof Servers
  /** Opens an empty database. `db` is what the file's function takes. */
  readonly open: (servers: Servers) => Promise<{ adapter: Adapter; db: unknown; close: () => unknown }>
}

export const PUBLISHED: readonly Published[] = [
  {
    adapter: '@auth/prisma-adapter',
    file: 'prisma-tokens.ts',
    needs: 'postgres',
    async open(servers) {
      const { adapter, prisma } = await openPrisma(servers)
      return { adapter, db: prisma, close: () => prisma.$disconnect() }
    },
  },
  onPool('drizzle-tokens.ts', DRIZZLE, (pool) => drizzle(pool)),
  onPool('pg-tokens.ts', PG, (pool) => pool),
  onPool('kysely-tokens.ts', KYSELY, (pool) => new Kysely({ dialect: new PostgresDialect({ pool }) })),
]

/** The methods use connections of their own, as two parts of an application may. */
function onPool(
  file: string,
  combinations: readonly Combination[],
  createDatabase: (pool: Pool) => unknown,
): Published {
  const combination = combinations.find(({ database }) => database.startsWith('PostgreSQL'))
  return {
    adapter: combination?.adapter ?? '',
    file,
    needs: 'postgres',
    async open({ postgres, ...servers }) {
      const connectionString = await postgres()
      const opened = await combination?.open({ ...servers, postgres: async () => connectionString })
      if (opened === undefined) throw new TypeError(`There is no combination for ${file}.`)
      const pool = new Pool({ connectionString })
      const close = async () => {
        await opened.close?.()
        await pool.end()
        // `end` of `pg` resolves before the connections are closed, and the server stops next.
        await delay(100)
      }
      return { adapter: opened.adapter, db: createDatabase(pool), close }
    },
  }
}

/** The table of accounts in the schema that the Drizzle adapter documents. */
export const DRIZZLE_SCHEMA = `
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

export const accounts = pgTable(
  'account',
  {
    userId: text('userId').notNull(),
    type: text('type').notNull(),
    provider: text('provider').notNull(),
    providerAccountId: text('providerAccountId').notNull(),
    refresh_token: text('refresh_token'),
    access_token: text('access_token'),
    expires_at: integer('expires_at'),
    token_type: text('token_type'),
    scope: text('scope'),
    id_token: text('id_token'),
    session_state: text('session_state'),
  },
  (account) => [primaryKey({ columns: [account.provider, account.providerAccountId] })],
)
`
