import { KyselyAdapter } from '@auth/kysely-adapter'
import { setUp, signedIn } from '@latchkey/test-support/kit/database.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { Kysely, MysqlDialect } from 'kysely'
import type { Adapter } from 'latchkey/adapters'
import { createPool, type Pool } from 'mysql2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KYSELY_TABLES } from './authjs-tables.ts'

let server: MariadbServer
let open: () => Promise<{ adapter: Adapter; queries: string[]; pool: Pool }>
const pools: Pool[] = []

beforeAll(async () => {
  server = await startMariadb()
  const { host, port, user, password } = server
  open = async () => {
    const database = await server.createDatabase()
    await server.run(`USE ${database}`, ...KYSELY_TABLES)
    const pool = createPool({ host, port, user, password, database })
    pools.push(pool)
    const queries: string[] = []
    const log = ({ query }: { query: { sql: string } }): void => void queries.push(query.sql)
    const adapter = KyselyAdapter(new Kysely({ dialect: new MysqlDialect({ pool }), log }))
    return { adapter, queries, pool }
  }
})
afterAll(async () => {
  for (const pool of pools) await pool.promise().end()
  await server?.stop()
})

const EXACT = 'VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin NOT NULL'
const ANN = { name: 'Ann', email: 'ann@example.com' }
const EVE = { name: 'Eve', email: 'eve@example.com' }

/** The queries for the owner of an account. */
function ownerQueries(queries: string[]): number {
  return queries.filter((sql) => /^select.*join.*providerAccountId/i.test(sql)).length
}

describe('a published adapter without `getAccount`', () => {
  // proves DB-1, AUD-S1
  it.each([
    ['case', 'aBcD', 'abcd'],
    ['accents', 'zoe', 'zoé'],
    ['blanks at the end', 'zoe', 'zoe '],
    ['zeros', '7', '007', 'ALTER TABLE Account MODIFY providerAccountId BIGINT NOT NULL'],
    [
      'digits that a number loses',
      '9007199254740992',
      '9007199254740993',
      'ALTER TABLE Account MODIFY providerAccountId DOUBLE NOT NULL',
    ],
  ])('signs in no other user where the database ignores %s', async (_, owner, similar, ...statements) => {
    const { adapter, pool } = await open()
    for (const statement of statements) await pool.promise().query(statement)
    const setup = setUp({}, adapter)
    await signedIn(setup, { ...ANN, sub: owner })
    expect(await readSession(await signedIn(setup, { ...EVE, sub: similar }))).toBeNull()
    expect(setup.app.log.map(({ entry }) => String(entry))).toContainEqual(
      expect.stringMatching(/two different account ids.*ALTER TABLE .* COLLATE utf8mb4_0900_bin/),
    )
  })

  // proves DB-1, AUD-S1
  it('signs users in over an exact collation, and looks up a similar id once', async () => {
    const { adapter, queries, pool } = await open()
    await pool
      .promise()
      .query(`ALTER TABLE Account MODIFY provider ${EXACT}, MODIFY providerAccountId ${EXACT}`)
    const setup = setUp({}, adapter)
    for (const [user, sub] of [
      [ANN, 'aBcD'],
      [EVE, 'abcd'],
    ] as const) {
      await signedIn(setup, { ...user, sub })
      queries.length = 0
      expect(await readSession(await signedIn(setup, { ...user, sub }))).toMatchObject({ user })
      expect(ownerQueries(queries)).toBe(user === ANN ? 2 : 1)
    }
  })

  // proves AUD-S1
  it('looks up no other id if an id is a number', async () => {
    const { adapter, queries } = await open()
    const setup = setUp({}, adapter)
    await signedIn(setup, { ...ANN, sub: '1234567' })
    queries.length = 0
    expect(await readSession(await signedIn(setup, { ...ANN, sub: '1234567' }))).toMatchObject({ user: ANN })
    expect(ownerQueries(queries)).toBe(1)
  })
})
