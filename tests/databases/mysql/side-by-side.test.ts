import { KyselyAdapter } from '@auth/kysely-adapter'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { drizzle } from 'drizzle-orm/mysql2'
import { Kysely, MysqlDialect } from 'kysely'
import mysql, { type SqlTablePreset } from 'latchkey/adapters/mysql'
import { createPool as createCallbackPool } from 'mysql2'
import { createPool, type PoolOptions } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDrizzleAdapter } from '../matrix/drizzle-adapter.ts'
import { DRIZZLE_TABLES, KYSELY_TABLES } from './authjs-tables.ts'

const DATE = new Date('2037-11-20T12:00:00.123Z')

let server: MariadbServer
beforeAll(async () => {
  server = await startMariadb({ 'default-time-zone': '+09:00' })
})
afterAll(() => server?.stop())

interface Published {
  readonly tables: SqlTablePreset
  readonly statements: readonly string[]
  readonly connect: (options: PoolOptions) => Promise<{ adapter: unknown; close: () => unknown }>
}

const PUBLISHED: Readonly<Record<string, Published>> = {
  Drizzle: {
    tables: 'auth.js/drizzle',
    statements: DRIZZLE_TABLES,
    connect: async (options) => {
      const { DrizzleAdapter } = await loadDrizzleAdapter()
      const pool = createPool(options)
      return { adapter: DrizzleAdapter(drizzle(pool)), close: () => pool.end() }
    },
  },
  Kysely: {
    tables: 'auth.js/kysely',
    statements: KYSELY_TABLES,
    connect: async (options) => {
      // Its dates are those of the driver.
      const pool = createCallbackPool({ ...options, timezone: 'Z' })
      const db = new Kysely<never>({ dialect: new MysqlDialect({ pool }) })
      return { adapter: KyselyAdapter(db), close: () => db.destroy() }
    },
  },
}

// proves DB-26
describe.each(Object.entries(PUBLISHED))(
  "with Auth.js's adapter for %s on the same tables",
  (_, published) => {
    let latchkey: ReturnType<typeof mysql>
    let authjs: ReturnType<typeof mysql>
    const closing: (() => unknown)[] = []
    beforeAll(async () => {
      const { host, port, user, password } = server
      const database = await server.createDatabase()
      await server.run(`USE ${database}`, ...published.statements)
      const options = { host, port, user, password, database }
      const pool = createPool(options)
      const { adapter, close } = await published.connect(options)
      closing.push(close, () => pool.end())
      latchkey = mysql(pool, { tables: published.tables })
      authjs = adapter as ReturnType<typeof mysql>
    })
    afterAll(() => Promise.all(closing.map((close) => close())))

    it('each reads what the other one stored', async () => {
      for (const [writer, reader] of [
        [latchkey, authjs],
        [authjs, latchkey],
      ] as const) {
        const id = crypto.randomUUID()
        const email = `${id}@example.com`
        const user = await writer.createUser({ id, name: 'Zoë', email, image: null, emailVerified: DATE })
        const account = { provider: 'example', providerAccountId: id, type: 'oidc', userId: user.id } as const
        await writer.linkAccount({ ...account, access_token: 'token', expires_at: 1_900_000_000 })
        await writer.createSession({ sessionToken: id, userId: user.id, expires: DATE })
        await writer.createVerificationToken({ identifier: email, token: id, expires: DATE })
        const stored = { id: user.id, name: 'Zoë', email, emailVerified: DATE }
        expect(await reader.getUser(user.id)).toMatchObject(stored)
        expect(await reader.getUserByEmail(email)).toMatchObject(stored)
        expect(await reader.getUserByAccount(account)).toMatchObject(stored)
        expect(await reader.getSessionAndUser(id)).toMatchObject({ user: stored, session: { expires: DATE } })
        const used = await reader.useVerificationToken({ identifier: email, token: id })
        expect(used).toEqual({ identifier: email, token: id, expires: DATE })
        await reader.deleteSession(id)
        expect(await writer.getSessionAndUser(id)).toBeNull()
      }
    })
  },
)
