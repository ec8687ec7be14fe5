import { PGlite } from '@electric-sql/pglite'
import { type PgBouncer, startPgBouncer } from '@latchkey/test-support/servers/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import postgres, { type PostgresClient, type PostgresOptions, tablePresets } from 'latchkey/adapters/postgres'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import pg from 'pg'
import postgresJs from 'postgres'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { postgresAccountTables } from '../accounts/account-tables.ts'
import {
  DRIZZLE_TABLES,
  KYSELY_CONSTRAINTS,
  KYSELY_TABLES,
  PG_CONSTRAINTS,
  PG_TABLES,
  PRISMA_TABLES,
} from './authjs-tables.ts'

interface Connected {
  readonly client: PostgresClient
  readonly close: () => unknown
}

/** A time zone and a style in which a careless conversion of dates would go wrong. */
const UNUSUAL = ["SET timezone = 'Asia/Kathmandu'", "SET datestyle = 'German, DMY'"]

const DRIVERS: Record<string, (url: string) => Connected | Promise<Connected>> = {
  'a pool of pg': (connectionString) => {
    const client = new pg.Pool({ connectionString, max: 20 })
    return { client, close: () => client.end() }
  },
  'a client of pg': async (connectionString) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return { client, close: () => client.end() }
  },
  'a client of postgres': (url) => {
    const client = postgresJs(url, { max: 20 })
    return { client, close: () => client.end() }
  },
  'a client of postgres that renames columns': (url) => {
    const client = postgresJs(url, { transform: postgresJs.camel })
    return { client, close: () => client.end() }
  },
  'an object with `query`': (connectionString) => {
    const pool = new pg.Pool({ connectionString })
    const query = async (text: string, values: unknown[] = []): Promise<object[]> =>
      (await pool.query(text, values)).rows
    return { client: { query }, close: () => pool.end() }
  },
}

/** Each preset with its tables, and whether they store other fields. */
const TABLES: Record<string, { tables: PostgresOptions['tables'] & string; statements: readonly string[] }> =
  {
    'its own tables': { tables: 'latchkey', statements: buildSchema() },
    'names with underscores': { tables: 'snake_case', statements: buildSchema(tablePresets.snake_case) },
    "the tables of Auth.js's adapter for pg, with constraints": {
      tables: 'auth.js/pg',
      statements: [...PG_TABLES, ...PG_CONSTRAINTS, ...postgresAccountTables('auth.js/pg')],
    },
    "the tables of Auth.js's adapter for Prisma": {
      tables: 'auth.js/prisma',
      statements: [...PRISMA_TABLES, ...postgresAccountTables('auth.js/prisma')],
    },
    "the tables of Auth.js's adapter for Drizzle": {
      tables: 'auth.js/drizzle',
      statements: [...DRIZZLE_TABLES, ...postgresAccountTables('auth.js/drizzle')],
    },
    "the tables of Auth.js's adapter for Kysely, with constraints": {
      tables: 'auth.js/kysely',
      statements: [...KYSELY_TABLES, ...KYSELY_CONSTRAINTS, ...postgresAccountTables('auth.js/kysely')],
    },
  }

let server: PostgresServer
let pooler: PgBouncer
beforeAll(async () => {
  server = await startPostgres()
  pooler = await startPgBouncer(server.port)
})
afterAll(async () => {
  await pooler?.stop()
  await server?.stop()
})

describe.each(Object.keys(DRIVERS))('the PostgreSQL adapter over %s', (driver) => {
  const hasEveryTable = driver === 'a pool of pg' || driver === 'a client of postgres'
  const chosen = Object.entries(TABLES).slice(0, hasEveryTable ? undefined : 1)
  for (const [index, [name, { tables, statements }]] of chosen.entries())
    runSuite(name, { tables }, async () => {
      return connectTo(driver, await createDatabase(`${driver}-${index}`, statements))
    })
})

describe('the PostgreSQL adapter over PGlite', () => {
  let client: PGlite
  beforeAll(async () => {
    client = await PGlite.create()
    await client.exec(UNUSUAL.join('; '))
  })
  afterAll(() => client?.close())
  for (const [name, { tables, statements }] of Object.entries(TABLES))
    runSuite(name, { tables: { ...tablePresets[tables as 'latchkey'], schema: tables } }, async () => {
      await client.exec(
        [`CREATE SCHEMA "${tables}"`, `SET search_path = "${tables}"`, ...statements].join(';\n'),
      )
      await client.exec('SET search_path = public')
      return { client, close: () => undefined }
    })
})

describe('the PostgreSQL adapter without prepared statements', () => {
  for (const driver of ['a pool of pg', 'a client of postgres'])
    runSuite(driver, { prepare: false }, async () => {
      return connectTo(driver, await createDatabase(`unnamed-${driver}`, buildSchema()))
    })
})

describe('the PostgreSQL adapter behind PgBouncer in transaction mode', () => {
  for (const driver of ['a pool of pg', 'a client of postgres'])
    runSuite(driver, {}, async () => {
      const url = await createDatabase(`pooled-${driver}`, buildSchema())
      return connectTo(driver, pooler.url(url.split('/').at(-1)))
    })
})

/** What tables without unique values cannot give. `npx latchkey migrate` adds the constraints. */
const NEED_CONSTRAINTS = [
  'links an account to one of twenty users who link it concurrently',
  'rejects a second user with the same e-mail address',
  'creates one user from twenty concurrent calls with the same e-mail address',
  'keeps an account with its user when another user links it',
  'links an account once from twenty concurrent calls',
  'creates one user from twenty concurrent first sign-ins',
  "stores nothing when a first sign-in has another user's e-mail address",
]

describe('the PostgreSQL adapter over tables as Auth.js documents them', () => {
  const documented = { 'auth.js/pg': PG_TABLES, 'auth.js/kysely': KYSELY_TABLES } as const
  describe.each(Object.entries(documented))('%s', (tables, statements) => {
    let pool: pg.Pool
    beforeAll(async () => {
      pool = new pg.Pool({
        connectionString: await createDatabase(`documented-${tables}`, [
          ...statements,
          ...postgresAccountTables(tables as 'auth.js/pg'),
        ]),
      })
    })
    afterAll(() => pool?.end())
    // They have no table of passkeys, which `deleteUser` and `deleteAccountsByUserId` do not need.
    const needsPasskeys = (needs: readonly string[]): boolean =>
      needs.some((method) => /[aA]uthenticator/.test(method))
    for (const { name, needs, storesExtraFields, run } of adapterCases)
      if (!NEED_CONSTRAINTS.includes(name) && !needsPasskeys(needs) && !storesExtraFields)
        it(name, () => run(postgres(pool, { tables: tables as 'auth.js/pg' })))
  })
})

async function createDatabase(title: string, statements: readonly string[]): Promise<string> {
  const name = title.replaceAll(/\W/g, '_')
  const url = await server.createDatabase(name, statements)
  for (const setting of UNUSUAL) await server.run(`ALTER DATABASE "${name}" ${setting}`)
  return url
}

async function connectTo(driver: string, url: string): Promise<Connected> {
  const connect = DRIVERS[driver]
  if (connect === undefined) throw new Error(`There is no driver "${driver}".`)
  return connect(url)
}

function runSuite(name: string, options: PostgresOptions, connect: () => Promise<Connected>): void {
  describe(name, () => {
    let connected: Connected
    beforeAll(async () => {
      connected = await connect()
    })
    afterAll(() => connected?.close())
    const storesExtraFields = !JSON.stringify(options.tables ?? '').includes('auth.js')
    const cases = adapterCases.filter((each) => storesExtraFields || !each.storesExtraFields)
    // proves DB-17
    it.each(cases)('passes the adapter suite: $name', async ({ run }) => {
      await run(postgres(connected.client, options))
    })
  })
}
