import type { SqlRow, SqlValue } from '../../../sql/connection.ts'
import { quotedTable, quoteName } from '../../../sql/identifiers.ts'
import { listFields, type SqlField, toChanges, toRecord, toValues } from '../../../sql/rows.ts'
import type { SqlEntity, SqlTables } from '../../../sql/tables.ts'

/** The account columns besides `tokens`, in the tables that Latchkey creates. */
const ACCOUNT_FIELDS = ['provider', 'providerAccountId', 'userId', 'type']

/** The entities whose tables have the column `updatedAt`, where it exists. */
const UPDATED: readonly SqlEntity[] = ['users', 'accounts', 'sessions']

/** A column in quotes, and its value. */
export type ColumnValue = readonly [column: string, value: SqlValue]

/** A table, and the conversion between its rows and the adapter's records. */
export interface Entity {
  /** The table's name, in quotes. */
  readonly table: string
  /** Returns the name of a field's column, with the table, in quotes. */
  column(field: string): string
  /** Returns the expression for a field that has a column or is a member of `extra`. */
  value(field: string): string
  /** The columns for `SELECT` and `RETURNING`. */
  readonly list: string
  /** The same with the table, for a query over several tables. */
  readonly qualifiedList: string
  /** Column with a JSON object of the fields that have no column, in quotes. */
  readonly extra: string | undefined
  /** Returns the values of all columns. */
  insertion(record: object): readonly ColumnValue[]
  /** Returns the values of the columns whose fields are given. `extra` has only given fields. */
  changes(record: object): readonly ColumnValue[]
  /** Returns a row's record, or `null` without a row. */
  record<T>(row: SqlRow | undefined): T | null
}

/** Returns how an entity's records are stored. */
export function describeEntity(tables: SqlTables, name: SqlEntity): Entity {
  const table = quotedTable(tables, name, '"')
  const fields = sqliteFields(tables, name).map((field) => ({
    ...field,
    quoted: quoteName(field.column, '"'),
  }))
  const hasColumn = (wanted: string): boolean => fields.some(({ name: field }) => field === wanted)
  const column = (wanted: string): string =>
    `${table}.${fields.find((field) => field.name === wanted)?.quoted}`
  const isText = tables.sqlite?.dates === 'text'
  const toSqlDate = (value: SqlValue): SqlValue => (value instanceof Date ? dateInput(value, isText) : value)
  const { updatedAt } = tables
  const now = (): readonly ColumnValue[] =>
    updatedAt === undefined || !UPDATED.includes(name)
      ? []
      : [[quoteName(updatedAt, '"'), dateInput(new Date(), isText)]]
  const json = fields.find(({ type }) => type === 'json')
  return {
    table,
    column,
    value: (wanted) =>
      hasColumn(wanted) ? column(wanted) : `json_extract(${table}.${json?.quoted}, '$.${wanted}')`,
    list: fields.map(({ quoted, alias }) => `${quoted} AS ${alias}`).join(', '),
    qualifiedList: fields.map(({ quoted, alias }) => `${table}.${quoted} AS ${alias}`).join(', '),
    extra: json?.quoted,
    insertion(record) {
      const values = toValues(fields, record)
      return [
        ...fields.map(({ quoted }, index) => [quoted, toSqlDate(values[index] ?? null)] as const),
        ...now(),
      ]
    },
    changes: (record) => [
      ...toChanges(fields, record).map(
        ({ field, value }) => [quoteName(field.column, '"'), toSqlDate(value)] as const,
      ),
      ...now(),
    ],
    record: (row) => toRecord(fields, row),
  }
}

/**
 * Returns the condition that fields have exactly the values of `twice`. A number column treats "07"
 * as 7, and a column can ignore case: the first comparison uses the index, the second one compares
 * texts.
 */
export function isExactly({ column }: Entity, ...fields: readonly string[]): string {
  return fields
    .map(column)
    .map((name) => `${name} = ? AND CAST(${name} AS TEXT) = ? COLLATE BINARY`)
    .join(' AND ')
}

/**
 * Returns the values of `isExactly`. Callers may lack one despite the types: nothing equals NULL.
 */
export function twice(...values: readonly (string | null | undefined)[]): (string | null)[] {
  return values.flatMap((value) => [value ?? null, value ?? null])
}

/** In the tables that Latchkey creates, account tokens are a JSON object. */
function sqliteFields(tables: SqlTables, name: SqlEntity): readonly SqlField[] {
  const tokens = tables.sqlite?.tokens
  const fields = listFields(tables, name)
  if (name !== 'accounts' || tokens === undefined) return fields
  return fields
    .filter((field) => field.type === 'json' || ACCOUNT_FIELDS.includes(field.name))
    .map((field) => (field.type === 'json' ? { ...field, column: tokens } : field))
}

/** An invalid date becomes `NULL`, which the column of a required date rejects. */
function dateInput(date: Date, isText: boolean): SqlValue {
  const time = date.getTime()
  if (Number.isNaN(time)) return null
  return isText ? date.toISOString() : time
}
