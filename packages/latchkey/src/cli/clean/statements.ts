import type { SqlStatement } from '../../sql/connection.ts'
import type { Dialect } from '../connect/url.ts'
import { quote, quoteAll, quoteTable } from '../schema/names.ts'

/** A table whose rows expire. */
export interface ExpiringTable {
  readonly name: string
  readonly schema?: string | undefined
  /** The column with the date. */
  readonly expires: string
  /** That column's type, in lower case. */
  readonly type: string
  /** The columns that identify a row. */
  readonly key: readonly string[]
}

/** Returns the statement that deletes at most `limit` expired rows. */
export function buildDeletion(dialect: Dialect, table: ExpiringTable, limit: number): SqlStatement {
  const name = quoteTable(dialect, table.name, table.schema)
  const expires = quote(dialect, table.expires)
  switch (dialect) {
    case 'postgres': {
      const expired = `${expires} < ${postgresNow(table.type)}`
      // Skips rows that another process deletes. Checks the condition again on rows that were
      // changed after they were found, such as a renewed session.
      const found = `SELECT ctid FROM ${name} WHERE ${expired} LIMIT ${limit} FOR UPDATE SKIP LOCKED`
      return { text: `DELETE FROM ${name} WHERE ctid = ANY (ARRAY(${found})) AND ${expired}`, values: [] }
    }
    case 'mysql':
      return {
        text:
          `DELETE FROM ${name} WHERE ${expires} < ${mysqlNow(table.type)} ` +
          `ORDER BY ${expires} LIMIT ${limit}`,
        values: [],
      }
    case 'sqlite': {
      const key = quoteAll(dialect, table.key)
      const { expired, values } = sqliteExpired(table.type, expires)
      const found = `SELECT ${key} FROM ${name} WHERE ${expired} LIMIT ${limit}`
      return { text: `DELETE FROM ${name} WHERE (${key}) IN (${found})`, values }
    }
  }
}

function postgresNow(type: string): string {
  if (isNumber(type)) return '(EXTRACT(EPOCH FROM now()) * 1000)'
  return type.endsWith('without time zone') ? "timezone('UTC', now())" : 'now()'
}

/**
 * Latchkey and Auth.js's adapters write UTC, regardless of the connection's time zone. A TIMESTAMP
 * returns it as it was written.
 */
function mysqlNow(type: string): string {
  return isNumber(type) ? '(UNIX_TIMESTAMP(NOW(3)) * 1000)' : 'UTC_TIMESTAMP(3)'
}

/** SQLite has no date type: dates are milliseconds, or ISO 8601 texts. */
function sqliteExpired(type: string, expires: string): { expired: string; values: (number | string)[] } {
  const now = new Date()
  if (isNumber(type)) return { expired: `${expires} < ?`, values: [now.getTime()] }
  return {
    expired: `CASE typeof(${expires}) WHEN 'text' THEN ${expires} < ? ELSE ${expires} < ? END`,
    values: [now.toISOString(), now.getTime()],
  }
}

function isNumber(type: string): boolean {
  return /^(?:big|small)?int/.test(type)
}
