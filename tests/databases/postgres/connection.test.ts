import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startFaultyProxy } from '@latchkey/test-support/servers/faulty-proxy.ts'
import { startPgBouncer } from '@latchkey/test-support/servers/pgbouncer.ts'
import { type PostgresServer, startPostgres, startStandby } from '@latchkey/test-support/servers/postgres.ts'
import postgres, { type PostgresClient } from 'latchkey/adapters/postgres'
import { postgresStore } from 'latchkey/stores/postgres'
import pg from 'pg'
import postgresJs from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/postgres/schema.ts'

const DATABASE = 'connection'
const EXPIRES = new Date('2037-11-20T12:00:00.123Z')

let server: PostgresServer
let admin: pg.Client
const closing: (() => unknown)[] = []
beforeAll(async () => {
  server = await startPostgres()
  const url = await server.createDatabase(DATABASE, [...buildSchema(), ...buildStoreSchema()])
  admin = new pg.Client({ connectionString: url, application_name: 'admin' })
  await admin.connect()
  await admin.query("INSERT INTO users (id, email) VALUES ('ann', 'ann@example.com')")
  await admin.query("INSERT INTO sessions VALUES ('token', 'ann', $1)", [EXPIRES])
  await admin.query("INSERT INTO latchkey_store VALUES ('latchkey:x', 'there', $1)", [EXPIRES])
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  await admin?.end()
  await server?.stop()
})

const CLIENTS: Record<string, (url: string) => PostgresClient> = {
  pg: (connectionString) => {
    const pool = new pg.Pool({ connectionString, max: 5 })
    closing.push(() => pool.end())
    return pool
  },
  'postgres.js': (url) => {
    const sql = postgresJs(url, { max: 5 })
    closing.push(() => sql.end({ timeout: 1 }))
    return sql
  },
}

/** Ends every connection of the application, as a failover does, and waits until they ended. */
async function cutConnections(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = '${DATABASE}' AND pid <> pg_backend_pid()`,
  )
  return rowCount ?? 0
}

/** Runs work that waits for a lock, and cuts its connection while it waits. */
async function cutWhileRunning(table: string, work: () => Promise<unknown>): Promise<unknown> {
  await admin.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  const running = work().catch((error: unknown) => ({ error }))
  try {
    // A transaction sees one state of `pg_stat_activity`, so another connection looks.
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    await vi.waitUntil(async () => (await server.run(waiting)).length > 0, 5000)
    await cutConnections()
  } finally {
    await admin.query('COMMIT')
  }
  return running
}

describe.each(Object.keys(CLIENTS))('after a cut connection of %s', (name) => {
  const connect = (): PostgresClient => {
    vi.spyOn(console, 'warn').mockReturnValue()
    return (CLIENTS[name] as (url: string) => PostgresClient)(server.url(DATABASE))
  }

  // proves DB-12
  it('every read succeeds', async () => {
    const client = connect()
    const [adapter, store] = [postgres(client), postgresStore(client)]
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 5 }, () => adapter.getSessionAndUser('token')))
      expect(await cutConnections()).toBeGreaterThan(0)
      const reads = Array.from({ length: 5 }, () => adapter.getSessionAndUser('token'))
      const found = expect.objectContaining({ user: expect.anything() })
      expect(await Promise.all(reads)).toEqual(Array(5).fill(found))
    }
    await store.get('latchkey:x')
    await cutConnections()
    expect(await store.get('latchkey:x')).toBe('there')
  })

  // proves DB-12
  it('a read that was running is repeated once', async () => {
    const adapter = postgres(connect())
    const found = await cutWhileRunning('sessions', () => Promise.resolve(adapter.getSessionAndUser('token')))
    expect(found).toMatchObject({ session: { expires: EXPIRES }, user: { id: 'ann' } })
  })

  // proves DB-12
  it('a write that was running is not repeated', async () => {
    const client = connect()
    const [adapter, store] = [postgres(client), postgresStore(client)]
    const session = { sessionToken: crypto.randomUUID(), userId: 'ann', expires: EXPIRES }
    const outcome = await cutWhileRunning('sessions', async () => adapter.createSession(session))
    expect(outcome).toEqual({ error: expect.any(Error) })
    expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
    const added = await cutWhileRunning('latchkey_store', async () => store.add('latchkey:count', 1, 60))
    expect(added).toEqual({ error: expect.any(Error) })
    expect(await store.add('latchkey:count', 1, 60)).toBe(1)
    await store.delete('latchkey:count')
  })
})

it('reads survive a restart of PgBouncer', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const pooler = await startPgBouncer(server.port)
  closing.push(() => pooler.stop())
  const adapter = postgres(CLIENTS.pg?.(pooler.url(DATABASE)) as PostgresClient)
  for (let round = 0; round < 5; round++) {
    expect(await adapter.getSessionAndUser('token')).toMatchObject({ user: { id: 'ann' } })
    await cutConnections()
  }
})

it('keeps the process alive and logs once if the application does not listen to errors', async () => {
  const script = `
    import pg from 'pg'
    import postgres from 'latchkey/adapters/postgres'
    import { postgresStore } from 'latchkey/stores/postgres'
    const pool = new pg.Pool({ connectionString: '${server.url(DATABASE)}' })
    const adapter = postgres(pool)
    postgresStore(pool)
    await Promise.all([1, 2, 3].map(() => adapter.getSessionAndUser('token')))
    console.log('ready')
    setTimeout(async () => {
      console.log((await adapter.getSessionAndUser('token')).user.id)
      process.exit()
    }, 1000)`
  const args = ['--conditions=@latchkey/source', '--input-type=module', '--eval', script]
  const child = promisify(execFile)(process.execPath, args, {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH },
  })
  await new Promise<void>((resolve) => void child.child.stdout?.once('data', () => resolve()))
  await cutConnections()
  const { stdout, stderr } = await child
  expect(stdout).toBe('ready\nann\n')
  expect(
    stderr.match(/\[latchkey\] postgres-connection The connection to PostgreSQL failed: /g),
  ).toHaveLength(1)
})

it('leaves errors of the connection to the application if it listens to them', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const pool = new pg.Pool({ connectionString: server.url(DATABASE) })
  closing.push(() => pool.end())
  const adapter = postgres(pool)
  const errors: unknown[] = []
  pool.on('error', (error) => errors.push(error))
  await adapter.getUser('ann')
  await cutConnections()
  await vi.waitUntil(() => errors.length > 0)
  expect(warn).not.toHaveBeenCalled()
})

it('names the command that creates the tables if one is missing', async () => {
  const adapter = postgres(CLIENTS.pg?.(server.url()) as PostgresClient)
  await expect(adapter.getUser('ann')).rejects.toMatchObject({
    message: expect.stringMatching(/^relation "users" does not exist\. Run `npx latchkey migrate`, /),
    code: '42P01',
  })
})

it('rejects an unknown client or preset', () => {
  for (const client of [undefined, {}, { execute: () => undefined }, 'postgres://'])
    expect(() => postgres(client as never)).toThrow(
      /^The `postgres` client is unknown\. Pass a `Pool` or `Client` from `pg`/,
    )
  expect(() => postgres(Promise.resolve() as never)).toThrow('Pass the client: `postgres(await …)`')
  expect(() => postgres({ query: async () => [] }, { tables: 'pg' as never })).toThrow(
    '`tables` is "pg". Use one of "latchkey"',
  )
})

describe('with a replica', () => {
  let standby: PostgresServer
  beforeAll(async () => {
    standby = await startStandby(server)
  })
  afterAll(() => standby?.stop())

  /** A client that counts its statements. */
  function counted(url: string): { client: PostgresClient; texts: string[] } {
    const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 2000 })
    pool.on('error', () => {})
    closing.push(() => pool.end())
    const texts: string[] = []
    const query = (text: string, values?: unknown[]) => {
      texts.push(text)
      return pool.query(text, values)
    }
    return { client: { query }, texts }
  }

  async function untilCopied(sessionToken: string): Promise<void> {
    const select = `SELECT 1 FROM sessions WHERE "sessionToken" = '${sessionToken}'`
    await vi.waitUntil(async () => (await standby.run(select, DATABASE)).length > 0, 10_000)
  }

  it('reads sessions from the replica, and missing ones from the primary', async () => {
    await untilCopied('token')
    const primary = counted(server.url(DATABASE))
    const copy = counted(standby.url(DATABASE))
    const adapter = postgres(primary.client, { replica: copy.client })
    expect(await adapter.getSessionAndUser('token')).toMatchObject({ user: { id: 'ann' } })
    expect([primary.texts.length, copy.texts.length]).toEqual([0, 1])

    await standby.run('SELECT pg_wal_replay_pause()')
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId: 'ann', expires: EXPIRES })
    expect(await adapter.getSessionAndUser(sessionToken)).toMatchObject({ user: { id: 'ann' } })
    expect([primary.texts.length, copy.texts.length]).toEqual([2, 2])
    await standby.run('SELECT pg_wal_replay_resume()')
    await untilCopied(sessionToken)
    expect(await adapter.getSessionAndUser(sessionToken)).toMatchObject({ user: { id: 'ann' } })
    expect([primary.texts.length, copy.texts.length]).toEqual([2, 3])
  })

  it('reads a session that has expired on the replica again from the primary', async () => {
    const adapter = postgres(CLIENTS.pg?.(server.url(DATABASE)) as PostgresClient, {
      replica: CLIENTS.pg?.(standby.url(DATABASE)) as PostgresClient,
    })
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId: 'ann', expires: new Date(0) })
    await untilCopied(sessionToken)
    await standby.run('SELECT pg_wal_replay_pause()')
    await adapter.updateSession({ sessionToken, expires: EXPIRES })
    const found = await adapter.getSessionAndUser(sessionToken)
    await standby.run('SELECT pg_wal_replay_resume()')
    expect(found).toMatchObject({ session: { expires: EXPIRES } })
  })

  it('reads from the primary while the replica is down', async () => {
    const primary = counted(server.url(DATABASE))
    const adapter = postgres(primary.client, { replica: counted(standby.url(DATABASE)).client })
    await standby.kill()
    expect(await adapter.getSessionAndUser('token')).toMatchObject({ user: { id: 'ann' } })
    await standby.start()
    expect(primary.texts).toHaveLength(1)
  })

  it('reads from the primary while the replica does not respond, and waits for it only once', async () => {
    const proxy = await startFaultyProxy(standby.port)
    closing.push(() => proxy.stop())
    const primary = counted(server.url(DATABASE))
    const copy = counted(`postgres://postgres@127.0.0.1:${proxy.port}/${DATABASE}`)
    const adapter = postgres(primary.client, { replica: copy.client })
    await adapter.getSessionAndUser('token')
    expect([primary.texts.length, copy.texts.length]).toEqual([0, 1])
    proxy.swallow()
    for (const limit of [2500, 500]) {
      const startedAt = performance.now()
      expect(await adapter.getSessionAndUser('token')).toMatchObject({ user: { id: 'ann' } })
      expect(performance.now() - startedAt).toBeLessThan(limit)
    }
    expect([primary.texts.length, copy.texts.length]).toEqual([2, 2])
    await proxy.pass()
  })
})
