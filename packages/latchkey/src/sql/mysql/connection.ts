import type { SqlValue } from '../connection.ts'
import { logConnectionErrors } from '../connection-errors.ts'
import { hasMethods, unknownClient } from '../shape.ts'
import type {
  MariadbConnection,
  MariadbPool,
  Mysql2CallbackClient,
  Mysql2Connection,
  Mysql2Pool,
  MysqlClient,
  MysqlQuery,
  PlanetScaleClient,
} from './client.ts'
import { planetScaleConnection } from './planetscale.ts'
import { runTransaction, sharedConnection } from './shared-connection.ts'
import type { MysqlConnection, MysqlQueryFunction, MysqlResult } from './types.ts'
import { fromReply, toMariadb, toMysql2 } from './values.ts'

const LOST = 'mysql-connection The connection to the database failed'

const ACCEPTED =
  'a `mysql2`, `mysql2/promise` or `mariadb` pool or connection, or a `@planetscale/database` client'

/** How statements are sent. */
export interface MysqlConnectionOptions {
  /** Whether statements are prepared: the values are then sent separately. Default: `true`. */
  readonly prepare?: boolean
}

/** The differences between `mysql2` and `mariadb`. */
interface Driver {
  readonly toValue: (value: SqlValue, isPrepared: boolean) => unknown
  readonly toResult: (reply: unknown) => MysqlResult
}

type Pool = Mysql2Pool | MariadbPool
type Connection = Mysql2Connection | MariadbConnection

/**
 * Returns a client's connection.
 *
 * @param caller the function that received it, for the error
 * @throws {TypeError} if it is not a client that Latchkey knows
 */
export function connectMysql(
  client: MysqlClient,
  caller: string,
  { prepare = true }: MysqlConnectionOptions = {},
): MysqlConnection {
  if (hasMethods(client, 'query', 'execute', 'promise')) {
    logConnectionErrors(client, LOST)
    return connectMysql((client as Mysql2CallbackClient).promise(), caller, { prepare })
  }
  const driver = recognizeDriver(client)
  if (driver !== undefined && hasMethods(client, 'getConnection')) {
    logConnectionErrors(client, LOST)
    return poolConnection(client as Pool, driver, prepare)
  }
  if (driver !== undefined && hasMethods(client, 'beginTransaction', 'commit', 'rollback')) {
    logConnectionErrors(client, LOST)
    return singleConnection(client as Connection, driver, prepare)
  }
  if (hasMethods(client, 'execute', 'transaction') && !hasMethods(client, 'query'))
    return planetScaleConnection(client as PlanetScaleClient)
  throw unknownClient(client, caller, ACCEPTED)
}

function recognizeDriver(client: unknown): Driver | undefined {
  if (hasMethods(client, 'query', 'execute', 'batch')) return { toValue: toMariadb, toResult: fromReply }
  if (hasMethods(client, 'query', 'execute', 'format'))
    return { toValue: toMysql2, toResult: (reply) => fromReply((reply as readonly unknown[])[0]) }
  return undefined
}

function poolConnection(pool: Pool, driver: Driver, prepare: boolean): MysqlConnection {
  return {
    query: statements(pool, driver, prepare),
    async transaction(work) {
      const connection = await pool.getConnection()
      let isUnfinished = false
      try {
        return await runTransaction(connection, statements(connection, driver, prepare), work, () => {
          isUnfinished = true
        })
      } finally {
        // Other requests' statements must not become part of a transaction that is still open.
        if (isUnfinished && connection.destroy) connection.destroy()
        // It rejects for a connection that was cut, which the statement's error already reports.
        else Promise.resolve(connection.release()).catch(() => undefined)
      }
    },
  }
}

/** `mysql2` returns a new promise client each time, over the same connection. */
function singleConnection(client: Connection, driver: Driver, prepare: boolean): MysqlConnection {
  const { connection } = client as { connection?: unknown }
  return sharedConnection(hasMethods(connection, 'query') ? (connection as object) : client, client, {
    query: statements(client, driver, prepare),
    command: statements(client, driver, false),
  })
}

function statements(client: Pool | Connection, driver: Driver, prepare: boolean): MysqlQueryFunction {
  return async (sql, values = []) => {
    const parameters = values.map((value) => driver.toValue(value, prepare)) as never[]
    const query = toMysqlQuery(sql)
    try {
      return driver.toResult(
        await (prepare ? client.execute(query, parameters) : client.query(query, parameters)),
      )
    } catch (error) {
      throw withoutValues(error, sql)
    }
  }
}

/** Without prepared statements, the `mysql2` error contains the statement with its values. */
function withoutValues(error: unknown, sql: string): unknown {
  return error instanceof Error && 'sql' in error ? Object.assign(error, { sql }) : error
}

/**
 * Overrides client options that would change the form of rows, or write values into errors. Options
 * that change values stay, because the application may have its own columns.
 */
function toMysqlQuery(sql: string): MysqlQuery {
  const fixed = {
    rowsAsArray: false,
    nestTables: false,
    namedPlaceholders: false,
    metaAsArray: false,
    logParam: false,
  } as const
  return { ...fixed, sql }
}
