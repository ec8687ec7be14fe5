import type { SqlRow, SqlValue } from './connection.ts'
import { columnName, FIELDS, type SqlEntity, type SqlTables } from './tables.ts'

/**
 * What a column contains. `id`: a user id, which is text for Latchkey and can be a number or UUID
 * in the database. `json`: the fields that have no column. `any`: a column that only the
 * application knows.
 */
export type SqlFieldType = 'id' | 'text' | 'date' | 'number' | 'boolean' | 'json' | 'any'

/** A field that has a column. */
export interface SqlField {
  /** The field's name in a record. */
  readonly name: string
  /** The column's name, without quotes. */
  readonly column: string
  /**
   * The column's name in results. It has no underscores and no words, so that drivers that rename
   * columns keep it. It differs between entities, so that a row can contain two records.
   */
  readonly alias: string
  readonly type: SqlFieldType
}

/** An entity's fields that are not text. */
const TYPES: Readonly<Record<SqlEntity, Readonly<Record<string, SqlFieldType>>>> = {
  users: { id: 'id', emailVerified: 'date' },
  accounts: { userId: 'id', expires_at: 'number' },
  sessions: { userId: 'id', expires: 'date' },
  verificationTokens: { expires: 'date' },
  authenticators: { userId: 'id', counter: 'number', credentialBackedUp: 'boolean' },
}

const ALIASES: Readonly<Record<SqlEntity, string>> = {
  users: 'U',
  accounts: 'A',
  sessions: 'S',
  verificationTokens: 'V',
  authenticators: 'K',
}

/** Returns an entity's fields that have a column, in column order. */
export function listFields(tables: SqlTables, entity: SqlEntity): readonly SqlField[] {
  const table = tables[entity]
  const storesExtra = entity === 'users' || entity === 'accounts'
  const fields: Omit<SqlField, 'alias'>[] = [
    ...FIELDS[entity].map((name) => ({
      name,
      column: columnName(table, name),
      type: TYPES[entity][name] ?? ('text' as const),
    })),
    ...(table.extraColumns ?? []).map((name) => ({
      name,
      column: columnName(table, name),
      type: 'any' as const,
    })),
    ...(storesExtra && tables.extra !== undefined
      ? [{ name: EXTRA, column: tables.extra, type: 'json' as const }]
      : []),
  ]
  return fields.map((field, index) => ({ ...field, alias: `${ALIASES[entity]}${index}` }))
}

/** Stands for the fields without a column. No record uses this name. */
const EXTRA = ''

/**
 * Returns a row's record, by the fields' aliases. Returns `null` for no row, and for a row without
 * the record, as outer joins return it.
 */
export function toRecord<T>(fields: readonly SqlField[], row: SqlRow | undefined): T | null {
  const [key] = fields
  if (row === undefined || key === undefined || (row[key.alias] ?? null) === null) return null
  const json = fields.find(({ type }) => type === 'json')
  // The columns take precedence over fields with the same name in the JSON object. A spread copies
  // a member `__proto__` as a field: an assignment would replace the prototype.
  const record: Record<string, unknown> = { ...(json && parseJson(row[json.alias])) }
  for (const field of fields) if (field.type !== 'json') record[field.name] = fromSql(field, row[field.alias])
  return record as T
}

/** Returns the values to insert, in field order. */
export function toValues(fields: readonly SqlField[], record: object): readonly SqlValue[] {
  const given = ownFields(record)
  return fields.map(({ name, type }) =>
    type === 'json' ? JSON.stringify(pickExtra(fields, given)) : toSql(type, given[name]),
  )
}

/**
 * Returns the values to change: those of the fields that are not `undefined`. A `json` field's
 * value is the text of an object whose members replace those with the same name.
 */
export function toChanges(
  fields: readonly SqlField[],
  record: object,
): readonly { readonly field: SqlField; readonly value: SqlValue }[] {
  const given = ownFields(record)
  return fields.flatMap((field) => {
    if (field.type !== 'json')
      return given[field.name] === undefined ? [] : [{ field, value: toSql(field.type, given[field.name]) }]
    const extra = pickExtra(fields, given)
    return Object.keys(extra).length === 0 ? [] : [{ field, value: JSON.stringify(extra) }]
  })
}

/** Every object inherits `constructor` and `toString`, which can be a column's name. */
function ownFields(record: object): Readonly<Record<string, unknown>> {
  return Object.assign(Object.create(null), record)
}

function pickExtra(
  fields: readonly SqlField[],
  record: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const columns = new Set(fields.map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) => value !== undefined && !columns.has(name)),
  )
}

function toSql(type: SqlFieldType, value: unknown): SqlValue {
  if (value === undefined || value === null) return null
  if (type === 'any' || value instanceof Date) return value as SqlValue
  if (type === 'number') return Number(value)
  if (type === 'boolean') return Boolean(value)
  if (type === 'date') return new Date(value as string)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function fromSql({ type, name }: SqlField, value: unknown): unknown {
  if (value === undefined || value === null) return null
  switch (type) {
    case 'id':
    case 'text':
      return String(value)
    case 'number':
      return Number(value)
    case 'boolean':
      return value === true || value === 't' || Number(value) === 1
    case 'date':
      return name === 'emailVerified' ? verificationDate(toDate(value)) : toDate(value)
    case 'json':
    case 'any':
      return value
  }
}

/**
 * Returns a column's date: a date, milliseconds since 1970, or a text, which is UTC if it names no
 * time zone.
 */
function toDate(value: unknown): Date {
  if (value instanceof Date) return new Date(value)
  if (typeof value !== 'string') return new Date(Math.round(Number(value)))
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return new Date(Math.round(Number(value)))
  const [, date = value, zone = 'Z'] = /^(.{10}.*?)(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(value) ?? []
  // JavaScript needs a zone's minutes, which PostgreSQL leaves out.
  return new Date(date.replace(' ', 'T') + (/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone))
}

/** In another program's column, 0 and `false` mean that an address is not verified. */
function verificationDate(date: Date): Date | null {
  return date.getTime() > 0 ? date : null
}

/** Some drivers parse JSON, others return the text. */
function parseJson(value: unknown): object {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}
