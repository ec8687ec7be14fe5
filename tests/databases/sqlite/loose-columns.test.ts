import { DatabaseSync } from 'node:sqlite'
import sqlite, { type SqlAdapter } from 'latchkey/adapters/sqlite'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import { describe, expect, it } from 'vitest'
import { migrate, migrations } from '../../../packages/latchkey/src/sql/sqlite/schema.ts'
import { DRIZZLE_TABLES } from '../orms/sqlite-tables.ts'

function adapterOver(replace: (statement: string) => string): SqlAdapter {
  const database = new DatabaseSync(':memory:')
  for (const statement of DRIZZLE_TABLES) database.exec(replace(statement))
  return sqlite(database, { tables: 'auth.js/drizzle' })
}

describe('the SQLite adapter over columns that ignore case', () => {
  const looseColumns = /\b(?:provider|providerAccountId|sessionToken|identifier|token|credentialID) TEXT\b/g
  const adapter = adapterOver((statement) => statement.replaceAll(looseColumns, '$& COLLATE NOCASE'))
  const cases = adapterCases.filter(
    ({ about, name }) => about !== 'comfort' && /\bdiffers?\b|\bsimilar\b/.test(name),
  )
  // proves DB-1, DB-19
  it.each(cases)('passes the adapter suite: $name', ({ run }) => run(adapter))
})

// proves DB-1
it.each([
  [
    'where the column ignores case',
    () => adapterOver((statement) => statement.replace('email TEXT UNIQUE', 'email TEXT COLLATE NOCASE')),
  ],
  ['in the tables of Latchkey', () => sqlite(':memory:')],
])('prefers the address in the same letter case, and never confuses two users, %s', async (_, create) => {
  const adapter = create()
  const emails = [
    'Ann@example.com',
    'Bob@example.com',
    'bob@example.com',
    'Cleo@example.com',
    'CLEO@example.com',
  ]
  for (const email of emails) await adapter.createUser({ id: email, email, emailVerified: null })
  expect(await adapter.getUserByEmail('ann@example.com')).toMatchObject({ id: 'Ann@example.com' })
  expect(await adapter.getUserByEmail('bob@example.com')).toMatchObject({ id: 'bob@example.com' })
  await expect(adapter.getUserByEmail('cleo@example.com')).rejects.toThrow('Several users')
  expect(await adapter.getUserByEmail('CLEO@example.com')).toMatchObject({ id: 'CLEO@example.com' })
  const kelvin = '\u212Aim@example.com'
  await adapter.createUser({ id: kelvin, email: kelvin, emailVerified: null })
  expect(await adapter.getUserByEmail('kim@example.com')).toBeNull()
  expect(await adapter.getUserByEmail(undefined as never)).toBeNull()
})

// proves DB-1
it('finds an address in any letter case by an index, even in older tables', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database, migrations.slice(0, 3))
  sqlite(database)
  const plan = database
    .prepare('EXPLAIN QUERY PLAN SELECT id FROM users WHERE lower(email) = lower(?) AND email <> ?')
    .all('ann@example.com', 'ann@example.com')
  expect(plan).toMatchObject([{ detail: expect.stringContaining('users_email_lower_idx') }])
})

// proves DB-1, AUD-S1
it('does not find or change a record by a number in another notation', async () => {
  const adapter = adapterOver((statement) =>
    statement.replaceAll(/\b(id|userId|providerAccountId) TEXT\b/g, '$1 INTEGER'),
  )
  const key = { provider: 'example', providerAccountId: '7' }
  const { user } = await adapter.createUserWithAccount(
    { id: '3', email: 'ann@example.com', emailVerified: null },
    { ...key, type: 'oidc', access_token: 'first' },
  )
  for (const providerAccountId of ['07', '007', ' 7', '7.0']) {
    const similar = { provider: 'example', providerAccountId, type: 'oidc' } as const
    expect(await adapter.getUserByAccount(similar)).toBeNull()
    expect(await adapter.getAccount(providerAccountId, 'example')).toBeNull()
    await adapter.updateAccount({ ...similar, userId: user.id, access_token: 'changed' })
    await adapter.unlinkAccount(similar)
    await expect(
      adapter.createUserWithAccount({ id: '4', email: 'eve@example.com', emailVerified: null }, similar),
    ).rejects.toThrow()
  }
  expect(await adapter.getUser('03')).toBeNull()
  expect(await adapter.getUser('3')).toEqual(user)
  expect(await adapter.getUserByAccount(key)).toEqual(user)
  expect(await adapter.getAccount('7', 'example')).toMatchObject({ access_token: 'first' })
})
