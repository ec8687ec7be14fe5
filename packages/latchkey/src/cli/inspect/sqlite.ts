import type { SqlRow } from '../../sql/connection.ts'
import type { Database } from '../connect/database.ts'
import { quote } from '../schema/names.ts'
import type { ExistingColumn, ExistingIndex, ExistingReference, ExistingTable, Folding } from './existing.ts'

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`

/** Reads all of the file's tables. */
export async function inspectSqlite(database: Database): Promise<readonly ExistingTable[]> {
  const { rows } = await database.query(TABLES)
  const tables: ExistingTable[] = []
  for (const { name } of rows) tables.push(await inspectTable(database, String(name)))
  return tables
}

async function inspectTable(database: Database, name: string): Promise<ExistingTable> {
  const pragma = async (command: string, subject: string): Promise<readonly SqlRow[]> =>
    (await database.query(`PRAGMA ${command}(${quote('sqlite', subject)})`)).rows
  const columns = await pragma('table_info', name)
  const indexes: (ExistingIndex & { folding: ReadonlyMap<string, string> })[] = []
  for (const index of await pragma('index_list', name)) {
    const parts = (await pragma('index_xinfo', String(index.name))).filter(({ key }) => Number(key) === 1)
    const isOverColumns = parts.every((part) => part.name !== null)
    const lowered = isOverColumns ? undefined : await loweredColumn(database, String(index.name))
    if (Number(index.partial) === 1 || !(isOverColumns || lowered)) continue
    indexes.push({
      name: String(index.name),
      columns: lowered ? [lowered] : parts.map((part) => String(part.name)),
      isUnique: Number(index.unique) === 1,
      isValid: true,
      folding: new Map(parts.map((part) => [String(part.name), String(part.coll)])),
    })
  }
  const references = await pragma('foreign_key_list', name)
  return {
    name,
    columns: columns.map((column) => columnFrom(column, indexes)),
    indexes: [...indexes, ...toPrimaryKey(columns)],
    references: references.map(referenceFrom),
  }
}

/** Returns an index's expression over the lower case of one column, such as `lower(email)`. */
async function loweredColumn(database: Database, index: string): Promise<string | undefined> {
  const { rows } = await database.query('SELECT sql FROM sqlite_master WHERE name = ?', [index])
  const [, column] = /\(lower\(([^()]+)\)\)$/i.exec(String(rows[0]?.sql).replaceAll(/["`]/g, '')) ?? []
  return column === undefined ? undefined : `lower(${column})`
}

/** A primary key that is the row's number has no index. */
function toPrimaryKey(columns: readonly SqlRow[]): ExistingIndex[] {
  const key = columns.filter(({ pk }) => Number(pk) > 0)
  if (key.length === 0) return []
  const inOrder = key.sort((a, b) => Number(a.pk) - Number(b.pk)).map(({ name }) => String(name))
  return [{ name: 'PRIMARY KEY', columns: inOrder, isUnique: true, isValid: true }]
}

/** A column's collation is only visible in its indexes. */
function columnFrom(
  { name, type, notnull }: SqlRow,
  indexes: readonly { readonly folding: ReadonlyMap<string, string> }[],
): ExistingColumn {
  const collations = indexes.flatMap(({ folding }) => folding.get(String(name)) ?? [])
  const isFolding = collations.some((collation) => collation.toUpperCase() === 'NOCASE')
  const folds: Folding | undefined = isFolding ? { by: 'collation NOCASE', ignores: 'case' } : undefined
  return { name: String(name), type: String(type).toLowerCase(), isNullable: Number(notnull) === 0, folds }
}

function referenceFrom({ id, from, table, on_delete }: SqlRow): ExistingReference {
  return {
    name: String(id),
    columns: [String(from)],
    table: String(table),
    deletesRows: on_delete === 'CASCADE',
  }
}
