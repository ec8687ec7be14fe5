import { quoteName } from '../../sql/identifiers.ts'
import type { Dialect } from '../connect/url.ts'

/** Quotes the name of a table, a column or an index. */
export function quote(dialect: Dialect, name: string): string {
  return quoteName(name, dialect === 'mysql' ? '`' : '"')
}

/** Quotes names, separated by commas. */
export function quoteAll(dialect: Dialect, names: readonly string[]): string {
  return names.map((name) => quote(dialect, name)).join(', ')
}

/** Quotes the name of a table, with its schema where there is one. */
export function quoteTable(dialect: Dialect, name: string, schema: string | undefined): string {
  return schema === undefined ? quote(dialect, name) : `${quote(dialect, schema)}.${quote(dialect, name)}`
}
