import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { createClient } from '@libsql/client'
import mysql from 'latchkey/adapters/mysql'
import postgres from 'latchkey/adapters/postgres'
import sqlite, { type SqlAdapter } from 'latchkey/adapters/sqlite'
import { createPool } from 'mysql2/promise'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Application, createApplication } from '../migrate/command.ts'

let application: Application
let postgresServer: PostgresServer
let mariadbServer: MariadbServer

beforeAll(async () => {
  application = createApplication('pg', 'mysql2')
  postgresServer = await startPostgres()
  mariadbServer = await startMariadb()
})

afterAll(async () => {
  await postgresServer?.stop()
  await mariadbServer?.stop()
  application?.remove()
})

interface Opened {
  readonly url: string
  readonly adapter: SqlAdapter
  readonly run: (statement: string) => unknown
}

const DATABASES: Record<string, () => Promise<Opened>> = {
  async PostgreSQL() {
    const url = await postgresServer.createDatabase('expired')
    await application.latchkey(['migrate', '--apply', '--url', url])
    const pool = new Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    return { url, adapter: postgres(pool), run: (text) => pool.query(text) }
  },
  async MariaDB() {
    const { user, host, port, createDatabase } = mariadbServer
    const url = `mysql://${user}@${host}:${port}/${await createDatabase()}`
    await application.latchkey(['migrate', '--apply', '--url', url])
    const pool = createPool(url)
    onTestFinished(() => pool.end())
    return { url, adapter: mysql(pool), run: (text) => pool.query(text) }
  },
  async SQLite() {
    const url = join(application.folder, 'expired.db')
    const database = new DatabaseSync(url)
    onTestFinished(() => database.close())
    return { url, adapter: sqlite(database), run: (text) => database.exec(text) }
  },
  async libSQL() {
    const url = join(application.folder, 'expired-libsql.db')
    await application.latchkey(['migrate', '--apply', '--url', url])
    const client = createClient({ url: `file:${url}` })
    onTestFinished(() => client.close())
    return { url, adapter: sqlite(client), run: (text) => client.execute(text) }
  },
}

// proves DB-28
describe.each(Object.entries(DATABASES))('in %s, expired session details', (_, open) => {
  it('are deleted by `clean` of the adapter and by `latchkey clean`, and others stay', async () => {
    const { url, adapter, run } = await open()
    await adapter.createUser({ id: 'ann', email: 'ann@example.com', emailVerified: null })
    const now = Date.now()
    const create = (sessionToken: string, seconds: number): unknown =>
      adapter.createSessionDetails({
        ...{ sessionToken, userId: 'ann', amr: 'pwd', ip: null, userAgent: null, name: null },
        ...{ createdAt: new Date(now), lastSeenAt: new Date(now), authTime: new Date(now) },
        expires: new Date(now + seconds * 1000),
      })
    const list = async (): Promise<string[]> =>
      (await adapter.listSessionDetails('ann')).map(({ sessionToken }) => sessionToken)
    for (const token of ['1', '2', '3']) await create(token, -60)
    await create('valid', 60)
    expect(await adapter.clean(2)).toBe(2)
    expect(await adapter.clean()).toBe(1)
    expect(await list()).toEqual(['valid'])

    await create('4', -60)
    const { stdout } = await application.latchkey(['clean', '--url', url])
    expect(stdout).toContain('latchkey_session_details: 1 expired rows deleted')
    expect(await list()).toEqual(['valid'])

    await run('DROP TABLE latchkey_session_details')
    expect(await adapter.clean()).toBe(0)
    const cleaned = await application.latchkey(['clean', '--url', url])
    expect(cleaned.code).toBe(0)
    expect(cleaned.stdout).not.toContain('latchkey_session_details')
  })
})

it('deletes what belongs to a user of SQLite without foreign keys, and without the tables', async () => {
  const database = new DatabaseSync(':memory:')
  sqlite(database)
  database.exec('PRAGMA foreign_keys = OFF')
  const adapter = sqlite(database, { tables: 'latchkey' })
  for (const id of ['ann', 'bea']) {
    await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
    await adapter.replaceRecoveryCodes(id, ['code'])
  }
  await adapter.deleteUser('ann')
  expect([await adapter.countRecoveryCodes('ann'), await adapter.countRecoveryCodes('bea')]).toEqual([0, 1])
  database.exec(
    'DROP TABLE latchkey_recovery_codes; DROP TABLE latchkey_passwords; DROP TABLE authenticators',
  )
  await adapter.deleteUser('bea')
  expect(await adapter.getUser('bea')).toBeNull()
})
