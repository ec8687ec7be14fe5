import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import mysql, { type MysqlClient } from 'latchkey/adapters/mysql'
import { mysqlStore } from 'latchkey/stores/mysql'
import { createPool, type Pool } from 'mysql2/promise'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/mysql/schema.ts'
import { type Connect, DRIVERS } from './drivers.ts'

const POOLS = ['a pool of mysql2/promise', 'a pool of mysql2', 'a pool of mariadb']
const DATE = new Date('2037-11-20T12:00:00.123Z')
const USER = { id: 'ann', name: 'Ann', email: 'ann@example.com', emailVerified: DATE }

let server: MariadbServer
beforeAll(async () => {
  server = await startMariadb({ 'innodb-lock-wait-timeout': '1', 'default-time-zone': '+09:00' })
})
afterAll(() => server?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

/** Connects to a new database with all tables. */
async function connect(
  driver = 'a pool of mysql2/promise',
): Promise<{ adapter: ReturnType<typeof mysql>; client: MysqlClient; database: string }> {
  const database = await server.createDatabase()
  await server.run(`USE ${database}`, ...buildSchema(), ...buildStoreSchema())
  const { client, close, prepare = true } = await (DRIVERS[driver] as Connect)(server, database)
  closing.push(close)
  return { adapter: mysql(client, { prepare }), client, database }
}

/** Returns a pool whose statements fail after they ran, as long as `fails` returns an error. */
function failing(pool: Pool, fails: (sql: string) => object | undefined): { pool: Pool; texts: string[] } {
  const texts: string[] = []
  const wrap = (target: object): object =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name, object)
        if (name === 'getConnection') return async () => wrap(await value.call(object))
        if (name !== 'execute') return typeof value === 'function' ? value.bind(object) : value
        return async (query: { sql: string }, ...rest: unknown[]) => {
          texts.push(query.sql)
          const result = await value.call(object, query, ...rest)
          const failure = fails(query.sql)
          if (failure) throw Object.assign(new Error('made by the test'), failure)
          return result
        }
      },
    })
  return { pool: wrap(pool) as Pool, texts }
}

describe('a connection that was cut', () => {
  // proves DB-12
  it.each(POOLS)('is replaced, and the read repeated, with %s', async (driver) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { adapter, client } = await connect(driver)
    const store = mysqlStore(client)
    await adapter.createUser(USER)
    await adapter.createSession({ sessionToken: 'hash', userId: 'ann', expires: DATE })
    await store.set('key', 'value', 60)
    for (let round = 0; round < 3; round++) {
      expect(await server.cutConnections()).toBeGreaterThan(0)
      expect(await adapter.getSessionAndUser('hash')).toMatchObject({ user: USER })
      await server.cutConnections()
      expect(await store.get('key')).toBe('value')
    }
  })

  // proves DB-12
  it('repeats a read once, and a write never', async () => {
    const { client } = await connect()
    let left = 0
    const { pool, texts } = failing(client as Pool, () =>
      left-- > 0 ? { code: 'PROTOCOL_CONNECTION_LOST' } : undefined,
    )
    const adapter = mysql(pool)
    await adapter.createUser(USER)
    const attempt = async (failures: number, call: () => unknown): Promise<[ok: boolean, count: number]> => {
      left = failures
      texts.length = 0
      const isOk = await Promise.resolve(call()).then(
        () => true,
        () => false,
      )
      return [isOk, texts.length]
    }
    const token = { identifier: 'ann@example.com', token: 'hash', expires: DATE }
    expect(await attempt(1, () => adapter.getUser('ann'))).toEqual([true, 2])
    expect(await attempt(2, () => adapter.getUser('ann'))).toEqual([false, 2])
    expect(await attempt(1, () => adapter.createVerificationToken(token))).toEqual([false, 1])
    expect(await attempt(1, () => adapter.deleteVerificationTokens('ann@example.com'))).toEqual([false, 1])
    const store = mysqlStore(pool)
    expect(await attempt(1, () => store.add('key', 1, 60))).toEqual([false, 1])
    expect(await attempt(1, () => store.get('key'))).toEqual([true, 2])
  })

  // proves DB-12
  it.each(POOLS)('stores nothing of a transaction, with %s', async (driver) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { adapter, database } = await connect(driver)
    const holder = createPool({ ...account(database), connectionLimit: 1 })
    closing.push(() => holder.end())
    const lock = await holder.getConnection()
    lock.on('error', () => undefined)
    await lock.beginTransaction()
    const link = { provider: 'example', providerAccountId: '1', type: 'oauth' } as const
    await lock.query("INSERT INTO users (id, email) VALUES ('other', 'other@example.com')")
    await lock.query('INSERT INTO accounts (provider, providerAccountId, userId, type) VALUES (?, ?, ?, ?)', [
      ...['example', '1', 'other', 'oauth'],
    ])
    const first = Promise.resolve(adapter.createUserWithAccount(USER, link)).catch((error: unknown) => error)
    // The server refreshes its table of transactions ten times a second, unless it is read more
    // often. It can contain those of an earlier test.
    const waiting = async (): Promise<unknown> => {
      const text = `SELECT client.id FROM information_schema.innodb_trx
        JOIN information_schema.processlist AS client ON client.id = trx_mysql_thread_id
        WHERE trx_state = 'LOCK WAIT' AND client.db = '${database}'`
      return (await server.run(text))[0]?.id
    }
    const id = await vi.waitUntil(waiting, { interval: 200, timeout: 5000 })
    // Only this one: without the lock, the statement would end before its connection does.
    await server.run(`KILL ${id}`)
    expect(await first).toBeInstanceOf(Error)
    lock.destroy()
    expect(await adapter.getUser('ann')).toBeNull()
    expect(await adapter.createUserWithAccount(USER, link)).toMatchObject({ isNewUser: true })
  })

  // proves DB-12
  it.each(POOLS)('does not end the process, with %s', async (driver) => {
    const database = await server.createDatabase()
    await server.run(`USE ${database}`, ...buildSchema(), ...buildStoreSchema())
    const script = `
      const { DRIVERS } = await import('./drivers.ts')
      const { default: mysql } = await import('latchkey/adapters/mysql')
      const { client } = await DRIVERS['${driver}'](${JSON.stringify(server)}, '${database}')
      const adapter = mysql(client)
      await Promise.all([1, 2, 3].map((id) => adapter.getUser(String(id))))
      process.stdout.write('connected ')
      process.stdin.once('data', async () => {
        console.log(await adapter.getUser('ann'))
        process.exit()
      })`
    const args = ['--conditions=@latchkey/source', '--input-type=module', '--eval', script]
    const running = promisify(execFile)(process.execPath, args, {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH },
    })
    await new Promise((resolve) => running.child.stdout?.once('data', resolve))
    await server.cutConnections()
    await new Promise((resolve) => setTimeout(resolve, 100))
    running.child.stdin?.end('continue')
    expect((await running).stdout).toBe('connected null\n')
  })

  it.each(['a connection of mysql2/promise', 'a connection of mariadb'])(
    'is reported, and does not end the process, with %s',
    async (driver) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const { adapter } = await connect(driver)
      closing.length = 0
      await adapter.getUser('ann')
      await server.cutConnections()
      await vi.waitFor(() => expect(warn.mock.calls.flat().join()).toContain('mysql-connection'))
      await expect(adapter.getUser('ann')).rejects.toThrow()
    },
  )
})

it.each(POOLS)('works again after the server was killed, without a restart, with %s', async (driver) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const { adapter } = await connect(driver)
  await adapter.createUser(USER)
  await server.kill()
  const waiting = Promise.resolve(adapter.getUser('ann')).catch((error: unknown) => error)
  await server.start()
  expect(await waiting).not.toBeNull()
  await vi.waitFor(async () => expect(await adapter.getUser('ann')).toEqual({ ...USER, image: null }), {
    timeout: 10_000,
  })
})

describe('a statement that others disturb', () => {
  it.each([1213, 1205])('is repeated up to five times after error %i', async (errno) => {
    const { client } = await connect()
    let left = 0
    const { pool, texts } = failing(client as Pool, (sql) =>
      sql.startsWith('INSERT INTO `accounts`') && left-- > 0 ? { errno } : undefined,
    )
    const adapter = mysql(pool)
    const sums = async (failures: number, id: string): Promise<number> => {
      left = failures
      texts.length = 0
      const account = { provider: 'example', providerAccountId: id, type: 'oauth' } as const
      await adapter.createUserWithAccount({ ...USER, id, email: `${id}@example.com` }, account)
      return texts.filter((sql) => sql.startsWith('INSERT INTO `accounts`')).length
    }
    expect(await sums(4, 'bea')).toBe(5)
    expect(await adapter.getUser('bea')).toMatchObject({ id: 'bea' })
    await expect(sums(5, 'cleo')).rejects.toMatchObject({ errno })
    expect(await adapter.getUser('cleo')).toBeNull()
  })

  it('waits for a lock of another transaction', async () => {
    const { adapter, database } = await connect('a pool of mariadb')
    const other = createPool({ ...account(database), connectionLimit: 1 })
    closing.push(() => other.end())
    const connection = await other.getConnection()
    await connection.beginTransaction()
    await connection.query("INSERT INTO users (id, email) VALUES ('other', 'ann@example.com')")
    const created = adapter.createUser(USER)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await connection.rollback()
    connection.release()
    expect(await created).toMatchObject({ id: 'ann' })
  })

  it('is counted exactly when transactions end in deadlocks', async () => {
    const { adapter, database } = await connect()
    const rounds = Array.from({ length: 40 }, (_, index) => index)
    await Promise.all(
      rounds.map(async (index) => {
        const id = `${index % 4}`
        const account = { provider: 'example', providerAccountId: id, type: 'oauth' } as const
        await adapter.createUserWithAccount({ ...USER, id: `u${index}`, email: `${id}@example.com` }, account)
      }),
    )
    const [count] = await server.run(`SELECT COUNT(*) AS c FROM ${database}.users`)
    expect(Number(count?.c)).toBe(4)
  })
})

// proves DB-24
it('finds a session and its user by one look-up in each index', async () => {
  const { client, database } = await connect()
  const { pool, texts } = failing(client as Pool, () => undefined)
  const adapter = mysql(pool)
  await adapter.createUser(USER)
  await adapter.createSession({ sessionToken: 'hash', userId: 'ann', expires: DATE })
  await adapter.getSessionAndUser('hash')
  const text = texts.at(-1)?.replaceAll('?', "'hash'")
  const plan = await server.run(`USE ${database}`, `EXPLAIN ${text}`)
  expect(plan.map(({ type, key }) => ({ type, key }))).toEqual([
    { type: 'const', key: 'PRIMARY' },
    { type: 'const', key: 'PRIMARY' },
  ])
})

describe('what is stored', () => {
  it.each(Object.keys(DRIVERS))('contains dates in UTC, with %s', async (driver) => {
    const { adapter, database } = await connect(driver)
    await adapter.createUser(USER)
    await adapter.createSession({ sessionToken: 'hash', userId: 'ann', expires: DATE })
    const [row] = await server.run(
      `SELECT CAST(expires AS CHAR) AS e, CAST(emailVerified AS CHAR) AS v
      FROM ${database}.sessions JOIN ${database}.users`,
    )
    expect(row).toEqual({ e: '2037-11-20 12:00:00.123', v: '2037-11-20 12:00:00.123' })
    expect((await adapter.getSessionAndUser('hash'))?.session.expires).toEqual(DATE)
  })

  it.each(Object.keys(DRIVERS))(
    'keeps fields without a column, with any content, with %s',
    async (driver) => {
      const { adapter } = await connect(driver)
      const extra = {
        'a "quoted" $.name': 'first',
        nested: { list: [1, null, 'é'], deep: { kept: true } },
        nothing: null,
        number: 12345678901234,
        text: `O'Neil \\ "x" \n 👩‍👩‍👧 ?`,
      }
      await adapter.createUser({ ...USER, ...extra })
      expect(await adapter.getUser('ann')).toMatchObject({ ...USER, ...extra })
      const changes = { 'a "quoted" $.name': `'; -- \\`, nested: { other: [] } }
      await adapter.updateUser({ id: 'ann', ...changes })
      const { nested, ...user } = (await adapter.getUser('ann')) as unknown as Record<string, unknown>
      const { nested: _, ...others } = { ...extra, ...changes }
      expect(user).toEqual({ ...USER, image: null, ...others })
      expect(nested).toEqual({ other: [] })
    },
  )

  it('cannot be changed by a value that looks like SQL, even where backslashes escape nothing', async () => {
    const { adapter, client, database } = await connect()
    await adapter.createUser(USER)
    for (const mode of ['', 'NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES']) {
      const pool = createPool({ ...account(database), connectionLimit: 1 })
      closing.push(() => pool.end())
      await pool.query(`SET SESSION sql_mode = '${mode}'`)
      const text = mysql(pool, { prepare: false })
      for (const id of [`\\' OR 1=1 -- `, `' OR ''='`, `\\" OR 1=1 -- `, 'ann\\', "x' OR 'a'='a"]) {
        expect(await text.getUser(id)).toBeNull()
        await text.createUser({ ...USER, id, email: `${id}@example.com` })
        expect(await text.getUser(id)).toMatchObject({ id, email: `${id}@example.com` })
        await text.deleteUser(id)
      }
    }
    expect(await mysql(client).getUser('ann')).toMatchObject(USER)
  })

  it.each(Object.keys(DRIVERS))('is not part of an error, with %s', async (driver) => {
    const { adapter } = await connect(driver)
    const link = { provider: 'p', providerAccountId: '1', type: 'oauth', userId: 'nobody' } as const
    const error = await Promise.resolve(adapter.linkAccount({ ...link, access_token: 'very-secret' })).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ message: expect.stringContaining('foreign key constraint fails') })
    const { inspect } = await import('node:util')
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('very-secret')
  })
})

describe('clean', () => {
  it('deletes what has expired, in batches and up to a limit, and nothing else', async () => {
    const { adapter, client, database } = await connect('a pool of mariadb')
    const store = mysqlStore(client)
    await adapter.createUser(USER)
    const rows = (expires: string, count: number, prefix: string): string =>
      Array.from({ length: count }, (_, index) => `('${prefix}${index}', 'ann', ${expires})`).join()
    const [past, future] = ["'2020-01-01'", "'2037-01-01'"]
    await server.run(
      `USE ${database}`,
      `INSERT INTO sessions VALUES ${rows(past, 2500, 'old')}, ${rows(future, 10, 'new')}`,
      `INSERT INTO verification_tokens VALUES ${rows(past, 5, 'old')}, ${rows(future, 5, 'new')}`,
      `INSERT INTO latchkey_store VALUES ${rows('UTC_TIMESTAMP(3) - INTERVAL 1 SECOND', 1200, 'old')},
        ${rows('UTC_TIMESTAMP(3) + INTERVAL 1 MINUTE', 3, 'new')}`,
    )
    const sql = mysql(client)
    expect(await sql.clean(1100)).toBe(1100)
    expect(await sql.clean()).toBe(1405)
    expect(await sql.clean()).toBe(0)
    expect(await store.clean(1)).toBe(1)
    expect(await Promise.all([store.clean(), store.clean()])).toSatisfy(
      (counts: number[]) => counts.reduce((sum, count) => sum + count) === 1199,
    )
    const left = await server.run(
      `SELECT (SELECT COUNT(*) FROM ${database}.sessions) AS s,
        (SELECT COUNT(*) FROM ${database}.verification_tokens) AS v,
        (SELECT COUNT(*) FROM ${database}.latchkey_store) AS k`,
    )
    expect(Object.values(left[0] ?? {}).map(Number)).toEqual([10, 5, 3])
  })
})

describe('an error', () => {
  it.each(Object.keys(DRIVERS))('names the table and the command that creates it (%s)', async (name) => {
    const database = await server.createDatabase()
    const { client, close } = await (DRIVERS[name] as Connect)(server, database)
    closing.push(close)
    await expect(mysql(client).getUser('ann')).rejects.toThrow(
      `The table "${database}.users" does not exist. Run \`npx latchkey migrate\`, which prints the SQL`,
    )
    await expect(mysqlStore(client).get('key')).rejects.toThrow(
      `The table "${database}.latchkey_store" does not exist. Run \`npx latchkey migrate --store\`, which`,
    )
  })

  it('about a table of passkeys that does not exist prevents no deletion, with each driver', async () => {
    const names = ['a pool of mysql2', 'a pool of mariadb', 'a client with the form of @planetscale/database']
    for (const name of names) {
      const database = await server.createDatabase()
      await server.run(`USE ${database}`, ...buildSchema(), 'DROP TABLE authenticators')
      const { client, close } = await (DRIVERS[name] as Connect)(server, database)
      closing.push(close)
      const adapter = mysql(client)
      await adapter.createUser({ id: 'ann', email: 'ann@example.com', emailVerified: null })
      await adapter.deleteUser('ann')
      expect(await adapter.getUser('ann')).toBeNull()
    }
  })

  it('lists the clients that are accepted', () => {
    const accepted =
      /^The `mysql` client is unknown\. Pass a `mysql2`, `mysql2\/promise` or `mariadb` pool or connection,/
    for (const client of [undefined, null, {}, 'mysql://localhost', { query() {} }, { execute() {} }])
      expect(() => mysql(client as unknown as MysqlClient)).toThrow(accepted)
    expect(() => mysql(Promise.resolve() as unknown as MysqlClient)).toThrow('`mysql(await …)`')
    expect(() => mysqlStore({} as MysqlClient)).toThrow('The `mysqlStore` client is unknown.')
    const tables = 'unknown' as 'latchkey'
    expect(() => mysql(createPool({}), { tables })).toThrow(/^`tables` is "unknown"\. Use one of "latchkey"/)
  })
})

function account(database: string): {
  host: string
  port: number
  user: string
  password: string
  database: string
} {
  const { host, port, user, password } = server
  return { host, port, user, password, database }
}
