import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import BetterSqlite3 from 'better-sqlite3'
import type { Adapter } from 'latchkey'
import mysql from 'latchkey/adapters/mysql'
import postgres from 'latchkey/adapters/postgres'
import sqlite from 'latchkey/adapters/sqlite'
import { createPool, type Pool } from 'mysql2/promise'
import pg from 'pg'
import postgresJs from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema as mysqlSchema } from '../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { buildSchema as postgresSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { failedMethod } from '../../../packages/latchkey/src/persistence/failed-call.ts'

const USER = { id: 'ann', name: 'Ann', email: 'ann@example.com', emailVerified: null, image: null }
const MISSING_TABLE = 'A table is missing in this database. Run `npx latchkey migrate --apply`'
const MISSING_COLUMN = 'A column is missing in this database. Run `npx latchkey migrate --apply`'
const READ_ONLY = 'The database accepts no writes. Connect to the primary'
const TOO_LONG = "A value is longer than its column. Change the column's type to `text`"
const UNREACHABLE = 'The database cannot be reached. Check that it runs, and its host and port'
const PASSWORD = 'The database rejected the user name or the password. Correct them in'
const UNKNOWN_USER = 'The database does not accept this user from this server. Check the user name'
const NO_DATABASE = 'The database does not exist on this server. Create it, or correct its name in'
const WRONG_TYPE = "A column's type does not match the stored value."
const NOT_NULL = 'requires a value that Latchkey does not have. Allow NULL, or give it a default.'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Returns what is logged when an adapter creates a user. */
async function readMessage(adapter: Adapter, user: typeof USER = USER): Promise<string> {
  const args = [user]
  try {
    await adapter.createUser?.(user)
    return 'nothing'
  } catch (error) {
    const logger = { error: () => {}, warn: () => {}, debug: () => {} }
    const timeouts = { adapter: 5, store: 1, oauth: 10, email: 10 }
    const calls = { logger, channel: {}, timeouts }
    return failedMethod(calls, { adapter, method: 'createUser', args, result: undefined, error }).message
  }
}

describe('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
    const rules = join(server.data, 'pg_hba.conf')
    writeFileSync(rules, `host all app 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
    await server.run("CREATE ROLE app LOGIN PASSWORD 'right'")
    await server.run('SELECT pg_reload_conf()')
  })
  afterAll(() => server?.stop())

  const faults: [string, string[], string][] = [
    ['a missing table', ['DROP TABLE users CASCADE'], MISSING_TABLE],
    ['a missing column', ['ALTER TABLE users DROP COLUMN image'], MISSING_COLUMN],
    ['a column of the type uuid', ['ALTER TABLE users ALTER name TYPE uuid USING NULL'], WRONG_TYPE],
    ['a column that is not null', ['ALTER TABLE users ADD age int NOT NULL'], `\`age\` ${NOT_NULL}`],
    ['a short column', ['ALTER TABLE users ALTER name TYPE varchar(2)'], TOO_LONG],
    [
      'a transaction that is read-only',
      ['ALTER DATABASE $ SET default_transaction_read_only = on'],
      READ_ONLY,
    ],
  ]
  it.each(faults)('says how to fix %s', async (name, statements, advice) => {
    const database = name.replaceAll(/\W/g, '_')
    const url = await server.createDatabase(database, [
      ...postgresSchema(),
      ...statements.map((statement) => statement.replace('$', database)),
    ])
    const pool = new pg.Pool({ connectionString: url })
    const sql = postgresJs(url, { max: 1 })
    closing.push(
      () => pool.end(),
      () => sql.end(),
    )
    expect(await readMessage(postgres(pool))).toContain(advice)
    expect(await readMessage(postgres(sql))).toContain(advice)
  })

  it.each([
    ['a wrong password', (url: URL) => Object.assign(url, { username: 'app', password: 'wrong' }), PASSWORD],
    ['an unknown user', (url: URL) => Object.assign(url, { username: 'nobody' }), UNKNOWN_USER],
    [
      'a database that does not exist',
      (url: URL) => Object.assign(url, { pathname: '/nothing' }),
      NO_DATABASE,
    ],
    ['a closed port', (url: URL) => Object.assign(url, { port: '1' }), UNREACHABLE],
    ['a name without an address', (url: URL) => Object.assign(url, { hostname: 'db.invalid' }), UNREACHABLE],
  ])('says how to fix %s', async (_, change, advice) => {
    const url = await server.createDatabase(`d${Math.random().toString(36).slice(2)}`)
    const pool = new pg.Pool({ connectionString: change(new URL(url)).href })
    closing.push(() => pool.end())
    expect(await readMessage(postgres(pool))).toContain(advice)
  })
})

describe('MariaDB', () => {
  let server: MariadbServer
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())

  function connect(changes: object): Pool {
    const { host, port, user, password } = server
    const pool = createPool({ host, port, user, password, ...changes })
    closing.push(() => pool.end())
    return pool
  }

  it.each([
    ['a missing table', 'RENAME TABLE users TO renamed', MISSING_TABLE],
    ['a missing column', 'ALTER TABLE users DROP COLUMN image', MISSING_COLUMN],
    ['a column that is not null', 'ALTER TABLE users ADD age int NOT NULL', `\`age\` ${NOT_NULL}`],
    ['a short column', 'ALTER TABLE users MODIFY name varchar(2)', TOO_LONG],
  ])('says how to fix %s', async (_, statement, advice) => {
    const database = await server.createDatabase()
    await server.run(`USE ${database}`, ...mysqlSchema(), statement)
    expect(await readMessage(mysql(connect({ database })))).toContain(advice)
  })

  it.each([
    ['a wrong password', { user: 'nobody', password: 'wrong' }, PASSWORD],
    ['a database that does not exist', { database: 'nothing' }, NO_DATABASE],
    ['a closed port', { port: 1 }, UNREACHABLE],
  ])('says how to fix %s', async (_, changes, advice) => {
    expect(await readMessage(mysql(connect(changes)))).toContain(advice)
  })
})

describe('SQLite', () => {
  const file = (): string => join(mkdtempSync(join(tmpdir(), 'advice-')), 'app.db')

  it.each([
    ['a missing table', 'DROP TABLE users', MISSING_TABLE],
    ['a missing column', 'ALTER TABLE users DROP COLUMN image', MISSING_COLUMN],
    [
      'a column that is not null',
      'CREATE TABLE renamed (id TEXT PRIMARY KEY, name TEXT, ' +
        'email TEXT, emailVerified TEXT, image TEXT, extra TEXT, age INT NOT NULL);' +
        'DROP TABLE users; ALTER TABLE renamed RENAME TO users',
      `\`users.age\` ${NOT_NULL}`,
    ],
    ['a file that is read-only', '', READ_ONLY],
  ])('says how to fix %s, with node:sqlite and better-sqlite3', async (name, statement, advice) => {
    const path = file()
    const readOnly = name.includes('read-only')
    sqlite(new DatabaseSync(path))
    const adapters = [
      sqlite(new DatabaseSync(path, { readOnly })),
      sqlite(new BetterSqlite3(path, { readonly: readOnly }) as never),
    ]
    new DatabaseSync(path).exec(`PRAGMA foreign_keys = off; ${statement}`)
    for (const adapter of adapters) expect(await readMessage(adapter)).toContain(advice)
  })
})

it('keeps the general advice for an unknown failure', async () => {
  const fails = { createUser: () => Promise.reject(new Error('out of cheese.')) } as unknown as Adapter
  expect(await readMessage(fails)).toBe(
    "The adapter's `createUser` failed: out of cheese. Check the database and its tables.",
  )
})

it('names the address if a host has several and none responds', async () => {
  const inner = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' })
  // biome-ignore lint/suspicious/useErrorMessage: Node.js gives this error no message.
  const failure = new AggregateError([inner], '')
  const fails = { createUser: () => Promise.reject(failure) } as unknown as Adapter
  expect(await readMessage(fails)).toContain(`failed: connect ECONNREFUSED ::1:5432. ${UNREACHABLE}`)
})
