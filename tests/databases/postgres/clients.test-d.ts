import type { PGlite } from '@electric-sql/pglite'
import postgres from 'latchkey/adapters/postgres'
import { postgresStore } from 'latchkey/stores/postgres'
import type pg from 'pg'
import type { Sql } from 'postgres'

declare const pool: pg.Pool
declare const client: pg.Client
declare const poolClient: pg.PoolClient
declare const sql: Sql
declare const typedSql: Sql<{ bigint: bigint }>
declare const pglite: PGlite

/** The clients of the packages are accepted without a cast. */
export const adapters = [pool, client, poolClient, sql, typedSql, pglite].map((each) => postgres(each))
export const stores = [
  postgresStore(pool),
  postgresStore(client),
  postgresStore(poolClient),
  postgresStore(sql),
  postgresStore(typedSql),
  postgresStore(pglite, { prepare: true }),
]
export const withReplica = postgres(sql, { replica: pool, tables: 'auth.js/prisma', prepare: true })

/** `Bun.sql` and what `neon()` returns, as their documentation describes them. */
declare const bun: {
  unsafe(text: string, values?: unknown[]): PromiseLike<unknown[]>
  begin(work: (sql: unknown) => unknown): Promise<unknown>
}
declare const neon: {
  (strings: TemplateStringsArray, ...values: unknown[]): Promise<Record<string, unknown>[]>
  query(
    text: string,
    values?: unknown[],
    options?: { fullResults?: boolean },
  ): Promise<Record<string, unknown>[]>
}
export const others = [postgres(bun), postgres(neon)]

// @ts-expect-error an object without `query` is no client
postgres({ execute: () => undefined })
// @ts-expect-error the preset does not exist
postgres(pool, { tables: 'prisma' })
