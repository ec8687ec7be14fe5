import type { SqlValue } from '../../sql/connection.ts'
import { quotedColumn, quotedTable, quoteName } from '../../sql/identifiers.ts'
import { listFields, type SqlField, toChanges, toValues } from '../../sql/rows.ts'
import type { SqlEntity, SqlTables } from '../../sql/tables.ts'

/** The entities whose tables have the column `updatedAt`. */
const UPDATED: readonly SqlEntity[] = ['users', 'accounts', 'sessions']

/** The parts of statements about one table. */
export interface Table {
  /** The quoted name. */
  readonly name: string
  readonly fields: readonly SqlField[]
  /** The quoted name of a field's column, after the table's name. */
  readonly column: (field: string) => string
  /** The columns to return, as `toRecord` reads them. */
  readonly selection: string
  /** The names of the columns that `selection` returns. */
  readonly aliases: string
}

/** What a statement inserts: its columns, their placeholders and the values. */
export interface Insertion {
  readonly columns: string
  readonly placeholders: string
  readonly values: readonly SqlValue[]
}

/** Returns the statement parts for an entity. */
export function describeTable(tables: SqlTables, entity: SqlEntity): Table {
  const name = quotedTable(tables, entity, '"')
  const fields = listFields(tables, entity)
  return {
    name,
    fields,
    column: (field) => `${name}.${quotedColumn(tables[entity], field, '"')}`,
    selection: fields.map((field) => `${selectExpression(name, field)} AS "${field.alias}"`).join(', '),
    aliases: fields.map(({ alias }) => `"${alias}"`).join(', '),
  }
}

/**
 * Returns what to insert for a record.
 *
 * @param replaced expressions instead of values, by field
 * @param offset how many placeholders the statement has before these
 */
export function buildInsertion(
  tables: SqlTables,
  entity: SqlEntity,
  record: object,
  { replaced = {}, offset = 0 }: { replaced?: Readonly<Record<string, string>>; offset?: number } = {},
): Insertion {
  const isOmitted = ({ name }: SqlField): boolean =>
    entity === 'users' && name === 'id' && tables.userIds === 'database'
  const fields = listFields(tables, entity)
  const all = toValues(fields, record)
  const values: SqlValue[] = []
  const columns: string[] = []
  const placeholders: string[] = []
  for (const [index, field] of fields.entries()) {
    if (isOmitted(field)) continue
    columns.push(quoteName(field.column, '"'))
    const expression = Object.hasOwn(replaced, field.name) ? replaced[field.name] : undefined
    if (expression === undefined) values.push(all[index] ?? null)
    placeholders.push(expression ?? buildPlaceholder(field, offset + values.length))
  }
  for (const [column, now] of updatedColumns(tables, entity)) {
    columns.push(column)
    placeholders.push(now)
  }
  return { columns: columns.join(', '), placeholders: placeholders.join(', '), values }
}

/**
 * Returns the assignments for an `UPDATE`, and their values. Returns `undefined` if nothing
 * changes.
 *
 * @param except fields that identify the row
 * @param offset how many placeholders the statement has before these
 */
export function buildAssignments(
  tables: SqlTables,
  entity: SqlEntity,
  record: object,
  { except, offset }: { except: readonly string[]; offset: number },
): { readonly text: string; readonly values: readonly SqlValue[] } | undefined {
  const changes = toChanges(listFields(tables, entity), record).filter(
    ({ field }) => !except.includes(field.name),
  )
  if (changes.length === 0) return undefined
  const assignments = changes.map(({ field }, index) => {
    const column = quoteName(field.column, '"')
    const placeholder = buildPlaceholder(field, offset + index + 1)
    return field.type === 'json'
      ? `${column} = coalesce(${column}, '{}'::jsonb) || ${placeholder}`
      : `${column} = ${placeholder}`
  })
  for (const [column, now] of updatedColumns(tables, entity)) assignments.push(`${column} = ${now}`)
  return { text: assignments.join(', '), values: changes.map(({ value }) => value) }
}

/**
 * Returns the condition that fields have exactly the values of `twice`. A number column treats "07"
 * as 7, and `citext` ignores case: the first comparison uses the index, the second one compares
 * texts.
 */
export function isExactly({ column }: Table, fields: readonly string[]): string {
  return fields
    .map(column)
    .map((name, index) => `${name} = $${2 * index + 1} AND ${name}::text COLLATE "C" = $${2 * index + 2}`)
    .join(' AND ')
}

/**
 * Returns the values of `isExactly`. Callers may lack one despite the types: nothing equals NULL.
 */
export function twice(...values: readonly (string | null | undefined)[]): SqlValue[] {
  return values.flatMap((value) => [value ?? null, value ?? null])
}

/** Returns the current time for a comparison with dates in the tables. */
export function currentTime({ dates }: SqlTables): string {
  return dates === 'utc' ? "(now() AT TIME ZONE 'UTC')" : 'now()'
}

function updatedColumns(tables: SqlTables, entity: SqlEntity): [column: string, now: string][] {
  return tables.updatedAt !== undefined && UPDATED.includes(entity)
    ? [[quoteName(tables.updatedAt, '"'), currentTime(tables)]]
    : []
}

/**
 * A parameter's type is the column's type. A date is text with a time zone, which a column without
 * one ignores: it is UTC.
 */
function buildPlaceholder({ type }: SqlField, position: number): string {
  return type === 'json' ? `$${position}::text::jsonb` : `$${position}`
}

/**
 * Drivers parse dates, large numbers and JSON in different ways, and dates without a time zone in
 * the machine's time zone. Text and numbers arrive the same everywhere. As `text`, the value in a
 * `char(n)` column arrives without the blanks that the database added.
 */
function selectExpression(table: string, { type, column }: SqlField): string {
  const name = `${table}.${quoteName(column, '"')}`
  switch (type) {
    case 'date':
      return `date_part('epoch', ${name}) * 1000`
    case 'number':
      return `${name}::float8`
    case 'id':
    case 'text':
    case 'json':
      return `${name}::text`
    default:
      return name
  }
}
