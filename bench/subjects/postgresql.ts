import AuthJsAdapter from '@auth/pg-adapter'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import postgres from 'latchkey/adapters/postgres'
import { Pool } from 'pg'
import { buildSchema } from '../../packages/latchkey/src/adapters/postgres/schema.ts'
import { type AuthCore, authCoreWith } from './auth-core.ts'
import { type BetterAuth, betterAuthOn } from './better-auth.ts'
import { ANN, cookieHeader } from './fixtures.ts'
import { inTurn, type Latchkey, latchkeyWithCookies, signInRequest } from './latchkey.ts'

/** Connections that each library may open. */
const CONNECTIONS = 10

/** More than the calls that run at the same time: none reads the session of another one. */
const SESSIONS = 1000

/** The tables that the documentation of `@auth/pg-adapter` lists, without those not used here. */
const AUTHJS_TABLES = [
  `CREATE TABLE users (
    id SERIAL PRIMARY KEY, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT)`,
  `CREATE TABLE sessions (
    id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL,
    "sessionToken" VARCHAR(255) NOT NULL)`,
  'CREATE INDEX ON sessions ("sessionToken")',
]

/** An empty database on a PostgreSQL server that all databases of this process share. */
async function database(name: string, statements: readonly string[] = []): Promise<Pool> {
  server ??= startPostgres()
  const connectionString = await (await server).createDatabase(name, statements)
  const pool = new Pool({ connectionString, max: CONNECTIONS })
  // The server is stopped while the connections are open.
  return pool.on('error', () => {})
}
let server: Promise<PostgresServer> | undefined

/** Stops the server, and removes its data. */
export async function stopPostgres(): Promise<void> {
  await (await server)?.stop()
}

/** Stores sessions with Latchkey's adapter. `another` returns the cookie of the next session. */
export async function latchkeyOnPostgres(
  name = 'latchkey',
): Promise<Latchkey & { readonly another: () => string; readonly pool: Pool }> {
  const pool = await database(name, buildSchema())
  const adapter = postgres(pool)
  const user = await adapter.createUser({ ...ANN, emailVerified: null })
  const { auth, cookie } = await latchkeyWithCookies({ adapter }, user)
  const others = await Promise.all(
    Array.from({ length: SESSIONS - 1 }, async () =>
      cookieHeader((await auth.handle(signInRequest())).headers),
    ),
  )
  return { auth, cookie, another: inTurn([cookie, ...others]), pool }
}

/** Stores sessions with the adapter of Auth.js. Its tables get an index on the session token. */
export async function authCoreOnPostgres(): Promise<AuthCore> {
  return authCoreWith(AuthJsAdapter(await database('authjs', AUTHJS_TABLES)))
}

/** Stores sessions with better-auth, which uses Kysely for PostgreSQL. */
export async function betterAuthOnPostgres(): Promise<Omit<BetterAuth, 'database'>> {
  return betterAuthOn(await database('better_auth'))
}
