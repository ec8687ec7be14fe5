import type { SqlConnection, SqlRow, SqlStatement } from '../connection.ts'
import {
  isDuplicate as isMysqlDuplicate,
  isMissingTable as lacksMysqlTable,
  untilUndisturbed,
} from '../mysql/retry.ts'
import { isInvalidValue, isMissingTable as lacksPostgresTable } from '../postgres/error.ts'
import { repeatRead } from '../retry.ts'
import { type SqlTables, TABLE_PRESETS } from '../tables.ts'

export type AccountDialect = 'postgres' | 'mysql' | 'sqlite'

/**
 * What the methods for accounts need from a database. Statements have `?` for their values, and
 * those that write end where `RETURNING` can follow.
 */
export interface AccountPort {
  readonly dialect: AccountDialect
  /** Runs a query, and repeats it once if its connection was cut. */
  read(statement: SqlStatement): Promise<readonly SqlRow[]>
  /** Runs a statement that writes. Returns the number of rows; in MySQL perhaps only the changed ones. */
  write(statement: SqlStatement): Promise<number>
  /**
   * Runs statements that write: all or none. Returns the last one's number of rows. In PostgreSQL,
   * none of them sees what the others write.
   */
  atomic(statements: readonly SqlStatement[]): Promise<number>
  /** Returns whether an error reports a value that the column's type does not have. */
  isInvalid(error: unknown): boolean
  /** Returns whether an error reports that the key already exists. */
  isDuplicate(error: unknown): boolean
}

/** Returns a database's port. Errors about missing tables name the command that creates them. */
export function createPort(
  dialect: AccountDialect,
  connection: SqlConnection,
  tables: SqlTables,
): AccountPort {
  const advised = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw isMissingTable(error) ? withCommand(error, tables) : error
    }
  }
  const { write, atomic, toText } =
    dialect === 'mysql' ? mysqlWrites(connection) : returningWrites(dialect, connection)
  return {
    dialect,
    read: ({ text, values }) =>
      advised(async () => (await repeatRead(() => connection.query(toText(text), values))).rows),
    write: (statement) => advised(() => write(statement)),
    atomic: (statements) => advised(() => atomic(statements)),
    isInvalid: (error) => dialect === 'postgres' && isInvalidValue(error),
    isDuplicate: (error) => dialect === 'mysql' && isMysqlDuplicate(error),
  }
}

interface Writes extends Pick<AccountPort, 'write' | 'atomic'> {
  /** Returns a statement with the database's placeholders. */
  readonly toText: (text: string) => string
}

/** The count of a driver can be missing, and that of returned rows never is. */
const RETURNING = ' RETURNING 1 AS "D"'

function returningWrites(dialect: AccountDialect, connection: SqlConnection): Writes {
  const toText = dialect === 'postgres' ? numbered : (text: string) => text
  const write = async ({ text, values }: SqlStatement): Promise<number> =>
    (await connection.query(toText(text) + RETURNING, values)).rows.length
  return {
    toText,
    write,
    async atomic(statements) {
      const last = statements.at(-1) as SqlStatement
      if (connection.batch !== undefined) {
        const returning = { ...last, text: last.text + RETURNING }
        return (await connection.batch([...statements.slice(0, -1), returning])).at(-1)?.rows.length ?? 0
      }
      const others = statements.slice(0, -1).map(({ text }, index) => `w${index} AS (${text})`)
      const text = others.length === 0 ? last.text : `WITH ${others.join(', ')} ${last.text}`
      return write({ text, values: statements.flatMap(({ values }) => values) })
    },
  }
}

function mysqlWrites(connection: SqlConnection): Writes {
  return {
    toText: (text) => text,
    write: ({ text, values }) => untilUndisturbed(async () => (await connection.query(text, values)).changes),
    atomic: (statements) =>
      untilUndisturbed(async () => {
        let changes = 0
        await connection.transaction?.(async (inner) => {
          for (const { text, values } of statements) ({ changes } = await inner.query(text, values))
        })
        return changes
      }),
  }
}

/** No statement has a question mark that is not a placeholder. */
function numbered(text: string): string {
  let position = 0
  return text.replaceAll('?', () => `$${++position}`)
}

function isMissingTable(error: unknown): boolean {
  const isSqlites = error instanceof Error && /\bno such table: /.test(error.message)
  return isSqlites || lacksPostgresTable(error) || lacksMysqlTable(error)
}

/** Some drivers add the statement's values to the message, so that only the table's name is kept. */
function withCommand(error: unknown, tables: SqlTables): Error {
  const { code, errno, message } = error as { code?: unknown; errno?: unknown; message?: unknown }
  const found = /\b(?:relation "|Table '|no such table: )([^"'\s]+)/.exec(String(message))
  const what = found === null ? 'A table for accounts' : `The table "${found[1]}"`
  const preset = Object.entries(TABLE_PRESETS).find(([, { users }]) => users === tables.users)?.[0]
  const option = preset === 'latchkey' ? '' : ` --tables ${preset ?? '<preset>'}`
  const advised = new Error(
    `${what} does not exist. Run \`npx latchkey migrate${option}\`, which prints the SQL that creates it. ` +
      'Add `--apply` to execute it.',
    { cause: error },
  )
  return Object.assign(advised, code !== undefined && { code }, errno !== undefined && { errno })
}
