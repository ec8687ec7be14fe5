import { join } from 'node:path'
import { KyselyAdapter } from '@auth/kysely-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { PrismaAdapter } from '@auth/prisma-adapter'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { createClient } from '@libsql/client'
import Database from 'better-sqlite3'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleLibsql } from 'drizzle-orm/libsql'
import { drizzle as drizzleMysql } from 'drizzle-orm/mysql2'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import type { Adapter } from 'latchkey'
import { type AccountMethods, accountTables, withAccounts } from 'latchkey/adapters/accounts'
import memory from 'latchkey/adapters/memory'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import mysql from 'mysql2'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectPrisma } from '../matrix/adapters/prisma.ts'
import { loadDrizzleAdapter } from '../matrix/drizzle-adapter.ts'
import { type Application, createApplication } from '../migrate/command.ts'
import { DOCUMENTED_TABLES } from '../migrate/documented-tables.ts'
import { DRIZZLE_TABLES as MYSQL_DRIZZLE, KYSELY_TABLES as MYSQL_KYSELY } from '../mysql/authjs-tables.ts'
import { DRIZZLE_TABLES as SQLITE_DRIZZLE } from '../orms/sqlite-tables.ts'

let application: Application
let postgres: PostgresServer
let mariadb: MariadbServer

beforeAll(async () => {
  application = createApplication('pg', 'mysql2', 'better-sqlite3')
  postgres = await startPostgres()
  mariadb = await startMariadb()
})

afterAll(async () => {
  await postgres?.stop()
  await mariadb?.stop()
  application?.remove()
})

/** An adapter of Auth.js with the added methods, and a function that closes its connections. */
interface Opened {
  readonly adapter: Adapter
  readonly close: () => unknown
}

const ADAPTERS: Record<string, () => Promise<Opened>> = {
  '@auth/pg-adapter': async () => {
    const pool = new Pool({ connectionString: await createPostgres('auth.js/pg') })
    const added = accountTables(pool, { tables: 'auth.js/pg' })
    return { adapter: withAccounts(PostgresAdapter(pool), added), close: () => pool.end() }
  },
  '@auth/prisma-adapter': async () => {
    const url = await postgres.createDatabase('accounts_prisma')
    const prisma = await connectPrisma(url)
    await migrate('auth.js/prisma', url)
    const adapter = withAccounts(PrismaAdapter(prisma), accountTables(prisma as never))
    return { adapter, close: () => prisma.$disconnect() }
  },
  '@auth/drizzle-adapter with PostgreSQL': async () => {
    const { DrizzleAdapter } = await loadDrizzleAdapter()
    const pool = new Pool({ connectionString: await createPostgres('auth.js/drizzle') })
    const db = drizzlePg(pool)
    return { adapter: withAccounts(DrizzleAdapter(db), accountTables(db)), close: () => pool.end() }
  },
  '@auth/kysely-adapter with PostgreSQL': async () => {
    const pool = new Pool({ connectionString: await createPostgres('auth.js/kysely') })
    // biome-ignore lint/suspicious/noExplicitAny: the adapter exports no type for its parameter.
    const db = new Kysely<any>({ dialect: new PostgresDialect({ pool }) })
    return { adapter: withAccounts(KyselyAdapter(db), accountTables(db)), close: () => db.destroy() }
  },
  '@auth/drizzle-adapter with MariaDB': async () => {
    const { DrizzleAdapter } = await loadDrizzleAdapter()
    const pool = mysql.createPool(await createMariadb('auth.js/drizzle', MYSQL_DRIZZLE))
    const db = drizzleMysql(pool)
    return { adapter: withAccounts(DrizzleAdapter(db), accountTables(db)), close: () => pool.end() }
  },
  '@auth/kysely-adapter with MariaDB': async () => {
    const pool = mysql.createPool(await createMariadb('auth.js/kysely', MYSQL_KYSELY))
    // biome-ignore lint/suspicious/noExplicitAny: the adapter exports no type for its parameter.
    const db = new Kysely<any>({ dialect: new MysqlDialect({ pool }) })
    const added = accountTables(pool, { tables: 'auth.js/kysely' })
    return { adapter: withAccounts(KyselyAdapter(db), added), close: () => db.destroy() }
  },
  '@auth/drizzle-adapter with better-sqlite3': async () => {
    const { DrizzleAdapter } = await loadDrizzleAdapter()
    const database = new Database(await createSqlite('drizzle.db'))
    const db = drizzleSqlite(database)
    return { adapter: withAccounts(DrizzleAdapter(db), accountTables(db)), close: () => database.close() }
  },
  '@auth/drizzle-adapter with libSQL': async () => {
    const { DrizzleAdapter } = await loadDrizzleAdapter()
    const client = createClient({ url: `file:${await createSqlite('libsql.db')}` })
    const added = accountTables(client, { tables: 'auth.js/drizzle' })
    return {
      adapter: withAccounts(DrizzleAdapter(drizzleLibsql(client)), added),
      close: () => client.close(),
    }
  },
}

/** Only the published tables for passkeys. */
const WITHOUT_PASSKEYS = /pg-adapter|kysely-adapter/

const ACCOUNT_CASES = adapterCases.filter(({ needs }) =>
  needs.some((method) => Object.hasOwn(accountTables({ query: () => Promise.resolve([]) }), method)),
)

// proves DB-29
describe.each(Object.keys(ADAPTERS))('withAccounts over %s', (name) => {
  let opened: Opened
  beforeAll(async () => {
    opened = (await ADAPTERS[name]?.()) as Opened
  })
  afterAll(() => opened?.close())

  it.for(ACCOUNT_CASES)('$about: $name', async ({ needs, run }, context) => {
    const missing = needs.filter((method) => opened.adapter[method] === undefined)
    if (missing.length > 0) {
      expect(name).toMatch(WITHOUT_PASSKEYS)
      context.skip()
    }
    await run(opened.adapter)
  })
})

describe('withAccounts', () => {
  it('keeps the methods of a class that has private fields', async () => {
    class ClassAdapter {
      readonly #adapter = memory()
      readonly label = 'class'
      get size(): number {
        return Object.keys(this.#adapter).length
      }
      getUser(id: string) {
        return this.#adapter.getUser(id)
      }
    }
    class Derived extends ClassAdapter {
      override getUser(id: string) {
        return super.getUser(`${id}`)
      }
      getUserDetails(userId: string) {
        return { userId, disabledAt: null, deviceEpoch: 'own' }
      }
    }
    const { getUserDetails: _, ...methods } = memory()
    const adapter = withAccounts(new Derived(), methods as AccountMethods)
    expect(await adapter.getUser('unknown')).toBeNull()
    expect(adapter.label).toBe('class')
    expect(adapter.size).toBeGreaterThan(20)
    expect(adapter.getUserDetails('u')).toMatchObject({ deviceEpoch: 'own' })
    expect({ ...adapter }.countRecoveryCodes?.('u')).toBe(0)
    expect(new Derived()).not.toHaveProperty('countRecoveryCodes')
  })

  it('names the command that creates a missing table', async () => {
    const pool = new Pool({ connectionString: await postgres.createDatabase('accounts_missing') })
    await expect(accountTables(pool, { tables: 'auth.js/pg' }).getPassword('1')).rejects.toThrow(
      'The table "latchkey_passwords" does not exist. Run `npx latchkey migrate --tables auth.js/pg`, which ' +
        'prints the SQL that creates it. Add `--apply` to execute it.',
    )
    await pool.end()
    const url = `mysql://${mariadb.user}@${mariadb.host}:${mariadb.port}/${await mariadb.createDatabase()}`
    const mariadbPool = mysql.createPool(url)
    await expect(accountTables(mariadbPool).countRecoveryCodes('1')).rejects.toThrow(
      /latchkey_recovery_codes" does not exist\. Run `npx latchkey migrate`, which/,
    )
    await new Promise((resolve) => mariadbPool.end(resolve))
    const database = new Database(':memory:')
    const { users, ...preset } = { users: { name: 'people' }, accounts: { name: 'logins' } }
    const others = {
      sessions: { name: 's' },
      verificationTokens: { name: 'v' },
      authenticators: { name: 'a' },
    }
    const tables = { users, ...preset, ...others, userIds: 'latchkey', dates: 'utc' } as const
    await expect(accountTables(database, { tables }).deletePassword('1')).rejects.toThrow(
      /"latchkey_passwords" does not exist\. Run `npx latchkey migrate --tables <preset>`, which/,
    )
  })

  it('rejects a client that no adapter knows', () => {
    for (const client of [{}, null, 'url', Promise.resolve()])
      expect(() => accountTables(client as never)).toThrow(
        /The `accountTables` client is (?:unknown|a promise)/,
      )
  })
})

async function migrate(tables: string, url: string): Promise<void> {
  const { code, stderr } = await application.latchkey([
    'migrate',
    '--apply',
    '--tables',
    tables,
    '--url',
    url,
  ])
  expect({ code, stderr }).toMatchObject({ code: 0 })
}

async function createPostgres(tables: keyof typeof DOCUMENTED_TABLES): Promise<string> {
  const name = `accounts_${tables.replaceAll(/\W/g, '_')}`
  const url = await postgres.createDatabase(name, DOCUMENTED_TABLES[tables])
  await migrate(tables, url)
  return url
}

async function createMariadb(tables: string, statements: readonly string[]): Promise<string> {
  const { user, host, port, createDatabase } = mariadb
  const url = `mysql://${user}@${host}:${port}/${await createDatabase()}`
  const connection = mysql.createConnection(url).promise()
  for (const statement of statements) await connection.query(statement)
  await connection.end()
  await migrate(tables, url)
  return url
}

async function createSqlite(name: string): Promise<string> {
  const file = join(application.folder, name)
  const database = new Database(file)
  for (const statement of SQLITE_DRIZZLE) database.exec(statement)
  database.close()
  await migrate('auth.js/drizzle', file)
  return file
}
