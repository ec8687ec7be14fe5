import PgAdapter from '@auth/pg-adapter'
import { setUp, signedIn } from '@latchkey/test-support/kit/database.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import type { Adapter } from 'latchkey/adapters'
import postgres from 'latchkey/adapters/postgres'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { PG_CONSTRAINTS, PG_TABLES } from './authjs-tables.ts'

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
      ...buildSchema(),
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
it('does not find or change an account by a number in another notation', async () => {
  const column = 'ALTER TABLE accounts ALTER COLUMN "providerAccountId" TYPE bigint USING 0'
  const pool = await poolWith('numbers', [...buildSchema(), column])
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

describe('the PostgreSQL adapter over columns of type `char(n)`', () => {
  const ANN = { id: 'ann', email: 'ann@example.com', emailVerified: null }
  const expires = new Date('2037-11-20T12:00:00Z')
  let adapter: ReturnType<typeof postgres>
  beforeAll(async () => {
    const columns = Object.entries({
      users: ['email'],
      accounts: ['provider', 'providerAccountId'],
      sessions: ['sessionToken'],
      verification_tokens: ['identifier', 'token'],
      authenticators: ['credentialID'],
    })
    const pool = await poolWith('padded', [
      ...buildSchema(),
      ...columns.flatMap(([table, names]) =>
        names.map((name) => `ALTER TABLE "${table}" ALTER COLUMN "${name}" TYPE char(255)`),
      ),
    ])
    adapter = postgres(pool)
    await adapter.createUserWithAccount(ANN, { ...ACCOUNT, providerAccountId: 'a' })
    await adapter.createSession({ sessionToken: 'token', userId: 'ann', expires })
    await adapter.createSession({ sessionToken: 'second', userId: 'ann', expires })
  })

  // proves DB-1
  it('returns no blanks that the database added', async () => {
    const tokens = ['token', 'second']
    const sessions = await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)))
    expect(sessions.map((found) => found?.session.sessionToken)).toEqual(tokens)
    expect(await adapter.getSessionAndUser('token')).toMatchObject({ user: { email: ANN.email } })
    expect(await adapter.getUserByEmail(ANN.email)).toMatchObject({ id: 'ann' })
    expect(await adapter.getAccount('a', 'example')).toMatchObject({ providerAccountId: 'a' })
  })
  // proves DB-1
  it('finds nothing by a value with blanks at its end', async () => {
    expect(await adapter.getSessionAndUser('token ')).toBeNull()
    expect(await adapter.getAccount('a ', 'example')).toBeNull()
    expect(await adapter.getUserByEmail(`${ANN.email} `)).toBeNull()
    expect(await adapter.getUserByAccount({ provider: 'example', providerAccountId: 'a ' })).toBeNull()
  })
})

describe('a published adapter without `getAccount`, over a column of UUIDs', () => {
  const profile = { name: 'Ann', email: 'ann@example.com' }
  let adapter: Adapter
  let pool: pg.Pool
  beforeAll(async () => {
    pool = await poolWith('uuids', [...PG_TABLES, ...PG_CONSTRAINTS])
    adapter = PgAdapter(pool) as Adapter
  })
  const toType = (type: string): Promise<unknown> =>
    pool.query(
      `ALTER TABLE accounts ALTER COLUMN "providerAccountId" TYPE ${type}
        USING "providerAccountId"::text::${type}`,
    )
  const IDS = ['0b9c3b9e-6f5c-4a52-9d0e-6a2e5f1c7ab1', '11111111-1111-4111-8111-111111111111']

  // proves DB-1, AUD-S1
  it.each(IDS)('signs in the user of %s again', async (sub) => {
    await pool.query('DELETE FROM users')
    await pool.query('DELETE FROM accounts')
    await toType('uuid')
    const setup = setUp({}, adapter)
    await signedIn(setup, { ...profile, sub })
    const again = await signedIn(setup, { ...profile, sub })
    expect(await readSession(again)).toMatchObject({ user: { email: profile.email } })
    expect((await pool.query('SELECT id FROM users')).rows).toHaveLength(1)
  })
  // proves DB-1, AUD-S1
  it.each(['uuid', 'citext'])(
    'signs in no user by a UUID in another letter case, in a column of type %s',
    async (type) => {
      await pool.query('CREATE EXTENSION IF NOT EXISTS citext')
      await pool.query('DELETE FROM users')
      await pool.query('DELETE FROM accounts')
      await toType(type)
      const [lower = ''] = IDS
      const owner = type === 'uuid' ? lower : lower.toUpperCase()
      const other = type === 'uuid' ? lower.toUpperCase() : lower
      const setup = setUp({}, adapter)
      const { rows } = await pool.query(`INSERT INTO users (name, email) VALUES ('Ann', $1) RETURNING id`, [
        profile.email,
      ])
      await adapter.linkAccount?.({
        ...ACCOUNT,
        provider: 'idp',
        providerAccountId: owner,
        userId: rows[0].id,
      })
      const eve = await signedIn(setup, { name: 'Eve', email: 'eve@example.com', sub: other })
      expect(await readSession(eve)).toBeNull()
    },
  )
})
