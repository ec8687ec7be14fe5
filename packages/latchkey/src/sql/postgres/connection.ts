import type { SqlConnection, SqlResult, SqlRow, SqlValue } from '../connection.ts'
import { logConnectionErrors } from '../connection-errors.ts'
import { hasMethods, unknownClient } from '../shape.ts'
import type { PostgresClient, PostgresQueryClient, PostgresSqlClient } from './client.ts'
import { isUnusableName } from './error.ts'
import { statementName } from './statement-name.ts'

const ACCEPTED =
  'a `Pool` or `Client` from `pg` or `@neondatabase/serverless`, a `postgres` client, `Bun.sql`, a ' +
  '`PGlite`, what `neon()` returns, or an object with `query(text, values)`'

/** A connection's options. */
export interface PostgresConnectionOptions {
  /** The function that received the client, for the error message. */
  readonly caller: string
  /**
   * Whether statements are prepared under a name, if the driver can do so. `undefined`: until the
   * database, or a pooler before it, reports that it does not know a name.
   */
  readonly prepare: boolean | undefined
}

/**
 * Runs one of a driver's statements. Values are text, numbers, booleans or anything else that the
 * driver accepts.
 */
type Run = (text: string, values: unknown[]) => PromiseLike<unknown>

/**
 * Returns a connection over a client.
 *
 * @throws {TypeError} if it is not a client that Latchkey knows
 */
export function postgresConnection(
  client: PostgresClient,
  { caller, prepare }: PostgresConnectionOptions,
): SqlConnection {
  const [unnamed, named] = findRunners(client)
  if (unnamed === undefined) throw unknownClient(client, caller, ACCEPTED)
  const run = chooseRunner(unnamed, named, prepare)
  logConnectionErrors(client, 'postgres-connection The connection to PostgreSQL failed')
  return {
    keepsConnections: named !== undefined,
    query: async (text, values = []) => toResult(await run(text, values.map(toDriver))),
  }
}

function chooseRunner(unnamed: Run, named: Run | undefined, prepare: boolean | undefined): Run {
  if (named === undefined || prepare === false) return unnamed
  return prepare ? named : namedWhilePossible(named, unnamed)
}

/** Returns how a driver runs statements without a name, and with a name if it can. */
function findRunners(client: PostgresClient): [unnamed: Run, named?: Run] | [] {
  if (hasMethods(client, 'unsafe', 'begin')) {
    const sql = client as PostgresSqlClient
    const run =
      (prepare: boolean): Run =>
      (text, values) =>
        sql.unsafe(text, values, { prepare })
    return [run(false), run(true)]
  }
  if (!hasMethods(client, 'query')) return []
  // `neon()` returns a function, which otherwise leaves out the number of rows.
  if (typeof client === 'function') {
    const neon = client as { query(text: string, values: unknown[], options: object): PromiseLike<unknown> }
    return [(text, values) => neon.query(text, values, { fullResults: true })]
  }
  const queryClient = client as PostgresQueryClient
  const unnamed: Run = (text, values) => queryClient.query(text, values)
  if (!hasMethods(client, 'on', 'connect')) return [unnamed]
  const pool = client as unknown as { query(config: object): PromiseLike<unknown> }
  return [unnamed, (text, values) => pool.query({ name: statementName(text), text, values })]
}

/**
 * Uses names until one cannot be used: behind a pooler whose transactions run on changing
 * connections, or after a migration. Such a statement has not taken effect, and is repeated.
 */
function namedWhilePossible(named: Run, unnamed: Run): Run {
  let isPossible = true
  return async (text, values) => {
    if (!isPossible) return unnamed(text, values)
    try {
      return await named(text, values)
    } catch (error) {
      if (!isUnusableName(error)) throw error
      isPossible = false
      return unnamed(text, values)
    }
  }
}

/** A date as text means the same in each driver, time zone and column type. */
function toDriver(value: SqlValue): unknown {
  return value instanceof Date ? value.toISOString() : value
}

/**
 * Returns a statement's result.
 *
 * @throws {Error} with a code for a cut connection, if the result names no command: `postgres`
 *   resolves a statement that never ran with an empty result when its connection is cut at a
 *   certain moment. It must not look like "no session", or like a session that was deleted.
 */
function toResult(result: unknown): SqlResult {
  const { command, count, rowCount, affectedRows, rows } = (result ?? {}) as Record<string, unknown>
  if (command === null)
    throw Object.assign(new Error('The connection ended before the statement ran.'), {
      code: 'CONNECTION_CLOSED',
    })
  const list = (Array.isArray(result) ? result : (rows ?? [])) as readonly SqlRow[]
  const changes = toNumber(count) ?? toNumber(rowCount) ?? toNumber(affectedRows) ?? list.length
  return { rows: list, changes }
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}
