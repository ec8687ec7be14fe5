/** In total. An error can contain others, including itself, as its `cause` and in `errors`. */
const MAX_ERRORS = 20

/**
 * The codes of temporary failures: no connection, no connection left, a server that starts, stops,
 * fails over or is read-only, and a conflict between two transactions.
 *
 * @see https://nodejs.org/api/errors.html#common-system-errors
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CODES: readonly RegExp[] = [
  // The platform, its `fetch`, and `Bun.sql`.
  /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|NOTFOUND|AGAIN|AI_AGAIN|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN)))$/,
  /^(?:UND_ERR_(?:\w+_TIMEOUT|SOCKET|CLOSED)|ERR_(?:STREAM_DESTROYED|SOCKET_CLOSED|POSTGRES_CONNECTION_CLOSED))$/,
  // PostgreSQL: connections, too many of them, shutdown, read-only, conflicts, cancelled
  // statements.
  /^(?:08\w{3}|53300|57P0[123]|25006|40001|40P01|55P03|57014)$/,
  // postgres.js, mysql2, mariadb, Prisma, SQLite, libSQL.
  /^(?:CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|PROTOCOL_\w+(?:_LOST|_TIMEOUT))$/,
  /^(?:ER_(?:CON_COUNT_ERROR|SOCKET_\w+|GET_CONNECTION_TIMEOUT|POOL_ALREADY_CLOSED)|P10(?:01|02|08|17)|P20(?:24|34|37))$/,
  /^(?:SQLITE_BUSY(?:_\w+)?|CLIENT_CLOSED|TRANSACTION_ACTIVE)$/,
  // Redis.
  /^(?:NR_CLOSED|CONNECTION_BROKEN|UNCERTAIN_STATE)$/,
]

/** How the messages of errors without a code start. A driver's tests produce each of them. */
const MESSAGES: readonly RegExp[] = [
  // Redis servers.
  /^(?:LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|NOREPLICAS|BUSY)\b/,
  // `pg`.
  /^(?:timeout e(?:xceeded when trying to connect|xpired)|Query read timeout|Connection terminated)/,
  /^(?:Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end)/,
  // `mysql2`, `mariadb`.
  /^(?:Can't add new command when connection is in closed state|Pool is closed|pool is closed)/i,
  /^(?:No connections available|Queue limit reached)/,
  // `redis`, `ioredis`.
  /^(?:The client is (?:closed|offline)|Socket (?:closed unexpectedly|timeout)|The queue is full)/,
  /^(?:Connection (?:is closed|timeout)|Command timed out|Stream isn't writeable|Disconnects client)/,
  /^(?:Reached the max retries per request limit|Connection ended unexpectedly|Cluster closed)/,
  /^(?:Timeout waiting for a client|None of the sentinels are available|no valid master node)/,
  // Cloudflare D1. @see https://developers.cloudflare.com/d1/observability/debug-d1/
  /^D1_ERROR: (?:Network connection lost|Cannot resolve D1 DB|D1 DB (?:is overloaded|reset because))/,
  /^D1_ERROR: .*caused object to be reset/,
]
/** Names of such errors, including MongoDB's. */
const NAMES: readonly RegExp[] = [
  /^(?:TimeoutError|Mongo(?:Network|ServerSelection|NotConnected)\w*)$/,
  /^(?:Client(?:Closed|Offline)|SocketClosedUnexpectedly|\w*Timeout|MaxRetriesPerRequest|ClusterAllFailed)Error$/,
]

/**
 * MySQL and MariaDB: too many connections, read-only, conflicts, shutdown, no connection, and
 * statements and connections that were cancelled.
 */
export const MYSQL_NUMBERS: ReadonlySet<number> = new Set([
  1040, 1053, 1203, 1205, 1213, 1290, 1317, 1792, 1836, 1927, 1969, 3024, 3032, 4031, 45028,
])
/** The `node:sqlite` code `SQLITE_BUSY`. The other bits of a code say more about it. */
const SQLITE_BUSY = 5

/** What a failure reports about itself. */
export interface Failure {
  readonly isTimeout: boolean
  /** Whether the same call may succeed later. */
  readonly isTemporary: boolean
  /** Identifies the cause among those of the same type: a code, or a name and a message. */
  readonly cause: string
}

/** Returns what a database or store error reports, including in its causes. */
export function readFailure(error: Error): Failure {
  const errors = listCauses(error)
  const isTimeout = errors.some((each) => each.isTimeout === true || each.name === 'TimeoutError')
  const decisive = errors.find(isTemporary)
  const { code, errno, name, message } = decisive ?? (errors[0] as Fields)
  return {
    isTimeout,
    isTemporary: isTimeout || decisive !== undefined,
    cause: isTimeout ? 'timeout' : String(code ?? errno ?? `${name}: ${message}`).slice(0, 200),
  }
}

/** An error's fields, which differ from driver to driver. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns an error with everything that caused it. */
export function listCauses(error: Error): readonly Fields[] {
  const found = new Set<unknown>([error])
  for (const each of found) {
    const { cause, errors, err } = each as Fields
    const inner = [cause, err, ...(Array.isArray(errors) ? errors : [])]
    for (const next of inner)
      if (typeof next === 'object' && next !== null && found.size < MAX_ERRORS) found.add(next)
  }
  return [...found] as Fields[]
}

function isTemporary({ isTemporary, code, sqlState, errno, errcode, name, message }: Fields): boolean {
  if (isTemporary === true) return true
  const codes = [code, sqlState].filter((each) => typeof each === 'string')
  if (codes.some((each) => CODES.some((known) => known.test(each)))) return true
  if (typeof errno === 'number' && (MYSQL_NUMBERS.has(errno) || (errno >= 2002 && errno <= 2013))) return true
  if ((Number(errcode) & 0xff) === SQLITE_BUSY || NAMES.some((known) => known.test(String(name)))) return true
  return MESSAGES.some((known) => known.test(String(message)))
}
