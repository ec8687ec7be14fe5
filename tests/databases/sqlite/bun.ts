// Runs the adapter suite and the store suite on Bun. Its output lists the cases that failed.
import sqlite, { type SqliteDatabase } from 'latchkey/adapters/sqlite'
import { sqliteStore } from 'latchkey/stores/sqlite'
import { adapterCases } from 'latchkey/testing/adapter-suite'
import { storeCases } from 'latchkey/testing/store-suite'

// The types of Bun are not installed.
const module = 'bun:sqlite'
const { Database } = (await import(module)) as {
  Database: new (path: string, options?: object) => SqliteDatabase
}

const failures: string[] = []
const attempt = async (name: string, run: () => Promise<void>): Promise<void> =>
  run().catch((error: Error) => void failures.push(`${name}: ${error.message}`))

for (const options of [{}, { strict: true }, { safeIntegers: true }]) {
  const database = new Database(':memory:', { create: true, readwrite: true, ...options })
  const adapters = [sqlite(database), sqlite(database, { tables: 'latchkey' })]
  for (const adapter of adapters)
    for (const { name, run } of adapterCases) await attempt(name, () => run(adapter))
}
const store = sqliteStore(new Database(':memory:'))
await Promise.all(storeCases.map(({ name, run }) => attempt(name, () => run(store))))
console.log(JSON.stringify({ cases: adapterCases.length + storeCases.length, failures }))
