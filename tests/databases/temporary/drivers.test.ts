import { createServer, type Server } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { type RedisServer, startRedis } from '@latchkey/test-support/servers/redis.ts'
import { createClient as createLibsql } from '@libsql/client'
import BetterSqlite from 'better-sqlite3'
import { Redis as Ioredis } from 'ioredis'
import { createConnection as createMariadbConnection, createPool as createMariadbPool } from 'mariadb'
import { createConnection, createPool } from 'mysql2/promise'
import pg from 'pg'
import postgresJs from 'postgres'
import { createClient, createClientPool } from 'redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readFailure } from '../../../packages/latchkey/src/async/temporary.ts'
import { temporaryFile } from '../matrix/temporary-file.ts'

/** Does what fails. */
type Failure = () => unknown

/** A server that accepts connections, and never responds. */
let silent: Server
let silentPort = 0
beforeAll(async () => {
  silent = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  silentPort = (silent.address() as { port: number }).port
})
afterAll(() => silent?.close())

async function errorFrom(failure: Failure): Promise<Error> {
  try {
    await failure()
  } catch (error) {
    return error as Error
  }
  throw new Error('It did not fail.')
}

function expectTemporary(failures: Readonly<Record<string, Failure>>): void {
  it.each(Object.entries(failures))('%s', async (_, failure) => {
    const error = await errorFrom(failure)
    const { name, message } = error
    expect({ ...readFailure(error), name, message }).toMatchObject({ isTemporary: true })
  })
}

/** Closes something after the test. Errors of connections that were cut do not matter. */
function closeLater(close: () => unknown): void {
  onTestFinished(async () => {
    await Promise.resolve()
      .then(close)
      .catch(() => undefined)
  })
}

describe('temporary for `pg`', () => {
  let server: PostgresServer
  let connectionString: string
  beforeAll(async () => {
    server = await startPostgres()
    connectionString = await server.createDatabase('temporary', [])
  })
  afterAll(() => server?.stop())

  function createPool(options: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({ connectionString, ...options })
    pool.on('error', () => undefined)
    return pool
  }
  async function runQuery(options: pg.PoolConfig, text: string): Promise<unknown> {
    const pool = createPool(options)
    closeLater(() => pool.end())
    return pool.query(text)
  }
  const silentUrl = (): string => `postgres://app@127.0.0.1:${silentPort}/app`
  async function clientAfterCut(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    await client.connect()
    const ended = new Promise((resolve) => client.once('end', resolve))
    await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
    await ended
    return client
  }
  expectTemporary({
    'no response within `query_timeout`': () => runQuery({ query_timeout: 50 }, 'SELECT pg_sleep(1)'),
    'no response within `statement_timeout`': () => runQuery({ statement_timeout: 50 }, 'SELECT pg_sleep(1)'),
    'no connection for a pool in time': () =>
      runQuery({ connectionString: silentUrl(), connectionTimeoutMillis: 50 }, 'SELECT 1'),
    'no connection for a client in time': () =>
      new pg.Client({ connectionString: silentUrl(), connectionTimeoutMillis: 50 }).connect(),
    'no free connection in the pool': async () => {
      const pool = createPool({ max: 1, connectionTimeoutMillis: 50 })
      const held = await pool.connect()
      closeLater(async () => {
        held.release()
        await pool.end()
      })
      return pool.query('SELECT 1')
    },
    'a client whose connection was cut': async () => (await clientAfterCut()).query('SELECT 1'),
    'a client that was closed': async () => {
      const client = new pg.Client({ connectionString })
      await client.connect()
      await client.end()
      return client.query('SELECT 1')
    },
    'a pool that was closed': async () => {
      const pool = createPool({})
      await pool.end()
      return pool.query('SELECT 1')
    },
  })

  describe('temporary for `postgres`', () => {
    expectTemporary({
      'no connection in time': async () => {
        const sql = postgresJs(silentUrl(), { connect_timeout: 1, max: 1 })
        closeLater(() => sql.end({ timeout: 0 }))
        await sql`SELECT 1`
      },
      'a connection that was cut': async () => {
        const sql = postgresJs(connectionString, { max: 1 })
        closeLater(() => sql.end({ timeout: 0 }))
        await sql`SELECT pg_terminate_backend(pg_backend_pid())`
      },
      'a client that was closed': async () => {
        const sql = postgresJs(connectionString)
        await sql.end()
        await sql`SELECT 1`
      },
    })
  })
})

describe('temporary for MySQL and MariaDB', () => {
  let server: MariadbServer
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())
  const account = (): { host: string; port: number; user: string; password: string } => {
    const { host, port, user, password } = server
    return { host, port, user, password }
  }

  describe('with `mysql2`', () => {
    expectTemporary({
      'no connection in time': () =>
        createConnection({ host: '127.0.0.1', port: silentPort, user: 'app', connectTimeout: 50 }),
      'no response within `timeout`': async () => {
        const connection = await createConnection(account())
        closeLater(() => connection.destroy())
        return connection.query({ sql: 'SELECT SLEEP(1)', timeout: 50 })
      },
      'no free connection in a pool that does not wait': async () => {
        const pool = createPool({ ...account(), connectionLimit: 1, waitForConnections: false })
        closeLater(() => pool.end())
        await pool.getConnection()
        return pool.query('SELECT 1')
      },
      'a full queue of the pool': async () => {
        const pool = createPool({ ...account(), connectionLimit: 1, queueLimit: 1 })
        closeLater(() => pool.end())
        await pool.getConnection()
        pool.query('SELECT 1').catch(() => undefined)
        return pool.query('SELECT 1')
      },
      'a pool that was closed': async () => {
        const pool = createPool(account())
        await pool.end()
        return pool.query('SELECT 1')
      },
      'a connection that was closed': async () => {
        const connection = await createConnection(account())
        await connection.end()
        return connection.query('SELECT 1')
      },
      'a connection that was cut': async () => {
        const connection = await createConnection(account())
        connection.on('error', () => undefined)
        await connection.query('KILL CONNECTION_ID()').catch(() => undefined)
        return connection.query('SELECT 1')
      },
    })
  })

  describe('with `mariadb`', () => {
    expectTemporary({
      'no connection in time': () =>
        createMariadbConnection({ host: '127.0.0.1', port: silentPort, user: 'app', connectTimeout: 50 }),
      'no response within `socketTimeout`': async () => {
        const connection = await createMariadbConnection({ ...account(), socketTimeout: 50 })
        connection.on('error', () => undefined)
        return connection.query('SELECT SLEEP(1)')
      },
      'no response within `queryTimeout`': async () => {
        const connection = await createMariadbConnection({ ...account(), queryTimeout: 50 })
        closeLater(() => connection.destroy())
        return connection.query('SELECT SLEEP(1)')
      },
      'no free connection in the pool': async () => {
        const pool = createMariadbPool({ ...account(), connectionLimit: 1, acquireTimeout: 50 })
        const held = await pool.getConnection()
        closeLater(async () => {
          await held.release()
          await pool.end()
        })
        return pool.query('SELECT 1')
      },
      'a pool that was closed': async () => {
        const pool = createMariadbPool(account())
        await pool.end()
        return pool.query('SELECT 1')
      },
      'a connection that was closed': async () => {
        const connection = await createMariadbConnection(account())
        await connection.end()
        return connection.query('SELECT 1')
      },
      'a connection that was cut': async () => {
        const connection = await createMariadbConnection(account())
        connection.on('error', () => undefined)
        await connection.query('KILL CONNECTION_ID()').catch(() => undefined)
        return connection.query('SELECT 1')
      },
      'a connection that is destroyed meanwhile': async () => {
        const connection = await createMariadbConnection(account())
        const query = connection.query('SELECT SLEEP(1)')
        connection.destroy()
        return query
      },
    })
  })
})

describe('temporary for SQLite', () => {
  function newFile(): string {
    const { path, remove } = temporaryFile('app.db')
    closeLater(remove)
    return path
  }
  // The locks of one process hold only within a library.
  expectTemporary({
    'a file that is locked, with `node:sqlite`': () => {
      const path = newFile()
      new DatabaseSync(path).exec('CREATE TABLE t (a); BEGIN EXCLUSIVE')
      new DatabaseSync(path).exec('INSERT INTO t VALUES (1)')
    },
    'a snapshot that is out of date, with `node:sqlite`': () => {
      const path = newFile()
      const [db, other] = [new DatabaseSync(path), new DatabaseSync(path)]
      db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); BEGIN')
      db.prepare('SELECT * FROM t').all()
      other.exec('INSERT INTO t VALUES (1)')
      db.exec('INSERT INTO t VALUES (2)')
    },
    'a file that is locked, with `better-sqlite3`': () => {
      const path = newFile()
      new BetterSqlite(path).exec('CREATE TABLE t (a); BEGIN EXCLUSIVE')
      new BetterSqlite(path, { timeout: 0 }).exec('INSERT INTO t VALUES (1)')
    },
    'a file that is locked, with `@libsql/client`': async () => {
      const url = `file:${newFile()}`
      const [client, other] = [createLibsql({ url }), createLibsql({ url })]
      await other.execute('CREATE TABLE t (a)')
      await (await other.transaction('write')).execute('INSERT INTO t VALUES (1)')
      return client.execute('INSERT INTO t VALUES (1)')
    },
    'a connection that a transaction holds, with `@libsql/client`': async () => {
      const client = createLibsql({ url: ':memory:' })
      await client.transaction('write')
      return client.execute('SELECT 1')
    },
    'a client of `@libsql/client` that was closed': async () => {
      const client = createLibsql({ url: ':memory:' })
      client.close()
      return client.execute('SELECT 1')
    },
  })
})

describe('temporary for Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.stop())
  const silentUrl = (): string => `redis://127.0.0.1:${silentPort}`

  function newClient(options: Parameters<typeof createClient>[0]): ReturnType<typeof createClient> {
    const client = createClient(options)
    client.on('error', () => undefined)
    closeLater(() => client.destroy())
    return client as ReturnType<typeof createClient>
  }
  describe('with `redis`', () => {
    expectTemporary({
      'a client that is not connected': () => newClient({ url: server.url }).get('key'),
      'a client without a queue that is offline': async () => {
        const client = newClient({ url: server.url, disableOfflineQueue: true })
        client.connect().catch(() => undefined)
        return client.get('key')
      },
      'a full queue': async () => {
        const client = newClient({ url: server.url, commandsQueueMaxLength: 1 })
        client.connect().catch(() => undefined)
        client.get('key').catch(() => undefined)
        return client.get('key')
      },
      'no response within `socketTimeout`': async () => {
        const client = newClient({ url: server.url, socket: { socketTimeout: 50, reconnectStrategy: false } })
        await client.connect()
        return client.blPop('empty', 1)
      },
      'no free connection in the pool': async () => {
        const pool = createClientPool({ url: server.url }, { minimum: 1, maximum: 1, acquireTimeout: 50 })
        pool.on('error', () => undefined)
        await pool.connect()
        closeLater(() => pool.destroy())
        pool.blPop('empty', 1).catch(() => undefined)
        return pool.get('key')
      },
    })
  })

  function createIoredis(url: string, options: object): Ioredis {
    const client = new Ioredis(url, options)
    client.on('error', () => undefined)
    closeLater(() => client.disconnect())
    return client
  }
  describe('with `ioredis`', () => {
    expectTemporary({
      'no response within `commandTimeout`': () =>
        createIoredis(silentUrl(), { commandTimeout: 50 }).get('key'),
      'no connection after all retries': () =>
        createIoredis('redis://127.0.0.1:1', { maxRetriesPerRequest: 1, retryStrategy: () => 1 }).get('key'),
      'a client without a queue that is not connected': () =>
        createIoredis(server.url, { enableOfflineQueue: false }).get('key'),
      'a client that was closed': async () => {
        const client = createIoredis(server.url, {})
        await client.ping()
        client.disconnect()
        return client.get('key')
      },
    })
  })
})
