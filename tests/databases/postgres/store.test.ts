import { PGlite } from '@electric-sql/pglite'
import { type PgBouncer, startPgBouncer } from '@latchkey/test-support/servers/pgbouncer.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { type PostgresClient, type PostgresStore, postgresStore } from 'latchkey/stores/postgres'
import { testStore } from 'latchkey/testing/store-suite'
import pg from 'pg'
import postgresJs from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/postgres/schema.ts'

let server: PostgresServer
let pooler: PgBouncer
beforeAll(async () => {
  server = await startPostgres()
  pooler = await startPgBouncer(server.port)
  await server.createDatabase('store', [
    ...buildStoreSchema(),
    'CREATE SCHEMA auth',
    ...buildStoreSchema({ schema: 'auth', table: 'state of "auth"' }),
  ])
})
afterAll(async () => {
  await pooler?.stop()
  await server?.stop()
})

interface Connected {
  readonly client: PostgresClient
  readonly close: () => unknown
}

const CLIENTS: Record<string, () => Connected | Promise<Connected>> = {
  'a pool of pg': () => createPool(server.url('store')),
  'a client of postgres': () => {
    const client = postgresJs(server.url('store'))
    return { client, close: () => client.end() }
  },
  'a pool of pg behind PgBouncer in transaction mode': () => createPool(pooler.url('store')),
  PGlite: async () => {
    const client = await PGlite.create()
    await client.exec(buildStoreSchema().join(';\n'))
    return { client, close: () => client.close() }
  },
}

function createPool(connectionString: string): Connected {
  const client = new pg.Pool({ connectionString, max: 20, idleTimeoutMillis: 0 })
  return { client, close: () => client.end() }
}

// proves DB-23
describe.concurrent('the PostgreSQL store', () => {
  for (const [name, connect] of Object.entries(CLIENTS))
    describe(name, () => {
      let store: PostgresStore
      let close: () => unknown
      beforeAll(async () => {
        const connected = await connect()
        close = connected.close
        store = postgresStore(connected.client)
        // The suite measures time, so all connections are opened before it starts.
        await Promise.all(Array.from({ length: 20 }, () => store.get('latchkey:first')))
      })
      afterAll(() => close?.())
      testStore({ name: 'passes the store suite', create: () => ({ store }) }, { describe, it })
    })
})

describe('the PostgreSQL store with several clients', () => {
  it('counts exactly when twenty processes add at the same time, even with prepared statements', async () => {
    const stores = [false, true].map((prepare) => {
      const { client, close } = createPool(server.url('store'))
      return { store: postgresStore(client, { prepare }), close }
    })
    const additions = Array.from({ length: 1000 }, (_, index) =>
      stores[index % 2]?.store.add('latchkey:exact', 1, 60),
    )
    const sums = await Promise.all(additions)
    expect(sums.toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 1000 }, (_, index) => index + 1),
    )
    for (const { close } of stores) await close()
  })

  it('deletes expired rows in batches, and no others', async () => {
    const { client, close } = createPool(server.url('store'))
    const store = postgresStore(client)
    await server.run(
      `DELETE FROM latchkey_store;
      INSERT INTO latchkey_store SELECT 'expired ' || n, '1', now() - interval '1 second'
      FROM generate_series(1, 2500) AS n`,
      'store',
    )
    await store.set('latchkey:kept', '1', 60)
    expect(await store.clean(10)).toBe(10)
    const counts = await Promise.all([store.clean(), store.clean()])
    expect(counts[0] + counts[1]).toBe(2490)
    expect(await store.get('latchkey:kept')).toBe('1')
    expect(await server.run('SELECT count(*)::int FROM latchkey_store', 'store')).toEqual([{ count: 1 }])
    await close()
  })

  it('uses another table and schema if they are named', async () => {
    const { client, close } = createPool(server.url('store'))
    const store = postgresStore(client, { schema: 'auth', table: 'state of "auth"' })
    await store.set('latchkey:x', 'there', 60)
    expect(await postgresStore(client).get('latchkey:x')).toBeUndefined()
    expect(await store.get('latchkey:x')).toBe('there')
    await close()
  })

  it('names the command that creates its table if the table is missing', async () => {
    const { client, close } = createPool(server.url())
    await expect(postgresStore(client).get('latchkey:x')).rejects.toThrow(
      'relation "latchkey_store" does not exist. Run `npx latchkey migrate --store`, which prints the SQL',
    )
    await close()
  })

  it('rejects an unknown client', () => {
    const unknown = { execute: () => undefined } as unknown as PostgresClient
    expect(() => postgresStore(unknown)).toThrow('The `postgresStore` client is unknown. Pass a `Pool`')
    const promise = Promise.resolve({}) as unknown as PostgresClient
    expect(() => postgresStore(promise)).toThrow('Pass the client: `postgresStore(await …)`')
  })
})
