import { lowerAddress } from '../../sql/postgres/lower-address.ts'
import type { Dialect } from '../connect/url.ts'
import { quote } from './names.ts'

/** An index over a column's lower case. */
export interface LowerIndex {
  readonly name: string
  /** The column's lower case, in SQL. */
  readonly expression: string
  /** The same as `inspect` reads it from a database. */
  readonly found: string
}

/**
 * Returns the index by which the adapters find addresses that are stored with capital letters. In
 * MySQL there is none: the column's collation determines whether such addresses are found.
 */
export function buildLowerIndex(dialect: Dialect, table: string, column: string): LowerIndex | undefined {
  const name = `${table}_${column}_lower_idx`
  const quoted = quote(dialect, column)
  switch (dialect) {
    case 'postgres':
      return { name, expression: lowerAddress(quoted), found: `lower(${column} COLLATE C)` }
    case 'sqlite':
      return { name, expression: `lower(${quoted})`, found: `lower(${column})` }
    case 'mysql':
      return undefined
  }
}
