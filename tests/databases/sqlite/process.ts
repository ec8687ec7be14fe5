// One of several processes that share a file. Its output is a list of results as JSON.
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@libsql/client'
import BetterSqlite3 from 'better-sqlite3'
import sqlite, { type AsynchronousSqliteDatabase } from 'latchkey/adapters/sqlite'
import { sqliteStore } from 'latchkey/stores/sqlite'

const [, , task = '', path = '', driver = '', rounds = ''] = process.argv

const OPEN: Readonly<Record<string, () => unknown>> = {
  'node:sqlite': () => new DatabaseSync(path, { timeout: 10_000 }),
  'better-sqlite3': () => new BetterSqlite3(path, { timeout: 10_000 }),
  libsql: () => createClient({ url: `file:${path}`, timeout: 10_000 }),
}

const database = OPEN[driver]?.() as AsynchronousSqliteDatabase

const TASKS: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
  count: () => Promise.resolve(sqliteStore(database).add('latchkey:counter', 1, 60)),
  async 'sign-in'(round) {
    const adapter = sqlite(database)
    const email = `${round}@example.com`
    const { user, isNewUser } = await adapter.createUserWithAccount(
      { id: crypto.randomUUID(), email, emailVerified: null },
      { provider: 'example', providerAccountId: String(round), type: 'oauth' },
    )
    const link = { identifier: 'ann@example.com', token: String(round) }
    return { round, id: user.id, isNewUser, used: (await adapter.useVerificationToken(link)) !== null }
  },
}

const results: unknown[] = []
for (let round = 0; round < Number(rounds); round++) results.push(await TASKS[task]?.(round))
console.log(JSON.stringify(results))
