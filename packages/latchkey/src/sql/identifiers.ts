import { columnName, type SqlEntity, type SqlTable, type SqlTables } from './tables.ts'

/** The character around a name: `"` in PostgreSQL and SQLite, a backtick in MySQL. */
export type SqlQuote = '"' | '`'

/**
 * Quotes a table or column name, so that any name is used as it is.
 *
 * @throws {TypeError} if no database accepts the name
 */
export function quoteName(name: string, quote: SqlQuote): string {
  if (typeof name !== 'string' || name === '' || name.includes('\0'))
    throw new TypeError('A table or column name in `tables` is empty or invalid. Write a name.')
  return quote + name.replaceAll(quote, quote + quote) + quote
}

/** Returns a table's quoted name, with its schema if one is set. */
export function quotedTable({ schema, ...tables }: SqlTables, entity: SqlEntity, quote: SqlQuote): string {
  const name = quoteName(tables[entity].name, quote)
  return schema === undefined ? name : `${quoteName(schema, quote)}.${name}`
}

/** Returns the quoted name of a field's column. */
export function quotedColumn(table: SqlTable, field: string, quote: SqlQuote): string {
  return quoteName(columnName(table, field), quote)
}
