import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import postgres from 'latchkey/adapters/postgres'
import pg from 'pg'
import postgresJs from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'

let server: PostgresServer
let url: string
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase('together', buildSchema())
})
afterAll(() => server?.stop())

const CLIENTS = {
  pg: () => new pg.Pool({ connectionString: url }),
  postgres: () => postgresJs(url),
}

/** Tokens that an array of PostgreSQL must escape, and others. */
const TOKENS = ['plain', 'with "quotes"', 'back\\slash', '{braces,and,commas}', 'NULL', '', 'ünïcode 😀']

describe.each(['pg', 'postgres'] as const)('sessions that are read together with %s', (driver) => {
  let client: ReturnType<(typeof CLIENTS)[typeof driver]>
  let adapter: ReturnType<typeof postgres>
  const tokens = TOKENS.map((token) => `${driver} ${token}`)
  beforeAll(async () => {
    client = CLIENTS[driver]()
    adapter = postgres(client)
    const expires = new Date(Date.now() + 60_000)
    for (const [index, sessionToken] of tokens.entries()) {
      const id = `${driver}-${index}`
      await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
      await adapter.createSession({ sessionToken, userId: id, expires })
    }
  })
  afterAll(() => client?.end())

  const findUser = async (token: string): Promise<string | undefined> =>
    (await adapter.getSessionAndUser(token))?.user.id

  // proves DB-24
  it('are one statement, and each request gets its own', async () => {
    await server.run('CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()')
    const asked = [...tokens, 'missing', `${driver} PLAIN`, tokens[0] as string]
    expect(await Promise.all(asked.map(findUser))).toEqual([
      ...tokens.map((_, index) => `${driver}-${index}`),
      undefined,
      undefined,
      `${driver}-0`,
    ])
    const [counted] = await server.run(
      "SELECT sum(calls)::integer AS calls FROM pg_stat_statements WHERE query LIKE '%sessions%ANY%'",
    )
    expect(counted?.calls).toBe(1)
  })

  it('do not share an object', async () => {
    const [token = ''] = tokens
    const [one, two] = await Promise.all([adapter.getSessionAndUser(token), adapter.getSessionAndUser(token)])
    expect(one).toEqual(two)
    expect(one?.user).not.toBe(two?.user)
    expect(one?.session.expires).not.toBe(two?.session.expires)
  })

  it('are found beside a token that is not valid text in the database', async () => {
    expect(await Promise.all(['null \0 character', ...tokens].map(findUser))).toEqual([
      undefined,
      ...tokens.map((_, index) => `${driver}-${index}`),
    ])
  })

  it('are an error for each request if the database fails, and work afterwards', async () => {
    await server.run('ALTER TABLE sessions RENAME TO hidden', 'together')
    const results = await Promise.allSettled(tokens.map(findUser))
    await server.run('ALTER TABLE hidden RENAME TO sessions', 'together')
    expect(results.map(({ status }) => status)).toEqual(tokens.map(() => 'rejected'))
    expect(await Promise.all(tokens.map(findUser))).toEqual(tokens.map((_, index) => `${driver}-${index}`))
  })
})

// proves DB-24
describe.each([
  ['uuid', (name: string) => `${name.length}b9c3b9e-6f5c-4a52-9d0e-6a2e5f1c7ab1`],
  ['varchar(255)', (name: string) => name],
  ['char(255)', (name: string) => name],
  ['citext', (name: string) => name],
  ['bigint', (name: string) => `${name.length}`],
] as const)('sessions whose tokens are in a column of type %s', (type, tokenFor) => {
  it.each(['pg', 'postgres'] as const)('are read together by an index with %s', async (driver) => {
    const database = `${type}-${driver}`
    const connectionString = await server.createDatabase(database, [
      'CREATE EXTENSION citext',
      ...buildSchema(),
      `ALTER TABLE sessions ALTER COLUMN "sessionToken" TYPE ${type} USING NULL`,
      "INSERT INTO users (id) VALUES ('ann')",
    ])
    const client =
      driver === 'pg' ? new pg.Pool({ connectionString, max: 1 }) : postgresJs(connectionString, { max: 1 })
    const run = (text: string): PromiseLike<unknown> =>
      'unsafe' in client ? client.unsafe(text) : client.query(text)
    const adapter = postgres(client)
    const tokens = ['a', 'bb', 'ccc'].map(tokenFor)
    const expires = new Date(Date.now() + 60_000)
    for (const sessionToken of tokens) await adapter.createSession({ sessionToken, userId: 'ann', expires })
    const read = (): Promise<unknown[]> =>
      Promise.all(
        [...tokens, 'missing'].map(
          async (each) => (await adapter.getSessionAndUser(each))?.session.sessionToken,
        ),
      )
    expect(await read()).toEqual([...tokens, undefined])
    await run('SET enable_seqscan = off; SET enable_bitmapscan = off')
    const scans = "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'sessions_pkey'"
    const countScans = async (): Promise<number> => Number((await server.run(scans, database))[0]?.idx_scan)
    const before = await countScans()
    await Promise.all(tokens.map((each) => adapter.getSessionAndUser(each)))
    await client.end()
    // The server counts them when the connection has ended.
    await expect.poll(countScans, { timeout: 10_000 }).toBeGreaterThan(before)
  })
})
