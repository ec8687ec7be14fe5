import type { SqlStatement, SqlValue } from '../connection.ts'
import { quoteName, type SqlQuote } from '../identifiers.ts'
import { toChanges, toRecord, toValues } from '../rows.ts'
import type { SqlTables } from '../tables.ts'
import type { AccountDialect, AccountPort } from './port.ts'
import {
  ACCOUNT_TABLES,
  type AccountEntity,
  type AccountField,
  accountColumn,
  accountTable,
} from './tables.ts'

/** A condition, such as `id = ?`, with its values. */
type Condition = SqlStatement

/** One table's statements. */
export interface AccountStatements<T> {
  /** The quoted name. */
  readonly table: string
  /** Returns a field's quoted column. */
  column(field: string): string
  /** Returns the records that match, in an order such as `createdAt DESC`. */
  list(condition: Condition, order?: string): Promise<T[]>
  insertion(records: readonly Partial<T>[]): SqlStatement
  /**
   * Inserts records. Changes the given fields of those whose key exists.
   *
   * @param isOwn column that must have the same value for a change
   */
  upsertion(records: readonly T[], changed: Partial<T>, isOwn?: string): SqlStatement
  /** Returns `undefined` if no field is given. */
  update(changed: Partial<T>, condition: Condition): SqlStatement | undefined
  deletion(condition?: Condition): SqlStatement
  /** Returns the condition that fields have these values. */
  where(values: Partial<T>): Condition
}

/** Returns a table's statements. */
export function createStatements<T extends object>(
  port: AccountPort,
  { schema }: SqlTables,
  entity: AccountEntity,
): AccountStatements<T> {
  const { fields, key } = ACCOUNT_TABLES[entity]
  const quote: SqlQuote = port.dialect === 'mysql' ? '`' : '"'
  const table = accountTable(entity, schema, quote)
  const column = (field: string): string => quoteName(accountColumn(field), quote)
  const changesIn = (record: Partial<T>): ReturnType<typeof toChanges> =>
    toChanges(fields, record).filter(({ field }) => !key.includes(field.name))
  const insertion = (records: readonly Partial<T>[]): SqlStatement => ({
    text:
      `INSERT INTO ${table} (${fields.map(({ name }) => column(name)).join(', ')}) VALUES ` +
      records.map(() => `(${fields.map(() => '?').join(', ')})`).join(', '),
    values: records.flatMap((record) => toValues(fields, record)),
  })
  return {
    table,
    column,
    list: (condition, order) => list(port, { table, fields, column, quote }, condition, order),
    insertion,
    upsertion(records, changed, isOwn) {
      const { text, values } = insertion(records)
      const names = changesIn(changed).map(({ field }) => column(field.name))
      const end = onConflict(port.dialect, { table, key: key.map(column), names, isOwn })
      return { text: `${text} ${end}`, values }
    },
    update(changed, condition) {
      const changes = changesIn(changed)
      if (changes.length === 0) return undefined
      const assignments = changes.map(({ field }) => `${column(field.name)} = ?`).join(', ')
      const text = `UPDATE ${table} SET ${assignments} WHERE ${condition.text}`
      return { text, values: [...changes.map(({ value }) => value), ...condition.values] }
    },
    deletion: ({ text, values } = ALL) => ({
      text: `DELETE FROM ${table}${text === '' ? '' : ` WHERE ${text}`}`,
      values,
    }),
    where: (values) => ({
      text: Object.keys(values)
        .map((field) => `${column(field)} = ?`)
        .join(' AND '),
      // Despite the types, callers may lack a value. In SQL, nothing equals NULL.
      values: Object.values(values).map((value) => (value ?? null) as SqlValue),
    }),
  }
}

/** The condition that all rows meet. */
const ALL: Condition = { text: '', values: [] }

interface Reading {
  readonly table: string
  readonly fields: readonly AccountField[]
  readonly column: (field: string) => string
  readonly quote: SqlQuote
}

async function list<T>(
  port: AccountPort,
  { table, fields, column, quote }: Reading,
  { text, values }: Condition,
  order: string | undefined,
): Promise<T[]> {
  const selection = fields.map(
    (field) => `${readable(port.dialect, column(field.name), field)} AS ${quoteName(field.alias, quote)}`,
  )
  const end = order === undefined ? '' : ` ORDER BY ${order}`
  const query = `SELECT ${selection.join(', ')} FROM ${table} WHERE ${text}${end}`
  const rows = await orEmpty(port, [], () => port.read({ text: query, values }))
  return rows.map((row) => toRecord<T>(fields, row) as T)
}

/** Returns a value instead of an error about an id that the column's type does not have. */
export async function orEmpty<T>(port: AccountPort, empty: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!port.isInvalid(error)) throw error
    return empty
  }
}

/** Drivers read dates in different ways, so they are read as text or numbers. */
function readable(dialect: AccountDialect, column: string, { type }: AccountField): string {
  if (dialect === 'postgres') {
    if (type === 'date') return `date_part('epoch', ${column}) * 1000`
    return type === 'boolean' ? column : `${column}::text`
  }
  return dialect === 'mysql' && type === 'date' ? `CAST(${column} AS CHAR)` : column
}

interface Conflict {
  readonly table: string
  readonly key: readonly string[]
  /** The columns to change. */
  readonly names: readonly string[]
  /** The column whose value must be the same for a change. */
  readonly isOwn: string | undefined
}

function onConflict(dialect: AccountDialect, { table, key, names, isOwn }: Conflict): string {
  if (dialect === 'mysql') {
    const given = (name: string): string => `VALUES(${name})`
    const value = (name: string): string =>
      isOwn === undefined ? given(name) : `IF(${isOwn} = ${given(isOwn)}, ${given(name)}, ${name})`
    const [first = ''] = key
    const changes =
      names.length === 0 ? [`${first} = ${first}`] : names.map((name) => `${name} = ${value(name)}`)
    return `ON DUPLICATE KEY UPDATE ${changes.join(', ')}`
  }
  if (names.length === 0) return `ON CONFLICT (${key.join(', ')}) DO NOTHING`
  const changes = names.map((name) => `${name} = excluded.${name}`).join(', ')
  const where = isOwn === undefined ? '' : ` WHERE ${table}.${isOwn} = excluded.${isOwn}`
  return `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changes}${where}`
}
