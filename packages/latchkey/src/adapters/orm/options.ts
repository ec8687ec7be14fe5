import type { SqlTablePreset, SqlTables } from '../../sql/tables.ts'

/** Options for the ORM adapters. */
export interface OrmOptions {
  /** The tables: a preset's name, or an object with table and column names. */
  readonly tables?: SqlTablePreset | SqlTables
}

/** The database families that an ORM can use. */
export type SqlFamily = 'postgresql' | 'mysql' | 'sqlite'

/**
 * Returns whether a statement returns rows. ORMs have another method for those that do not.
 */
export function returnsRows(text: string): boolean {
  return /^\s*SELECT\b|^\s*PRAGMA \w+$|\bRETURNING\b/i.test(text)
}
