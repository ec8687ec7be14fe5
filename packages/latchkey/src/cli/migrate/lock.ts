import { type Database, inTransaction } from '../connect/database.ts'
import type { Dialect } from '../connect/url.ts'
import { inspect } from '../inspect/inspect.ts'
import { Problem } from '../problem.ts'
import { ensureMeta, metaTable } from './meta.ts'

/** The server's time, in milliseconds since 1970. */
const NOW: Readonly<Record<Dialect, string>> = {
  postgres: 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)',
  mysql: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
  sqlite: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
}

const LEASE_MS = 60_000
const RENEWAL = 15_000
const RETRY = 200
const MAX_WAIT_MINUTES = 15

/** What a lock needs besides the connection that does the work. */
export interface LockOptions {
  readonly schema?: string | undefined
  /** Opens another connection, which renews the lock while a statement runs. */
  readonly connectAgain: () => Promise<Database>
  readonly onWait: () => void
}

/**
 * Does the work while no other process migrates the database.
 *
 * The lock is a row with a lifetime: session locks do not work behind a pooler, and transaction
 * locks end in MySQL with the first changed table. SQLite locks its file.
 *
 * @throws {Problem} after waiting for fifteen minutes
 */
export async function whileLocked<T>(
  database: Database,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  if (database.lock === 'transaction') return inTransaction(database, work, 'BEGIN IMMEDIATE')
  const { dialect } = database
  const owner = crypto.randomUUID()
  const table = metaTable(dialect, options.schema)
  await ensureMeta(database, await inspect(database, options.schema), options.schema)
  const second = await options.connectAgain()
  const renew = `UPDATE ${table} SET lock_expires = ${NOW[dialect]} + ${LEASE_MS} WHERE lock_owner = '${owner}'`
  const release = `UPDATE ${table} SET lock_owner = NULL, lock_expires = NULL WHERE lock_owner = '${owner}'`
  // A failed renewal is repeated before the lock expires.
  const timer = setInterval(() => void second.query(renew).catch(() => undefined), RENEWAL)
  try {
    await acquire(database, table, owner, options.onWait)
    return await work()
  } finally {
    clearInterval(timer)
    await second.query(release)
    await second.close()
  }
}

async function acquire(database: Database, table: string, owner: string, onWait: () => void): Promise<void> {
  const now = NOW[database.dialect]
  const text =
    `UPDATE ${table} SET lock_owner = '${owner}', lock_expires = ${now} + ${LEASE_MS} ` +
    `WHERE lock_owner IS NULL OR lock_expires < ${now}`
  const end = Date.now() + MAX_WAIT_MINUTES * 60_000
  while ((await database.query(text)).changes === 0) {
    onWait()
    if (Date.now() > end)
      throw new Problem(
        `Another process has been migrating this database for ${MAX_WAIT_MINUTES} minutes. Try again later.`,
      )
    await new Promise((resolve) => setTimeout(resolve, RETRY))
  }
}
