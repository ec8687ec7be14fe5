import type { SqlRow, SqlStatement, SqlValue } from '../../sql/connection.ts'
import { quotedTable, quoteName } from '../../sql/identifiers.ts'
import { untilUndisturbed } from '../../sql/mysql/retry.ts'
import type { MysqlConnection, MysqlResult } from '../../sql/mysql/types.ts'
import { repeatRead } from '../../sql/retry.ts'
import { listFields, type SqlField, toChanges, toRecord, toValues } from '../../sql/rows.ts'
import { columnName, type SqlEntity, type SqlTables } from '../../sql/tables.ts'

/** Tables whose rows have the column `updatedAt`, if the tables have one. */
const UPDATED: readonly SqlEntity[] = ['users', 'accounts', 'sessions']

/** One table: its names, and how its columns are read and written. */
export interface Table {
  readonly entity: SqlEntity
  /** Quoted name. */
  readonly name: string
  readonly fields: readonly SqlField[]
  /** A query's columns, with their aliases. */
  readonly columns: string
  /** Returns the quoted name of a field's column, with its table's name. */
  readonly column: (field: string) => string
  /** Assignments that each change makes. */
  readonly assignments: readonly string[]
  readonly hasZone: boolean
}

/** An adapter's tables, and its connection. */
export interface Database extends Readonly<Record<SqlEntity, Table>> {
  readonly connection: MysqlConnection
}

export function createDatabase(connection: MysqlConnection, tables: SqlTables): Database {
  const table = (entity: SqlEntity): Table => describeTable(tables, entity)
  return {
    connection,
    users: table('users'),
    accounts: table('accounts'),
    sessions: table('sessions'),
    verificationTokens: table('verificationTokens'),
    authenticators: table('authenticators'),
  }
}

function describeTable(tables: SqlTables, entity: SqlEntity): Table {
  const name = quotedTable(tables, entity, '`')
  const fields = listFields(tables, entity)
  const hasZone = tables.dates === 'with-zone'
  const column = (field: string): string => `${name}.${quoteName(columnName(tables[entity], field), '`')}`
  const { updatedAt } = tables
  return {
    entity,
    name,
    fields,
    columns: fields.map((field) => `${readable(name, field, hasZone)} AS ${field.alias}`).join(', '),
    column,
    assignments:
      updatedAt !== undefined && UPDATED.includes(entity)
        ? [`${quoteName(updatedAt, '`')} = UTC_TIMESTAMP(3)`]
        : [],
    hasZone,
  }
}

/**
 * Returns how a column is read. Dates and JSON are read as text, because drivers convert them
 * according to their own options and time zones.
 */
function readable(table: string, { column, type }: SqlField, hasZone: boolean): string {
  const name = `${table}.${quoteName(column, '`')}`
  if (type === 'date' && hasZone) return `CAST(UNIX_TIMESTAMP(${name}) * 1000 AS CHAR)`
  return type === 'date' || type === 'json' ? `CAST(${name} AS CHAR)` : name
}

/** Returns a field's placeholder. */
function placeholder({ type }: SqlField, { hasZone }: Table): string {
  return type === 'date' && hasZone ? 'FROM_UNIXTIME(?)' : '?'
}

function parameter({ type }: SqlField, value: SqlValue, { hasZone }: Table): SqlValue {
  return type === 'date' && hasZone && value instanceof Date ? (value.getTime() / 1000).toFixed(3) : value
}

/**
 * Returns a condition that is true for exactly one value. Many collations ignore case, accents or
 * trailing blanks: the first comparison uses the index, the second one compares bytes.
 */
function isExactly(column: string): string {
  return `${column} = ? AND ${asBytes(column)} = ${asBytes('?')}`
}

/** Returns the expression for a text's bytes, regardless of the text's character set. */
export function asBytes(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`
}

/** Returns the condition for several table fields, with its values. */
export function where(table: Table, values: Readonly<Record<string, string>>): SqlStatement {
  return {
    text: Object.keys(values)
      .map((field) => isExactly(table.column(field)))
      .join(' AND '),
    values: Object.values(values).flatMap((value) => [value, value]),
  }
}

/** Runs a query, and repeats it once if its connection was cut. */
export async function read(
  { connection }: Pick<Database, 'connection'>,
  text: string,
  values: readonly SqlValue[],
): Promise<readonly SqlRow[]> {
  const { rows } = await repeatRead(() => connection.query(text, values))
  return rows
}

/**
 * Runs a statement that writes, and repeats it if the database rolled it back because of others.
 */
export function write(
  { connection }: Pick<Database, 'connection'>,
  { text, values }: SqlStatement,
): Promise<MysqlResult> {
  return untilUndisturbed(() => connection.query(text, values))
}

/** Returns a table's records that match exactly. */
export async function find<T>(
  database: Pick<Database, 'connection'>,
  table: Table,
  keys: Readonly<Record<string, string>>,
): Promise<readonly T[]> {
  // Callers may lack a value despite the types. In SQL, nothing equals NULL.
  if (Object.values(keys).some((key) => key === undefined || key === null)) return []
  const { text, values } = where(table, keys)
  const rows = await read(database, `SELECT ${table.columns} FROM ${table.name} WHERE ${text}`, values)
  return rows
    .map((row) => toRecord<Record<string, unknown>>(table.fields, row))
    .filter(
      (record) => record !== null && Object.keys(keys).every((key) => record[key] === String(keys[key])),
    )
    .map((record) => record as T)
}

/** Returns the statement that inserts a record. */
export function insertion(table: Table, record: object): SqlStatement {
  const { fields } = table
  const columns = fields.map(({ column }) => quoteName(column, '`'))
  const placeholders = fields.map((field) => placeholder(field, table))
  const updated = table.assignments.map((assignment) => assignment.split(' = ') as [string, string])
  const names = [...columns, ...updated.map(([name]) => name)].join(', ')
  const values = [...placeholders, ...updated.map(([, value]) => value)].join(', ')
  return {
    text: `INSERT INTO ${table.name} (${names}) VALUES (${values})`,
    values: toValues(fields, record).map((value, index) =>
      parameter(fields[index] as SqlField, value, table),
    ),
  }
}

/**
 * Returns the statement that changes a record's fields that are not `undefined`. Returns
 * `undefined` if there are none.
 */
export function change(
  table: Table,
  keys: Readonly<Record<string, string>>,
  record: object,
): SqlStatement | undefined {
  const changes = toChanges(table.fields, record).filter(({ field }) => !Object.hasOwn(keys, field.name))
  if (changes.length === 0) return undefined
  const assignments = changes.map(({ field, value }) => assignment(table, field, value))
  const condition = where(table, keys)
  const texts = [...assignments.map(({ text }) => text), ...table.assignments]
  return {
    text: `UPDATE ${table.name} SET ${texts.join(', ')} WHERE ${condition.text}`,
    values: [...assignments.flatMap(({ values }) => values), ...condition.values],
  }
}

function assignment(table: Table, field: SqlField, value: SqlValue): SqlStatement {
  const column = quoteName(field.column, '`')
  if (field.type !== 'json')
    return { text: `${column} = ${placeholder(field, table)}`, values: [parameter(field, value, table)] }
  // Replaces the members one by one: `JSON_MERGE_PATCH` would delete those that are null.
  const members = Object.entries(JSON.parse(String(value)) as Record<string, unknown>)
  const pairs = ", ?, JSON_EXTRACT(?, '$')".repeat(members.length)
  return {
    text: `${column} = JSON_SET(COALESCE(${column}, '{}')${pairs})`,
    values: members.flatMap(([name, member]) => [`$.${JSON.stringify(name)}`, JSON.stringify(member)]),
  }
}

/** Returns the statement that deletes rows that match exactly. */
export function deletion(table: Table, keys: Readonly<Record<string, string>>): SqlStatement {
  const { text, values } = where(table, keys)
  return { text: `DELETE FROM ${table.name} WHERE ${text}`, values }
}

/** Returns a record as `find` would return it. */
export function stored<T>({ fields }: Table, record: object): T {
  const values = toValues(fields, record)
  return toRecord<T>(
    fields,
    Object.fromEntries(fields.map(({ alias }, index) => [alias, values[index]])),
  ) as T
}
