import type { SqlAdapter } from '../sql/adapter.ts'
import type { SqlConnection, SqlResult, SqlRow, SqlStatement } from '../sql/connection.ts'
import { hasMethods } from '../sql/shape.ts'
import { type SqliteSqlConnection, toInput } from '../sql/sqlite/port.ts'
import { resolveTables } from '../sql/tables.ts'
import type { OrmOptions, SqlFamily } from './orm/options.ts'
import postgres from './postgres.ts'
import { sqliteAdapter } from './sqlite/asynchronous/adapter.ts'

export type { SqlAdapter } from '../sql/adapter.ts'
export type { OrmOptions } from './orm/options.ts'

/** What Latchkey calls on a `Kysely` of `kysely`. */
export interface KyselyDatabase extends KyselyExecutor {
  getExecutor(): { readonly adapter: object }
  transaction(): { execute<T>(work: (transaction: KyselyExecutor) => Promise<T>): Promise<T> }
}

/** Runs statements: a `Kysely`, or one of its transactions. */
export interface KyselyExecutor {
  withoutPlugins(): KyselyExecutor
  // biome-ignore lint/suspicious/noExplicitAny: Kysely's own type of a statement
  executeQuery(query: any): Promise<KyselyResult>
}

/** A statement's result. */
export interface KyselyResult {
  readonly rows: readonly unknown[]
  readonly numAffectedRows?: bigint | undefined
}

/**
 * Creates an adapter that uses a `Kysely` for PostgreSQL or SQLite. It uses its connections,
 * without its plugins. Your migrations own the tables.
 *
 * @param options `tables`: default `auth.js/kysely`, the tables of Auth.js's adapter
 * @throws {TypeError} if it is not a `Kysely`, or one for another database
 * @example
 * ```ts
 * import kyselyAdapter from 'latchkey/adapters/kysely'
 * import { Kysely, PostgresDialect } from 'kysely'
 * import pg from 'pg'
 *
 * const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: new pg.Pool() }) })
 * const adapter = kyselyAdapter(db)
 * ```
 */
export default function kysely(
  database: KyselyDatabase,
  { tables = 'auth.js/kysely' }: OrmOptions = {},
): SqlAdapter {
  if (!hasMethods(database, 'getExecutor', 'executeQuery', 'withoutPlugins', 'transaction'))
    throw new TypeError('The `kysely` database is unknown. Pass a `Kysely` from `kysely`.')
  const { query } = connectKysely(database)
  const sqliteQuery: SqlConnection['query'] = (text, values = []) => query(text, values.map(toInput))
  switch (recognizeFamily(database)) {
    case 'postgresql':
      return postgres(
        {
          async query(text: string, values: never[] = []) {
            const { rows, changes } = await query(text, values)
            return { rows, rowCount: changes }
          },
        },
        { tables },
      )
    case 'sqlite':
      return sqliteAdapter({ query: sqliteQuery, batch: createBatch(database) }, resolveTables(tables))
    default:
      throw new TypeError(
        'The `Kysely` is for MySQL or another database. For MySQL, pass its pool to ' +
          '`latchkey/adapters/mysql`: `mysql(pool, { tables: "auth.js/kysely" })`.',
      )
  }
}

/** Recognizes a dialect by its capabilities, because the names of its classes may be minified. */
function recognizeFamily(database: KyselyDatabase): SqlFamily | undefined {
  const { supportsReturning, supportsTransactionalDdl } = database.getExecutor().adapter as {
    supportsReturning?: boolean
    supportsTransactionalDdl?: boolean
  }
  if (!supportsReturning) return undefined
  return supportsTransactionalDdl ? 'postgresql' : 'sqlite'
}

function connectKysely(executor: KyselyExecutor): SqlConnection {
  const plain = executor.withoutPlugins()
  return {
    async query(sql, values = []): Promise<SqlResult> {
      // What Kysely's `CompiledQuery.raw` returns.
      const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] }
      const parameters = values.map((value) => (value instanceof Date ? value.toISOString() : value))
      const { rows, numAffectedRows } = await plain.executeQuery({ sql, parameters, query, queryId: {} })
      return { rows: rows as readonly SqlRow[], changes: Number(numAffectedRows ?? rows.length) }
    },
  }
}

function createBatch(database: KyselyDatabase): SqliteSqlConnection['batch'] {
  return (statements: readonly SqlStatement[]) =>
    database.transaction().execute(async (transaction) => {
      const { query } = connectKysely(transaction)
      const results: SqlResult[] = []
      for (const { text, values } of statements) results.push(await query(text, values.map(toInput)))
      return results
    })
}
