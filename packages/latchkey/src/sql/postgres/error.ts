import { MISSING_TABLE_ADVICE, type TableUser } from '../missing-table-advice.ts'

/** A table, column or schema does not exist. */
const MISSING = new Set(['42P01', '42703', '3F000'])

/** A text is no value of the column's type, or no valid text. */
const INVALID_VALUES = new Set(['22P02', '22003', '22021'])

const UNUSABLE_NAMES = new Set(['26000', '42P05', '0A000'])

/** Returns the code of PostgreSQL, such as `23505`, if the error has one. */
function readErrorCode(error: unknown): string | undefined {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  // `Bun.sql` has the code of PostgreSQL in `errno`.
  return [errno, code].find((value): value is string => typeof value === 'string')
}

/** Returns whether an error says that a unique value exists already. */
export function isDuplicate(error: unknown): boolean {
  return readErrorCode(error) === '23505'
}

/** Returns whether an error says that a table, column or schema does not exist. */
export function isMissingTable(error: unknown): boolean {
  return readErrorCode(error) === '42P01'
}

/**
 * Returns whether an error says that a value cannot be one of the column, such as `abc` in a column
 * of numbers.
 */
export function isInvalidValue(error: unknown): boolean {
  return INVALID_VALUES.has(readErrorCode(error) ?? '')
}

/** Returns whether an error says that the server does not know or allow what a statement uses. */
export function isUnsupported(error: unknown): boolean {
  return /^(?:0A|42)/.test(readErrorCode(error) ?? '')
}

/**
 * Returns whether an error says that a prepared statement cannot be used: its connection does not
 * know the name, has it already, or a migration changed the columns.
 */
export function isUnusableName(error: unknown): boolean {
  return UNUSABLE_NAMES.has(readErrorCode(error) ?? '')
}

/** Returns an error of a driver. It names the fix if a table or column does not exist. */
export function withAdvice(error: unknown, user: TableUser): unknown {
  const code = readErrorCode(error)
  if (!(error instanceof Error) || code === undefined || !MISSING.has(code)) return error
  const advised = new Error(`${error.message}. ${MISSING_TABLE_ADVICE[user]}`, { cause: error })
  return Object.assign(advised, { code })
}
