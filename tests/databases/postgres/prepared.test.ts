import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import postgres, { type PostgresClient } from 'latchkey/adapters/postgres'
import pg from 'pg'
import postgresJs from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'

let server: PostgresServer
let url: string
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase('prepared', buildSchema())
})
afterAll(() => server?.stop())

/** Clients with one connection, and a way to run a statement on it. */
const CLIENTS = {
  pg() {
    const client = new pg.Pool({ connectionString: url, max: 1 })
    const run = async (text: string): Promise<object[]> => (await client.query(text)).rows
    return { client: client as PostgresClient, run, close: () => client.end() }
  },
  postgres() {
    const client = postgresJs(url, { max: 1 })
    const run = async (text: string): Promise<object[]> => client.unsafe(text)
    return { client: client as PostgresClient, run, close: () => client.end() }
  },
}

describe.each(['pg', 'postgres'] as const)('prepared statements with %s', (driver) => {
  const COUNT = 'SELECT 1 FROM pg_prepared_statements'

  it('are used by default, and not with `prepare: false`', async () => {
    const { client, run, close } = CLIENTS[driver]()
    const none = (await run(COUNT)).length
    await postgres(client, { prepare: false }).getUser('someone')
    expect(await run(COUNT)).toHaveLength(none)
    await postgres(client).getUser('someone')
    expect(await run(COUNT)).toHaveLength(none + 1)
    await close()
  })

  it('are abandoned when the server does not know a name, and the statement is repeated', async () => {
    const { client, run, close } = CLIENTS[driver]()
    const adapter = postgres(client)
    const id = crypto.randomUUID()
    const user = { id, name: 'Ann', email: `${id}@example.com`, emailVerified: null }
    await adapter.getUserByEmail(user.email)
    await adapter.createUser(user)
    // As a pooler does that uses another connection of the server for the next transaction.
    await run('DEALLOCATE ALL')
    expect(await adapter.getUserByEmail(user.email)).toMatchObject(user)
    await run('DEALLOCATE ALL')
    const other = crypto.randomUUID()
    expect(await adapter.createUser({ ...user, id: other, email: `${other}@example.com` })).toMatchObject({
      id: other,
    })
    expect(await adapter.getUser(other)).toMatchObject({ id: other })
    await close()
  })

  it('are abandoned when a migration changed a column', async () => {
    const { client, run, close } = CLIENTS[driver]()
    const adapter = postgres(client)
    const id = crypto.randomUUID()
    await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null })
    await adapter.getUser(id)
    await run('ALTER TABLE users ALTER COLUMN name TYPE varchar(200)')
    expect(await adapter.getUser(id)).toMatchObject({ id })
    await close()
  })
})
