import type { SqlConnection, SqlResult, SqlRow, SqlValue } from '../connection.ts'
import { logConnectionErrors } from '../connection-errors.ts'
import { hasMethods, unknownClient } from '../shape.ts'
import type { PostgresClient, PostgresQueryClient, PostgresSqlClient } from './client.ts'
import { statementName } from './statement-name.ts'

const ACCEPTED =
  'a `Pool` or `Client` of `pg` or `@neondatabase/serverless`, a client of `postgres`, `Bun.sql`, a ' +
  '`PGlite`, what `neon()` returns, or an object with `query(text, values)`'

/** Options of a connection. */
export interface PostgresConnectionOptions {
  /** The function that received the client, for the error message. */
  readonly caller: string
  /** Whether statements are prepared under a name, where the driver can do so. */
  readonly prepare: boolean
}

/** Runs one statement of a driver. Values are text, numbers, booleans or what the driver takes. */
type Run = (text: string, values: unknown[]) => PromiseLike<unknown>

/**
 * Returns a connection over a client.
 *
 * @throws {TypeError} if it is no client that Latchkey knows
 */
export function postgresConnection(
  client: PostgresClient,
  { caller, prepare }: PostgresConnectionOptions,
): SqlConnection {
  const run = runnerOf(client, prepare)
  if (run === undefined) throw unknownClient(client, caller, ACCEPTED)
  logConnectionErrors(client, 'postgres-connection The connection to PostgreSQL failed')
  return {
    query: async (text, values = []) => toResult(await run(text, values.map(toDriver))),
  }
}

function runnerOf(client: PostgresClient, prepare: boolean): Run | undefined {
  if (hasMethods(client, 'unsafe', 'begin')) {
    const sql = client as PostgresSqlClient
    return (text, values) => sql.unsafe(text, values, { prepare })
  }
  if (!hasMethods(client, 'query')) return undefined
  const queryClient = client as PostgresQueryClient
  // What `neon()` returns is a function, which leaves out the number of rows otherwise.
  if (typeof client === 'function') {
    const neon = client as { query(text: string, values: unknown[], options: object): PromiseLike<unknown> }
    return (text, values) => neon.query(text, values, { fullResults: true })
  }
  if (prepare && hasMethods(client, 'on', 'connect')) {
    const pool = client as unknown as { query(config: object): PromiseLike<unknown> }
    return (text, values) => pool.query({ name: statementName(text), text, values })
  }
  return (text, values) => queryClient.query(text, values)
}

/** A date as text means the same in each driver, time zone and type of column. */
function toDriver(value: SqlValue): unknown {
  return value instanceof Date ? value.toISOString() : value
}

function toResult(result: unknown): SqlResult {
  if (Array.isArray(result)) {
    const { count, length } = result as { count?: unknown; length: number }
    return { rows: result as readonly SqlRow[], changes: numberOf(count) ?? length }
  }
  const { rows = [], rowCount, affectedRows } = (result ?? {}) as Record<string, unknown>
  const list = rows as readonly SqlRow[]
  return { rows: list, changes: numberOf(rowCount) ?? numberOf(affectedRows) ?? list.length }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}
