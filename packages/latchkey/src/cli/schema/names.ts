import { quoteName } from '../../sql/identifiers.ts'
import type { Dialect } from '../connect/url.ts'

/** Quotes a table, column or index name. */
export function quote(dialect: Dialect, name: string): string {
  return quoteName(name, dialect === 'mysql' ? '`' : '"')
}

/** Quotes names, separated by commas. */
export function quoteAll(dialect: Dialect, names: readonly string[]): string {
  return names.map((name) => quote(dialect, name)).join(', ')
}

/** Quotes a table's name, with its schema if there is one. */
export function quoteTable(dialect: Dialect, name: string, schema: string | undefined): string {
  return schema === undefined ? quote(dialect, name) : `${quote(dialect, schema)}.${quote(dialect, name)}`
}
