import type { SqlRow, SqlValue } from '../../../sql/connection.ts'
import type { Database } from './database.ts'
import type { ColumnValue, Entity } from './entity.ts'

/** How often a change is repeated because another one happened in the meantime. */
const MAX_ATTEMPTS = 20

/** A condition, such as `id = ?`, with its values. */
export interface Condition {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/**
 * Changes a row's given fields, and keeps the others.
 *
 * @returns the row, `undefined` if it does not exist
 */
export async function update(
  database: Database,
  entity: Entity,
  record: object,
  condition: Condition,
): Promise<SqlRow | undefined> {
  const changes = entity.changes(record)
  const [extra] = changes.filter(([column]) => column === entity.extra)
  if (extra !== undefined) return merge(database, entity, changes, condition)
  const { text, values } = condition
  if (changes.length > 0) return change(database, entity, changes, condition)
  return database.one(`SELECT ${entity.list} FROM ${entity.table} WHERE ${text}`, ...values)
}

function change(
  { write }: Database,
  { table, list }: Entity,
  changes: readonly ColumnValue[],
  { text, values }: Condition,
): Promise<SqlRow | undefined> {
  return write(
    `UPDATE ${table} SET ${changes.map(([column]) => `${column} = ?`).join(', ')} ` +
      `WHERE ${text} RETURNING ${list}`,
    ...changes.map(([, value]) => value),
    ...values,
  )
}

/**
 * Also changes members of the JSON object. SQLite cannot address a member whose name contains a
 * quote, so the object is read and written. The write succeeds only if the object has not changed
 * in the meantime.
 */
async function merge(
  database: Database,
  entity: Entity,
  changes: readonly ColumnValue[],
  { text, values }: Condition,
): Promise<SqlRow | undefined> {
  const { table, extra } = entity
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const row = await database.one(`SELECT ${extra} AS json FROM ${table} WHERE ${text}`, ...values)
    if (row === undefined) return undefined
    const stored = String(row.json)
    const merged = changes.map(
      ([column, value]): ColumnValue => [column, column === extra ? mergeJson(stored, value) : value],
    )
    const isUnchanged = { text: `${text} AND ${extra} = ?`, values: [...values, stored] }
    const updated = await change(database, entity, merged, isUnchanged)
    if (updated !== undefined) return updated
  }
  throw new Error('Other requests changed the record again and again. Try again.')
}

function mergeJson(stored: string, changes: SqlValue): string {
  return JSON.stringify({ ...JSON.parse(stored), ...JSON.parse(String(changes)) })
}
