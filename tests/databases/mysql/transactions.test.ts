import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import mysql, { type MysqlClient } from 'latchkey/adapters/mysql'
import { mysqlStore } from 'latchkey/stores/mysql'
import { createPool as createMariadbPool } from 'mariadb'
import { type Connection, createConnection, createPool, type Pool } from 'mysql2/promise'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/mysql/schema.ts'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/mysql/schema.ts'
import { type Connect, DRIVERS } from './drivers.ts'

const USER = { id: 'ann', name: 'Ann', email: 'ann@example.com', emailVerified: null }

let server: MariadbServer
beforeAll(async () => {
  server = await startMariadb()
})
afterAll(() => server?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Connects to a new database with all tables. */
async function connect(
  driver: string,
): Promise<{ adapter: ReturnType<typeof mysql>; client: MysqlClient; database: string }> {
  const database = await server.createDatabase()
  await server.run(`USE ${database}`, ...buildSchema(), ...buildStoreSchema())
  const { client, close } = await (DRIVERS[driver] as Connect)(server, database)
  closing.push(close)
  return { adapter: mysql(client), client, database }
}

describe('one connection for the adapter and the store', () => {
  const SINGLE = Object.keys(DRIVERS).filter((name) => name.startsWith('a connection'))

  // proves DB-18
  it.each(SINGLE)('does not roll back statements of the other one, with %s', async (driver) => {
    const { adapter, client } = await connect(driver)
    const store = mysqlStore(client)
    await adapter.createUser(USER)
    let added: Promise<number> | undefined
    const target = ('promise' in client ? client.promise() : client) as object as Connection
    const { execute } = target
    const raw = 'connection' in target ? (target.connection as Connection) : target
    const original = raw.execute
    // The store is called while the transaction is open.
    raw.execute = ((...args: Parameters<typeof execute>) => {
      if (args[0].sql.startsWith('INSERT INTO `users`')) added ??= Promise.resolve(store.add('key', 1, 60))
      return original.apply(raw, args)
    }) as typeof execute
    const account = { provider: 'example', providerAccountId: '1', type: 'oauth' } as const
    await expect(adapter.createUserWithAccount({ ...USER, id: 'other' }, account)).rejects.toThrow(
      'Duplicate',
    )
    expect(await added).toBe(1)
    expect(await store.get('key')).toBe('1')
  })

  it.each(SINGLE)("keeps the application's own transaction, with %s", async (driver) => {
    const { adapter, client, database } = await connect(driver)
    const own = ('promise' in client ? client.promise() : client) as Connection
    const users = async (): Promise<unknown[]> =>
      (await server.run(`SELECT id FROM ${database}.users ORDER BY id`)).map(({ id }) => id)
    const account = (id: string) => ({ provider: 'example', providerAccountId: id, type: 'oauth' }) as const
    for (const end of ['rollback', 'commit'] as const) {
      await own.beginTransaction()
      await adapter.createUserWithAccount(USER, account('1'))
      const similar = { ...USER, id: 'other' }
      await expect(adapter.createUserWithAccount(similar, account('2'))).rejects.toThrow('Duplicate')
      await adapter.createUser({ ...USER, id: 'bea', email: 'bea@example.com' })
      expect(await users()).toEqual([])
      await own[end]()
    }
    expect(await users()).toEqual(['ann', 'bea'])
  })

  it("repeats no statement of the application's own transaction after a deadlock", async () => {
    const { adapter, client, database } = await connect('a connection of mysql2/promise')
    await adapter.createUser({ ...USER, id: 'bea', email: 'bea@example.com' })
    await adapter.createUser({ ...USER, id: 'cleo', email: 'cleo@example.com' })
    const own = client as object as Connection
    const other = await createConnection(readAccount(database))
    closing.push(() => other.end())
    const heavy = "INSERT INTO latchkey_store VALUES ('a', '', NOW()), ('b', '', NOW()), ('c', '', NOW())"
    await other.beginTransaction()
    await other.query(heavy)
    await other.query("SELECT id FROM users WHERE id = 'cleo' FOR UPDATE")
    await own.beginTransaction()
    await adapter.createUser(USER)
    await adapter.updateUser({ id: 'bea', name: 'Bea' })
    const blocked = other.query("UPDATE users SET name = 'other' WHERE id = 'bea'")
    // The server chooses this transaction, which has written less.
    await expect(adapter.updateUser({ id: 'cleo', name: 'changed' })).rejects.toMatchObject({ errno: 1213 })
    await blocked
    await other.commit()
    await own.commit()
    const [cleo] = await server.run(`SELECT name FROM ${database}.users WHERE id = 'cleo'`)
    expect(cleo).toEqual({ name: 'Ann' })
    expect(await adapter.getUser('ann')).toBeNull()
  })
})

describe('a rollback that fails', () => {
  const account = { provider: 'example', providerAccountId: '1', type: 'oauth' } as const

  it.each(['a pool of mysql2/promise', 'a pool of mariadb'])(
    'leaves no open transaction to others, with %s',
    async (name) => {
      const database = await server.createDatabase()
      await server.run(`USE ${database}`, ...buildSchema())
      const options = { ...readAccount(database), connectionLimit: 1 }
      const pool = name.includes('mariadb') ? createMariadbPool(options) : createPool(options)
      closing.push(() => pool.end())
      const adapter = mysql(
        withConnections(pool as object as Pool, (connection) => {
          connection.rollback = async () => Promise.reject(new Error('Query inactivity timeout'))
        }),
      )
      await adapter.createUser(USER)
      const similar = { ...USER, id: 'other' }
      await expect(adapter.createUserWithAccount(similar, account)).rejects.toThrow('Duplicate')
      await adapter.createUser({ ...USER, id: 'bea', email: 'bea@example.com' })
      const stored = await server.run(`SELECT id FROM ${database}.users ORDER BY id`)
      expect(stored.map(({ id }) => id)).toEqual(['ann', 'bea'])
    },
  )

  it('is repeated before the next statement of a single connection', async () => {
    const { adapter, client, database } = await connect('a connection of mysql2/promise')
    const own = client as object as Connection
    await adapter.createUser(USER)
    const rollback = own.rollback.bind(own)
    own.rollback = async () => {
      own.rollback = rollback
      throw new Error('Query inactivity timeout')
    }
    const similar = { ...USER, id: 'other', email: 'other@example.com' }
    const long = { ...account, provider: 'x'.repeat(200) }
    await expect(adapter.createUserWithAccount(similar, long)).rejects.toThrow('Data too long')
    await adapter.createUserWithAccount({ ...USER, id: 'bea', email: 'bea@example.com' }, account)
    const stored = await server.run(`SELECT id FROM ${database}.users ORDER BY id`)
    expect(stored.map(({ id }) => id)).toEqual(['ann', 'bea'])
  })
})

/** Returns a pool that changes each connection before it is used. */
function withConnections(pool: Pool, change: (connection: Connection) => void): Pool {
  return new Proxy(pool, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'getConnection') return value.bind(target)
      return async () => {
        const connection = await value.call(target)
        change(connection)
        return connection
      }
    },
  })
}

function readAccount(
  database: string,
): Record<'host' | 'user' | 'password' | 'database', string> & { port: number } {
  const { host, port, user, password } = server
  return { host, port, user, password, database }
}
