import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import Database from 'better-sqlite3'
import { type Adapter, createAuth, type ImportedPassword, type ImportReport } from 'latchkey'
import postgres from 'latchkey/adapters/postgres'
import sqlite, { migrate } from 'latchkey/adapters/sqlite'
import { bcrypt, type PasswordFormat } from 'latchkey/password'
import Password from 'latchkey/providers/password'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'

const ROWS = 10_000
const HASH = '$2b$05$eLEpr8rt30iN9pxorEiJkeA0xHUU3FOPHn5POsdWrvwKiGCT1uLWm'
const PBKDF2 = 'pbkdf2_sha256$20000$seasalt$oBSd886ysm3AqYun62DOdin8YcfbU1z9cksZSuLP9r0='

let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres()
})

afterAll(() => server?.stop())

interface Opened {
  readonly adapter: Adapter
  readonly count: () => Promise<number>
  readonly close: () => unknown
}

const DATABASES: Record<string, () => Promise<Opened>> = {
  PostgreSQL: async () => {
    const pool = new pg.Pool({ connectionString: await server.createDatabase('import_passwords') })
    for (const statement of buildSchema()) await pool.query(statement)
    return {
      adapter: postgres(pool),
      count: async () => Number((await pool.query('SELECT count(*) AS n FROM latchkey_passwords')).rows[0].n),
      close: () => pool.end(),
    }
  },
  SQLite: async () => {
    const database = new Database(':memory:')
    await migrate(database)
    return {
      adapter: sqlite(database),
      count: async () =>
        (database.prepare('SELECT count(*) AS n FROM latchkey_passwords').get() as { n: number }).n,
      close: () => database.close(),
    }
  },
}

/** Reads rows as from a file, and may fail on the way. */
async function* rowsOf(
  from: number,
  to: number,
  failAt = Number.POSITIVE_INFINITY,
): AsyncGenerator<ImportedPassword> {
  for (let row = from; row < to; row++) {
    if (row === failAt) throw new Error('The file ended.')
    const email = `user${row}@site.example`
    yield {
      email,
      hash: row % 2 ? PBKDF2 : PBKDF2.replace('20000', '26000'),
      name: `User ${row}`,
      emailVerified: true,
    }
  }
}

describe.each(Object.keys(DATABASES))('%s', (name) => {
  let opened: Opened

  beforeAll(async () => {
    opened = await (DATABASES[name] as () => Promise<Opened>)()
  })

  afterAll(() => opened?.close())

  const users = (legacy: readonly PasswordFormat[] = []) =>
    createAuth({
      secret: 'a secret of the tests that is long enough',
      adapter: opened.adapter,
      mail: { name: 'none', from: 'app@app.test', send() {} },
      providers: [Password({ legacy })],
    }).users

  it('reports in a dry run what would happen, and stores nothing', async () => {
    const report = await users().importPasswords(rowsOf(0, 50), { dryRun: true, createUsers: true })
    expect(report).toMatchObject({ rows: 50, imported: 50, created: 50, formats: { django: 50 } })
    expect(await opened.count()).toBe(0)
  })

  it('imports 10,000 rows, and continues after a failure', async () => {
    const progress: number[] = []
    const options = {
      createUsers: true,
      onProgress: ({ rows }: ImportReport) => void progress.push(rows),
    }
    await expect(users().importPasswords(rowsOf(0, ROWS, 4_000), options)).rejects.toThrow('The file ended.')
    expect(await opened.count()).toBe(4_000)
    expect(progress).toHaveLength(40)
    const report = await users().importPasswords(rowsOf(0, ROWS), options)
    expect(report).toEqual({
      rows: ROWS,
      imported: 6_000,
      created: 6_000,
      kept: 4_000,
      refused: 0,
      formats: { django: ROWS },
      refusals: [],
    })
    expect(await opened.count()).toBe(ROWS)
    const user = await opened.adapter.getUserByEmail?.('user9999@site.example')
    expect(user).toMatchObject({ name: 'User 9999', emailVerified: expect.any(Date) })
    expect(await opened.adapter.getPassword?.(String(user?.id))).toMatchObject({
      hash: PBKDF2,
      mustChange: false,
    })
  })

  it('refuses rows by their number and without their hash', async () => {
    const user = await opened.adapter.getUserByEmail?.('user1@site.example')
    const rows: ImportedPassword[] = [
      { email: 'user0@site.example', hash: HASH },
      { email: 'user0@site.example', hash: 'plain text' },
      { email: 'nobody@site.example', hash: PBKDF2 },
      { email: 'no address', hash: PBKDF2 },
      { hash: PBKDF2 },
      { userId: 'unknown', hash: PBKDF2 },
      { email: 'user0@site.example', hash: PBKDF2.replace('20000', '99999999') },
      { userId: String(user?.id), hash: PBKDF2 },
      { email: 'USER2@site.example', hash: PBKDF2 },
    ]
    const report = await users().importPasswords(rows)
    expect(report).toMatchObject({ rows: 9, imported: 0, created: 0, kept: 2, refused: 7 })
    expect(report.refusals.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'hash'],
      [2, 'hash'],
      [3, 'user'],
      [4, 'email'],
      [5, 'user'],
      [6, 'user'],
      [7, 'hash'],
    ])
    for (const text of ['plain text', HASH, 'oBSd886']) expect(JSON.stringify(report)).not.toContain(text)
  })

  it('accepts hashes of the formats in `legacy`', async () => {
    const rows = [{ email: 'user0@site.example', hash: HASH }]
    // Only a sign-in compares.
    const legacy = [bcrypt(() => Promise.reject(new Error('It is not loaded.')))]
    const report = await users(legacy).importPasswords(rows, { dryRun: true, overwrite: true })
    expect(report).toMatchObject({ imported: 1, refused: 0, formats: { bcrypt: 1 } })
  })

  it('replaces passwords only on request', async () => {
    const other = PBKDF2.replace('20000', '30000')
    const row = { email: 'user5@site.example', hash: other }
    const id = String((await opened.adapter.getUserByEmail?.('user5@site.example'))?.id)
    expect(await users().importPasswords([row])).toMatchObject({ imported: 0, kept: 1 })
    expect(await opened.adapter.getPassword?.(id)).not.toMatchObject({ hash: other })
    expect(await users().importPasswords([row], { overwrite: true })).toMatchObject({ imported: 1, kept: 0 })
    expect(await opened.adapter.getPassword?.(id)).toMatchObject({ hash: other })
  })

  it('creates a user once if two rows have the same address', async () => {
    const rows = ['twice@site.example', 'Twice@site.example'].map((email) => ({ email, hash: PBKDF2 }))
    expect(await users().importPasswords(rows, { createUsers: true })).toMatchObject({
      imported: 1,
      created: 1,
      kept: 1,
    })
  })
})
