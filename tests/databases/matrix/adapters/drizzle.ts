import { createClient } from '@libsql/client'
import Database from 'better-sqlite3'
import { drizzle as drizzleBetterSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleLibsql } from 'drizzle-orm/libsql'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Combination } from '../combination.ts'
import { loadDrizzleAdapter } from '../drizzle-adapter.ts'
import { temporaryFile } from '../temporary-file.ts'

// The tables that the adapter declares where an application passes none.
function listTables(types: { date: string; boolean: string }): string[] {
  const user = '"userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE'
  return [
    `CREATE TABLE "user" (
       id text PRIMARY KEY, name text, email text UNIQUE, "emailVerified" ${types.date}, image text
     )`,
    `CREATE TABLE account (
       ${user}, type text NOT NULL, provider text NOT NULL, "providerAccountId" text NOT NULL,
       refresh_token text, access_token text, expires_at integer, token_type text, scope text,
       id_token text, session_state text, PRIMARY KEY (provider, "providerAccountId")
     )`,
    `CREATE TABLE session ("sessionToken" text PRIMARY KEY, ${user}, expires ${types.date} NOT NULL)`,
    `CREATE TABLE "verificationToken" (
       identifier text NOT NULL, token text NOT NULL, expires ${types.date} NOT NULL,
       PRIMARY KEY (identifier, token)
     )`,
    `CREATE TABLE authenticator (
       "credentialID" text NOT NULL UNIQUE, ${user}, "providerAccountId" text NOT NULL,
       "credentialPublicKey" text NOT NULL, counter integer NOT NULL,
       "credentialDeviceType" text NOT NULL, "credentialBackedUp" ${types.boolean} NOT NULL,
       transports text, PRIMARY KEY ("userId", "credentialID")
     )`,
  ]
}

const SQLITE = listTables({ date: 'integer', boolean: 'integer' })

export const DRIZZLE: readonly Combination[] = [
  {
    adapter: '@auth/drizzle-adapter',
    database: 'PostgreSQL, pg',
    needs: ['postgres'],
    storesExtraFields: false,
    async open({ postgres }) {
      const { DrizzleAdapter } = await loadDrizzleAdapter()
      const pool = new Pool({ connectionString: await postgres() })
      for (const statement of listTables({ date: 'timestamp', boolean: 'boolean' }))
        await pool.query(statement)
      return { adapter: DrizzleAdapter(drizzlePg(pool)), close: () => pool.end() }
    },
  },
  {
    adapter: '@auth/drizzle-adapter',
    database: 'SQLite, better-sqlite3',
    storesExtraFields: false,
    async open() {
      const { DrizzleAdapter } = await loadDrizzleAdapter()
      const database = new Database(':memory:')
      database.pragma('foreign_keys = ON')
      for (const statement of SQLITE) database.exec(statement)
      return { adapter: DrizzleAdapter(drizzleBetterSqlite(database)), close: () => database.close() }
    },
  },
  {
    adapter: '@auth/drizzle-adapter',
    database: 'SQLite, libSQL',
    storesExtraFields: false,
    async open() {
      const { DrizzleAdapter } = await loadDrizzleAdapter()
      const file = temporaryFile('libsql.db')
      const client = createClient({ url: `file:${file.path}` })
      // Nothing that the tests write must survive a failure of the machine.
      await client.execute('PRAGMA synchronous = OFF')
      for (const statement of SQLITE) await client.execute(statement)
      const close = (): void => {
        client.close()
        file.remove()
      }
      return { adapter: DrizzleAdapter(drizzleLibsql(client)), close }
    },
  },
]
