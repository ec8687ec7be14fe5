import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import type { Adapter } from 'latchkey/adapters'
import mysql, { type MysqlOptions, type SqlTables, tablePresets } from 'latchkey/adapters/mysql'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { mysqlAccountTables } from '../accounts/account-tables.ts'
import * as authjs from './authjs-tables.ts'
import { type Connect, DRIVERS } from './drivers.ts'

const NUMBERED: SqlTables = { ...tablePresets.latchkey, userIds: 'database', dates: 'with-zone' }

let server: MariadbServer
beforeAll(async () => {
  server = await startMariadb({ 'default-time-zone': '+09:00' })
})
afterAll(() => server?.stop())

// proves DB-18
describe.concurrent('the MySQL adapter', () => {
  for (const [name, connect] of Object.entries(DRIVERS)) defineSuite(name, connect, buildSchema())
})

const PRISMA_TABLES: readonly string[] = [...authjs.PRISMA_TABLES, ...mysqlAccountTables('auth.js/prisma')]
const DRIZZLE_TABLES: readonly string[] = [...authjs.DRIZZLE_TABLES, ...mysqlAccountTables('auth.js/drizzle')]
const KYSELY_TABLES: readonly string[] = [...authjs.KYSELY_TABLES, ...mysqlAccountTables('auth.js/kysely')]

/** Tables with other names, and tables whose collation takes different ids for equal. */
const TABLES: Readonly<
  Record<string, readonly [tables: MysqlOptions['tables'], statements: readonly string[]]>
> = {
  'names with underscores': ['snake_case', buildSchema(tablePresets.snake_case)],
  "the tables of Auth.js's adapter for Prisma": ['auth.js/prisma', PRISMA_TABLES],
  "the tables of Auth.js's adapter for Drizzle": ['auth.js/drizzle', DRIZZLE_TABLES],
  "the tables of Auth.js's adapter for Kysely": ['auth.js/kysely', KYSELY_TABLES],
  'numbers as ids, and dates with a time zone': [NUMBERED, buildSchema(NUMBERED)],
}

/** What such tables cannot do. No case about security or data is among them. */
const NEEDS_COLLATION = [
  'links accounts whose ids differ in case, accents or blanks',
  'rejects no first sign-in because of a similar account id',
  'stores users whose e-mail addresses differ in accents or blanks',
]

// proves DB-18, DB-26
describe.concurrent('the MySQL adapter over', () => {
  for (const [name, [tables, statements]] of Object.entries(TABLES))
    for (const driver of ['a pool of mysql2/promise with other options', 'a pool of mariadb'])
      defineSuite(`${name}, with ${driver}`, DRIVERS[driver] as Connect, statements, tables)
})

function defineSuite(
  name: string,
  connect: Connect,
  statements: readonly string[],
  tables?: MysqlOptions['tables'],
): void {
  describe(name, () => {
    let adapter: Adapter
    let close: () => unknown
    beforeAll(async () => {
      const database = await server.createDatabase()
      await server.run(`USE ${database}`, ...statements)
      const connected = await connect(server, database)
      close = connected.close
      adapter = mysql(connected.client, { ...connected, ...(tables && { tables }) })
      if (statements === KYSELY_TABLES) adapter = withoutPasskeys(adapter)
    })
    afterAll(() => close?.())
    const isLoose = [DRIZZLE_TABLES, PRISMA_TABLES, KYSELY_TABLES].includes(statements)
    for (const { run, storesExtraFields, name: title, needs, about } of adapterCases) {
      if (isLoose && about === 'comfort' && NEEDS_COLLATION.includes(title)) {
        it(`fails safely: ${title}`, () => expect(run(adapter)).rejects.toThrow(/Duplicate entry/))
        continue
      }
      if (statements === DRIZZLE_TABLES && title === 'stores tokens with 12,000 characters') {
        // proves DB-26
        it(`explains what to change: ${title}`, () =>
          expect(run(adapter)).rejects.toThrow(
            /The column "\w+_token" is too short .* `npx latchkey migrate`/,
          ))
        continue
      }
      // This case also ends the sessions of the cases that run at the same time.
      const concurrent = !needs.includes('deleteAllSessions')
      it(`${about}: ${title}`, { concurrent }, async ({ skip }) => {
        if (storesExtraFields && isLoose) return skip('the tables have no column for extra fields')
        if (needs.some((method) => !adapter[method])) return skip('there is no table for it')
        await run(adapter)
      })
    }
  })
}

function withoutPasskeys({ ...adapter }: Adapter): Adapter {
  for (const name of Object.keys(adapter) as (keyof Adapter)[])
    if (/authenticator/i.test(name)) delete adapter[name]
  return adapter
}
