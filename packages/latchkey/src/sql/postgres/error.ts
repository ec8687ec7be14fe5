import { MISSING_TABLE_ADVICE, type TableUser } from '../missing-table-advice.ts'

/** A table, column or schema does not exist. */
const MISSING = new Set(['42P01', '42703', '3F000'])

/** A text is not a value of the column's type, or not valid text. */
const INVALID_VALUES = new Set(['22P02', '22003', '22021'])

const UNUSABLE_NAMES = new Set(['26000', '42P05', '0A000'])

/** Returns the PostgreSQL code, such as `23505`, if the error has one. */
function readErrorCode(error: unknown): string | undefined {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  // `Bun.sql` has the PostgreSQL code in `errno`.
  return [errno, code].find((value): value is string => typeof value === 'string')
}

/** Returns whether an error reports that a unique value already exists. */
export function isDuplicate(error: unknown): boolean {
  return readErrorCode(error) === '23505'
}

/** Returns whether an error reports that a table, column or schema does not exist. */
export function isMissingTable(error: unknown): boolean {
  return readErrorCode(error) === '42P01'
}

/**
 * Returns whether an error reports that the column cannot hold a value, such as `abc` in a number
 * column.
 */
export function isInvalidValue(error: unknown): boolean {
  return INVALID_VALUES.has(readErrorCode(error) ?? '')
}

/**
 * Returns whether an error reports that the server does not know or allow what a statement uses.
 */
export function isUnsupported(error: unknown): boolean {
  return /^(?:0A|42)/.test(readErrorCode(error) ?? '')
}

/**
 * Returns whether an error reports that a prepared statement cannot be used: its connection does
 * not know the name or already has it, or a migration changed the columns.
 */
export function isUnusableName(error: unknown): boolean {
  return UNUSABLE_NAMES.has(readErrorCode(error) ?? '')
}

/** Returns a driver's error. It names the fix if a table or column does not exist. */
export function withAdvice(error: unknown, user: TableUser): unknown {
  const code = readErrorCode(error)
  if (!(error instanceof Error) || code === undefined || !MISSING.has(code)) return error
  const advised = new Error(`${error.message}. ${MISSING_TABLE_ADVICE[user]}`, { cause: error })
  return Object.assign(advised, { code })
}
