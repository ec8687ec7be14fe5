import type { SqlRow, SqlStatement, SqlValue } from '../../../sql/connection.ts'
import { repeatRead } from '../../../sql/retry.ts'
import type { SqliteSqlConnection } from '../../../sql/sqlite/port.ts'
import type { SqlEntity, SqlTables } from '../../../sql/tables.ts'
import { explained } from '../write.ts'
import { describeEntity, type Entity } from './entity.ts'

/** The tables, and what the adapter's methods run on them. */
export interface Database {
  readonly entities: Readonly<Record<SqlEntity, Entity>>
  /** Runs a read, and returns its rows. */
  all(text: string, ...values: SqlValue[]): Promise<readonly SqlRow[]>
  /** Runs a read, and returns its first row. */
  one(text: string, ...values: SqlValue[]): Promise<SqlRow | undefined>
  /** Runs a write, and returns its row, or `undefined` if it changed none. */
  write(text: string, ...values: SqlValue[]): Promise<SqlRow | undefined>
  /** Runs statements in one transaction, and returns each one's rows. */
  batch(statements: readonly SqlStatement[]): Promise<readonly (readonly SqlRow[])[]>
}

/** Returns what the adapter's methods run on a connection. */
export function createDatabase(connection: SqliteSqlConnection, tables: SqlTables): Database {
  const explain = (error: unknown): never => {
    throw withCommand(explained(error, tables))
  }
  const all: Database['all'] = async (text, ...values) =>
    (await repeatRead(() => connection.query(text, values)).catch(explain)).rows
  return {
    entities: {
      users: describeEntity(tables, 'users'),
      accounts: describeEntity(tables, 'accounts'),
      sessions: describeEntity(tables, 'sessions'),
      verificationTokens: describeEntity(tables, 'verificationTokens'),
      authenticators: describeEntity(tables, 'authenticators'),
    },
    all,
    one: async (text, ...values) => (await all(text, ...values))[0],
    write: async (text, ...values) => (await connection.query(text, values).catch(explain)).rows[0],
    batch: async (statements) => (await connection.batch(statements).catch(explain)).map(({ rows }) => rows),
  }
}

/** Returns a record's insertion. */
export function insertion(entity: Entity, record: object): SqlStatement {
  const columns = entity.insertion(record)
  return {
    text:
      `INSERT INTO ${entity.table} (${columns.map(([column]) => column).join(', ')}) ` +
      `VALUES (${columns.map(() => '?').join(', ')}) RETURNING ${entity.list}`,
    values: columns.map(([, value]) => value),
  }
}

/** Returns the missing table's name, if the error is about one. */
export function missingTable(error: unknown): string | undefined {
  return error instanceof Error ? /\bno such table: (?:main\.)?(\w+)/.exec(error.message)?.[1] : undefined
}

function withCommand(error: unknown): unknown {
  const table = missingTable(error)
  if (table === undefined) return error
  return new Error(
    `no such table: ${table}. Create the tables with \`npx latchkey migrate\`, or, if an ORM owns ` +
      'them, with its migrations.',
    { cause: error },
  )
}
