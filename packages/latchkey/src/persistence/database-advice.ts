import { type Fields, listCauses } from '../async/temporary.ts'

/** Returns how to fix a failure. `name` is what the pattern captured. */
type Advise = (error: Fields, name?: string) => string

/** A fault of a database, and how drivers report it. */
interface Fault {
  readonly codes: RegExp
  /** The MySQL and MariaDB error numbers. */
  readonly numbers?: readonly number[]
  /** The messages of drivers that have no code for it. */
  readonly messages?: RegExp
  readonly advice: Advise
}

const MIGRATE = "Run `npx latchkey migrate --apply`, or your ORM's migrations."
const CONNECTION = "your database client's connection string"

/**
 * What drivers report, and how to fix it. None quotes a row: it may hold an address or a token.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 * @see https://mariadb.com/docs/server/reference/error-codes
 * @see https://www.prisma.io/docs/orm/reference/error-reference
 * @see https://www.sqlite.org/rescode.html
 */
const FAULTS: readonly Fault[] = [
  {
    codes: /^(?:42P01|ER_NO_SUCH_TABLE|P2021)$/,
    numbers: [1146],
    messages: /no such table/,
    advice: () => `A table is missing in this database. ${MIGRATE}`,
  },
  {
    codes: /^(?:42703|ER_BAD_FIELD_ERROR|P2022)$/,
    numbers: [1054],
    messages: /no such column|has no column named/,
    advice: () => `A column is missing in this database. ${MIGRATE}`,
  },
  {
    codes: /^(?:28P01|ER_ACCESS_DENIED_ERROR|P1000)$/,
    numbers: [1045],
    advice: () => `The database rejected the user name or the password. Correct them in ${CONNECTION}.`,
  },
  {
    codes: /^28000$/,
    advice: () =>
      'The database does not accept this user from this server. Check the user name, and whether the ' +
      `database requires TLS, in ${CONNECTION}.`,
  },
  {
    codes: /^(?:3D000|ER_BAD_DB_ERROR|P1003)$/,
    numbers: [1049],
    advice: () =>
      `The database does not exist on this server. Create it, or correct its name in ${CONNECTION}.`,
  },
  {
    codes: /^(?:42501|ER_(?:TABLE|DB)ACCESS_DENIED_ERROR)$/,
    numbers: [1044, 1142],
    advice: () => 'The database user lacks a permission. Grant it the rights to these tables.',
  },
  {
    codes: /^(?:53300|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS|P2037)$/,
    numbers: [1040, 1203],
    advice: () =>
      'The database has no connections left. Create one database client for each process, lower its ' +
      'pool size, or put a connection pooler in front of the database.',
  },
  {
    codes:
      /^(?:25006|SQLITE_READONLY(?:_\w+)?|ER_(?:OPTION_PREVENTS_STATEMENT|CANT_EXECUTE_IN_READ_ONLY_TRANSACTION))$/,
    numbers: [1290, 1792, 1836],
    messages: /attempt to write a readonly database/,
    advice: () =>
      'The database accepts no writes. Connect to the primary instead of a replica; for SQLite, allow ' +
      'this process to write the file and its folder.',
  },
  {
    codes: /^SQLITE_CANTOPEN(?:_\w+)?$/,
    messages: /unable to open database file/,
    advice: () => "Create the SQLite file's folder, and allow this process to write it.",
  },
  {
    codes: /^(?:22P02|42804|ER_TRUNCATED_WRONG_VALUE(?:_FOR_FIELD)?|P2007)$/,
    numbers: [1292, 1366],
    advice: () =>
      "A column's type does not match the stored value. IDs and account IDs are strings: " +
      "change the column's type to `text`.",
  },
  {
    codes: /^(?:23502|ER_(?:BAD_NULL_ERROR|NO_DEFAULT_FOR_FIELD)|SQLITE_CONSTRAINT_NOTNULL|P2011)$/,
    numbers: [1048, 1364],
    messages: /NOT NULL constraint failed: ([\w.]+)/,
    advice: ({ column, column_name: columnName, message }, name) => {
      const found = column ?? columnName ?? name ?? /(?:Column|Field) '(\w+)'/.exec(String(message))?.[1]
      const owner = found === undefined ? 'A column' : `The column \`${String(found)}\``
      return `${owner} requires a value that Latchkey does not have. Allow NULL, or give it a default.`
    },
  },
  {
    codes: /^(?:22001|ER_DATA_TOO_LONG|P2000)$/,
    numbers: [1406],
    advice: () =>
      "A value is longer than its column. Change the column's type to `text`: provider tokens " +
      'and pictures can be long.',
  },
  {
    codes: /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|P1001)$/,
    advice: () =>
      `The database cannot be reached. Check that it runs, and its host and port in ${CONNECTION}.`,
  },
]

/** Returns how to fix a database failure, if an error in its chain is a known one. */
export function databaseAdvice(error: Error): string | undefined {
  for (const each of listCauses(error)) {
    for (const { codes, numbers = [], messages, advice } of FAULTS) {
      const match = messages?.exec(String(each.message))
      const isKnown =
        [each.code, each.sqlState].some((code) => codes.test(String(code))) ||
        numbers.includes(Number(each.errno))
      if (isKnown || match) return advice(each, match?.[1])
    }
  }
  return undefined
}

/**
 * Returns an error's message. An error for several addresses of a host may have no message itself.
 */
export function databaseMessage(error: Error): string {
  const message = listCauses(error)
    .map(({ message }) => String(message ?? ''))
    .find((text) => text !== '')
  return (message ?? error.name).replace(/\.$/, '')
}
