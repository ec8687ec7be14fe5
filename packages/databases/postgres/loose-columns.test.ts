import postgres from 'latchkey/adapters/postgres'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemaOf } from '../../latchkey/src/adapters/postgres/schema.ts'
import { type PostgresServer, startPostgres } from '../servers/postgres.ts'

let server: PostgresServer
const pools: pg.Pool[] = []
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await server?.stop()
})

async function poolWith(name: string, statements: readonly string[]): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: await server.createDatabase(name, statements),
  })
  pools.push(pool)
  return pool
}

const ACCOUNT = { provider: 'example', type: 'oidc' } as const

describe('the PostgreSQL adapter over columns that ignore case', () => {
  let pool: pg.Pool
  beforeAll(async () => {
    const columns = Object.entries({
      accounts: ['provider', 'providerAccountId'],
      sessions: ['sessionToken'],
      verification_tokens: ['identifier', 'token'],
      authenticators: ['credentialID'],
    })
    pool = await poolWith('citext', [
      'CREATE EXTENSION citext',
      ...schemaOf(),
      ...columns.flatMap(([table, names]) =>
        names.map((name) => `ALTER TABLE "${table}" ALTER COLUMN "${name}" TYPE citext`),
      ),
    ])
  })
  // proves DB-1, DB-17
  it.each(
    adapterCases.filter(({ about, name }) => about !== 'comfort' && /\bdiffers?\b|\bsimilar\b/.test(name)),
  )('passes the adapter suite: $name', ({ run }) => run(postgres(pool)))
})

// proves DB-1, AUD-S1
it('finds and changes no account by a number that is written in another way', async () => {
  const column = 'ALTER TABLE accounts ALTER COLUMN "providerAccountId" TYPE bigint USING 0'
  const pool = await poolWith('numbers', [...schemaOf(), column])
  const adapter = postgres(pool)
  const account = { ...ACCOUNT, providerAccountId: '7', access_token: 'first' }
  const { user } = await adapter.createUserWithAccount(
    { id: 'ann', email: 'ann@example.com', emailVerified: null },
    account,
  )
  const eve = { id: 'eve', email: 'eve@example.com', emailVerified: null }
  for (const providerAccountId of ['07', '007', ' 7', '+7']) {
    const key = { provider: 'example', providerAccountId }
    expect(await adapter.getUserByAccount(key)).toBeNull()
    expect(await adapter.getAccount(providerAccountId, 'example')).toBeNull()
    await adapter.updateAccount({
      ...ACCOUNT,
      ...key,
      userId: user.id,
      access_token: 'changed',
    })
    await adapter.unlinkAccount(key)
    await expect(adapter.createUserWithAccount(eve, { ...ACCOUNT, ...key })).rejects.toThrow(/duplicate key/)
  }
  expect(await adapter.getUserByAccount(account)).toEqual(user)
  expect(await adapter.getAccount('7', 'example')).toMatchObject({
    access_token: 'first',
  })
})
