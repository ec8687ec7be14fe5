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
import sqlite, { migrate } from 'latchkey/adapters/sqlite'
import { type SqliteStore, sqliteStore } from 'latchkey/stores/sqlite'
import { testStore } from 'latchkey/testing/store-suite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROCESS_DRIVERS, ROUNDS, runProcess } from './processes.ts'

const QUICK = ['node:sqlite', 'better-sqlite3'] as const
// A thousand calls of D1 are a thousand requests.
vi.setConfig({ testTimeout: 60_000 })

/** Their calls take so long that the lifetimes of other cases would end. */
const SLOW = ['libSQL in memory', 'Cloudflare D1'] as const

const CHOSEN = chosenVariants(SLOW, (driver) => driver === 'libSQL in memory')

const folder = mkdtempSync(join(tmpdir(), 'latchkey-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.concurrent.each(QUICK)('the SQLite store over %s', passSuite)
describe.each(CHOSEN)('the SQLite store over %s', passSuite)

function passSuite(driver: SqliteDriver): void {
  let opened: OpenDatabase
  let store: SqliteStore
  beforeAll(async () => {
    opened = await SQLITE_DRIVERS[driver]()
    await migrate(opened.database)
    store = sqliteStore(opened.database)
  })
  afterAll(() => opened?.close())
  testStore({ name: 'passes the store suite', create: () => ({ store }) }, { describe, it })
}

describe('the SQLite store', () => {
  it('shares the file of the adapter', async () => {
    const path = join(folder, 'shared.db')
    const store = sqliteStore(path)
    using adapter = sqlite(path)
    await store.set('key', 'value', 60)
    expect(await adapter.getUser('u')).toBeNull()
    expect(await store.get('key')).toBe('value')
  })

  it('separates applications by their prefixes', async () => {
    const db = new DatabaseSync(':memory:')
    const [shop, blog] = [sqliteStore(db, { prefix: 'shop:' }), sqliteStore(db, { prefix: 'blog:' })]
    expect([await shop.add('key', 1, 60), await blog.add('key', 1, 60)]).toEqual([1, 1])
    db.close()
  })

  it('deletes expired keys with `clean`, and a few of them with other writes', async () => {
    const db = new DatabaseSync(':memory:')
    const store = sqliteStore(db)
    const count = (): unknown => db.prepare('SELECT count(*) AS n FROM latchkey_store').get()?.n
    const expire = (): void => db.exec('UPDATE latchkey_store SET expires = 0')
    await Promise.all(Array.from({ length: 60 }, (_, index) => store.set(`old:${index}`, '1', 60)))
    expire()
    expect([await store.clean(10), await store.clean()]).toEqual([10, 50])
    await Promise.all(Array.from({ length: 40 }, (_, index) => store.set(`old:${index}`, '1', 60)))
    expire()
    for (let index = 0; index < 50; index++) await store.set('kept', '1', 60)
    expect(count()).toBe(1)
    db.close()
  })

  it.each(['a file of libSQL', 'Cloudflare D1'] as const)(
    'names the command that creates the missing table in %s',
    async (driver) => {
      const opened = await SQLITE_DRIVERS[driver]()
      const store = sqliteStore(opened.database)
      await expect(store.get('key')).rejects.toThrow(
        'no such table: latchkey_store. Create it with `npx latchkey migrate`.',
      )
      await opened.close()
    },
  )

  it('rejects a value that is not a database', () => {
    expect(() => sqliteStore({} as never)).toThrow('The `sqliteStore` client is unknown.')
  })

  // proves DB-23
  it('counts exactly when several processes with different drivers share a file', async () => {
    const path = join(folder, 'processes.db')
    sqlite(path).close()
    const sums = (await Promise.all(
      PROCESS_DRIVERS.map((driver) => runProcess('count', path, driver)),
    )) as number[][]
    const all = sums.flat().toSorted((a, b) => a - b)
    expect(all).toEqual(Array.from({ length: PROCESS_DRIVERS.length * ROUNDS }, (_, index) => index + 1))
    const client = createClient({ url: `file:${path}` })
    expect(await sqliteStore(client).get('latchkey:counter')).toBe(String(all.length))
    client.close()
  })
})
