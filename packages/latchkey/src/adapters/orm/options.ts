import type { SqlTablePreset, SqlTables } from '../../sql/tables.ts'

/** Options of the adapters over an ORM. */
export interface OrmOptions {
  /** The tables: the name of a preset, or an object with the names of tables and columns. */
  readonly tables?: SqlTablePreset | SqlTables
}

/** The families of databases that an ORM can use. */
export type SqlFamily = 'postgresql' | 'mysql' | 'sqlite'

/**
 * Returns whether a statement returns rows. ORMs have another method for those that return none.
 */
export function returnsRows(text: string): boolean {
  return /^\s*SELECT\b|^\s*PRAGMA \w+$|\bRETURNING\b/i.test(text)
}
