import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type OpenDatabase,
  SQLITE_DRIVERS,
  type SqliteDriver,
} from '@latchkey/test-support/servers/sqlite.ts'
import { chosenVariants } from '@latchkey/test-support/variants.mjs'
import { createClient } from '@libsql/client'
import sqlite, { type AsynchronousSqliteDatabase, migrate, type SqlAdapter } from 'latchkey/adapters/sqlite'
import { testAdapter } from 'latchkey/testing/adapter-suite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROCESS_DRIVERS, ROUNDS, runProcess } from './processes.ts'

const DRIVERS = Object.keys(SQLITE_DRIVERS) as SqliteDriver[]

const USER = { id: 'u', name: 'Ann', email: 'ann@example.com', image: null, emailVerified: null }
const ACCOUNT = { provider: 'example', providerAccountId: 'secret-id', type: 'oauth' } as const
const EXPIRES = new Date('2037-11-20T12:00:00.123Z')
const PASSKEY = {
  credentialID: 'secret-credential',
  userId: 'u',
  providerAccountId: 'p',
  credentialPublicKey: 'k',
  counter: 0,
  credentialBackedUp: false,
  credentialDeviceType: 'singleDevice',
}

/** Opens a database with Latchkey's tables. */
async function openMigrated(driver: SqliteDriver): Promise<OpenDatabase> {
  const opened = await SQLITE_DRIVERS[driver]()
  await migrate(opened.database)
  return opened
}

function createAdapter({ database }: OpenDatabase): SqlAdapter {
  return sqlite(database as AsynchronousSqliteDatabase)
}

// proves DB-19
describe.each(DRIVERS)('the SQLite adapter over %s', (driver) => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await openMigrated(driver)
  })
  afterAll(() => opened?.close())
  testAdapter({ name: 'the suite', create: () => ({ adapter: createAdapter(opened) }) }, { describe, it })
})

/** A driver without promises, and one with them. */
const CHOSEN = chosenVariants(DRIVERS, (driver) => driver === 'node:sqlite' || driver === 'libSQL in memory')

// The methods for all databases, even over those that have methods of their own.
// proves DB-19
describe.each(CHOSEN)('the SQLite adapter with given tables over %s', (driver) => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await openMigrated(driver)
  })
  afterAll(() => opened?.close())
  const create = () => ({ adapter: sqlite(opened.database, { tables: 'latchkey' }) })
  testAdapter({ name: 'the suite', create }, { describe, it })
})

describe.each(DRIVERS)('%s', (driver) => {
  let opened: OpenDatabase
  let adapter: SqlAdapter
  beforeAll(async () => {
    opened = await openMigrated(driver)
    adapter = createAdapter(opened)
    await adapter.createUserWithAccount(USER, ACCOUNT)
    await adapter.createSession({ sessionToken: 'secret-session', userId: 'u', expires: EXPIRES })
    await adapter.createAuthenticator(PASSKEY)
    await adapter.createVerificationToken({ identifier: 'a', token: 'secret-token', expires: EXPIRES })
  })
  afterAll(() => opened?.close())

  it.each<[string, (adapter: SqlAdapter) => unknown, string]>([
    [
      'a second user with the same e-mail address',
      (each) => each.createUser({ ...USER, id: 'v' }),
      'Another user has this e-mail address.',
    ],
    [
      'a first sign-in with the e-mail address of another user',
      (each) => each.createUserWithAccount({ ...USER, id: 'v' }, { ...ACCOUNT, providerAccountId: 'x' }),
      'Another user has this e-mail address.',
    ],
    [
      'a second user with the same id',
      (each) => each.createUser({ ...USER, email: 'b@example.com' }),
      'A user with this id already exists.',
    ],
    [
      'an update of an unknown user',
      (each) => each.updateUser({ id: 'v', name: 'Bea' }),
      'There is no user with this id.',
    ],
    [
      'an account that is already linked',
      (each) => each.linkAccount({ ...ACCOUNT, userId: 'u' }),
      'This account is already linked.',
    ],
    [
      'a session of an unknown user',
      (each) => each.createSession({ sessionToken: 'secret-2', userId: 'v', expires: EXPIRES }),
      'There is no user with this id.',
    ],
    [
      'a second session with the same token',
      (each) => each.createSession({ sessionToken: 'secret-session', userId: 'u', expires: EXPIRES }),
      'A session with this token already exists.',
    ],
    [
      'a second verification token with the same value',
      (each) => each.createVerificationToken({ identifier: 'a', token: 'secret-token', expires: EXPIRES }),
      'This verification token already exists.',
    ],
    [
      'a second passkey with the same credential id',
      (each) => each.createAuthenticator(PASSKEY),
      'An authenticator with this credentialID already exists.',
    ],
  ])('explains why it rejects %s, and names no token', async (_, attempt, message) => {
    const error = await catchError(attempt(adapter))
    expect(error.message).toBe(message)
    expect(`${error.stack} ${(error.cause as Error | undefined)?.message}`).not.toContain('secret')
  })

  it('keeps a field without a column when another request adds one at the same time', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `field${index}`)
    await Promise.all(names.map((name) => adapter.updateUser({ id: 'u', [name]: { theme: null } })))
    expect(await adapter.getUser('u')).toMatchObject(
      Object.fromEntries(names.map((name) => [name, { theme: null }])),
    )
  })

  it('stores a field unchanged whose name or text looks like SQL or JSON', async () => {
    const fields = JSON.parse(`{"a\\"b.c[0]'":"x' OR 1=1; --","extra":"mine","__proto__":{"isAdmin":true}}`)
    const { id } = await adapter.createUser({ ...USER, id: 'quoted', email: 'quoted@example.com', ...fields })
    await adapter.updateUser({ id, ...{ "it's": '"' } })
    const user = await adapter.getUser(id)
    expect(user).toMatchObject({ 'a"b.c[0]\'': "x' OR 1=1; --", extra: 'mine', "it's": '"' })
    expect((user as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('finds nothing by an id that continues after the character U+0000', async () => {
    const account = { ...ACCOUNT, providerAccountId: 'secret-id\0' }
    const found = [
      adapter.getUserByAccount(account),
      adapter.getUser('u\0'),
      adapter.getUserByEmail(`${USER.email}\0`),
    ]
    for (const each of found) expect(await Promise.resolve(each).catch(() => null)).toBeNull()
  })

  it('deletes expired sessions and links, up to a limit', async () => {
    const past = new Date(Date.now() - 1)
    for (const name of ['1', '2', '3']) {
      await adapter.createSession({ sessionToken: name, userId: 'u', expires: past })
      await adapter.createVerificationToken({ identifier: 'old', token: name, expires: past })
    }
    expect([await adapter.clean(2), await adapter.clean(), await adapter.clean()]).toEqual([2, 4, 0])
    expect(await adapter.getSessionAndUser('secret-session')).not.toBeNull()
    expect(await adapter.useVerificationToken({ identifier: 'a', token: 'secret-token' })).not.toBeNull()
    await expect(adapter.clean(Number.NaN)).rejects.toThrow('The `clean` limit is NaN.')
  })

  it('is migrated once by several calls, and keeps its records', async () => {
    await Promise.all([migrate(opened.database), migrate(opened.database), migrate(opened.database)])
    expect(await adapter.getUser('u')).toMatchObject({ name: 'Ann' })
  })
})

const ASYNCHRONOUS = ['a file of libSQL', 'libSQL in memory', 'Cloudflare D1'] as const

describe.each(ASYNCHRONOUS)('%s without tables', (driver) => {
  it('names the command that creates them', async () => {
    const opened = await SQLITE_DRIVERS[driver]()
    await expect(createAdapter(opened).getUser('u')).rejects.toThrow(
      'no such table: users. Create the tables with `npx latchkey migrate`',
    )
    await opened.close()
  })

  it('gets its tables once from several processes that start at the same time', async () => {
    const opened = await SQLITE_DRIVERS[driver]()
    await Promise.all(Array.from({ length: 5 }, () => migrate(opened.database)))
    await createAdapter(opened).createUser(USER)
    await opened.close()
  })
})

describe('one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sqlite-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  // proves DB-19
  it('is shared by processes with different drivers: one creates a user, and one uses a link', async () => {
    const path = join(folder, 'shared.db')
    using adapter = sqlite(path)
    for (let round = 0; round < ROUNDS; round++)
      await adapter.createVerificationToken({
        identifier: 'ann@example.com',
        token: `${round}`,
        expires: EXPIRES,
      })
    const results = await Promise.all(PROCESS_DRIVERS.map((driver) => runProcess('sign-in', path, driver)))
    const outcomes = results.flat() as { round: number; id: string; isNewUser: boolean; used: boolean }[]
    expect(outcomes).toHaveLength(PROCESS_DRIVERS.length * ROUNDS)
    for (let round = 0; round < ROUNDS; round++) {
      const each = outcomes.filter((outcome) => outcome.round === round)
      expect(new Set(each.map(({ id }) => id)).size).toBe(1)
      expect([
        each.filter(({ isNewUser }) => isNewUser).length,
        each.filter(({ used }) => used).length,
      ]).toEqual([1, 1])
    }
  })

  it('of a newer release is rejected by libSQL and stays unchanged', async () => {
    const path = join(folder, 'newer.db')
    using db = new DatabaseSync(path)
    db.exec('PRAGMA user_version = 99')
    const client = createClient({ url: `file:${path}` })
    await expect(migrate(client)).rejects.toThrow('The database schema has version 99')
    expect(db.prepare('SELECT name FROM sqlite_master').all()).toEqual([])
    client.close()
  })
})

describe('a value that is not a database', () => {
  it('is rejected with the list of those that are accepted', () => {
    for (const value of [{}, undefined, 7, { query() {} }])
      expect(() => sqlite(value as never)).toThrow(
        'The `sqlite` client is unknown. Pass a file path, a `DatabaseSync` from `node:sqlite`',
      )
    expect(() => sqlite(Promise.resolve() as never)).toThrow('is a promise')
  })
})

async function catchError(call: unknown): Promise<Error> {
  try {
    await call
  } catch (error) {
    return error as Error
  }
  return new Error('the call did not fail')
}
