import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import postgres, { tablePresets } from 'latchkey/adapters/postgres'
import pg from 'pg'
import { expect, it } from 'vitest'
import { buildSchema } from '../../../packages/latchkey/src/adapters/postgres/schema.ts'

it('stores columns named like a property that every object inherits', async () => {
  const server = await startPostgres()
  const columns = 'ALTER TABLE users ADD COLUMN constructor text, ADD COLUMN "toString" text'
  const pool = new pg.Pool({
    connectionString: await server.createDatabase('names', [...buildSchema(), columns]),
  })
  try {
    const { latchkey } = tablePresets
    const users = { ...latchkey.users, extraColumns: ['constructor', 'toString'] }
    const adapter = postgres(pool, { tables: { ...latchkey, users } })
    const user = { id: 'ann', email: 'ann@example.com', emailVerified: null }
    const account = { provider: 'example', providerAccountId: '1', type: 'oidc' } as const
    await adapter.createUserWithAccount(user, account)
    expect(await adapter.getUser('ann')).toMatchObject({ constructor: null, toString: null })
    await adapter.updateUser({ id: 'ann', ...{ constructor: 'builder' } } as never)
    expect(await adapter.getUserByAccount(account)).toMatchObject({ constructor: 'builder', toString: null })
  } finally {
    await pool.end()
    await server.stop()
  }
})
