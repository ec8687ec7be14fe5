import type { SqlTables } from '../../sql/tables.ts'
import { columnType } from '../migrate/column-types.ts'
import { buildLowerIndex } from './lower-index.ts'
import { quote, quoteAll } from './names.ts'
import { isAccountTable, type WantedColumn, type WantedTable, wantedTables } from './wanted-tables.ts'

const DIALECT = 'sqlite'

/**
 * Returns the statements that create the tables of an ORM or of Auth.js in SQLite. Latchkey's own
 * tables there have their own migrations.
 */
export function sqliteStatements(tables: SqlTables): readonly string[] {
  const wanted = wantedTables(tables)
  return [
    ...wanted.map((table) => tableStatement(table, tables)),
    ...wanted.flatMap((table) => table.indexes.map((columns) => indexStatement(table, columns))),
    ...wanted.flatMap((table) => lowerIndexStatements(table)),
    STORE,
    'CREATE INDEX "latchkey_store_expires_idx" ON "latchkey_store" ("expires")',
  ]
}

const STORE = `CREATE TABLE "latchkey_store" (
  "key" TEXT PRIMARY KEY NOT NULL,
  "value" TEXT NOT NULL,
  "expires" INTEGER NOT NULL
) STRICT, WITHOUT ROWID`

function tableStatement(table: WantedTable, tables: SqlTables): string {
  const [key = [], ...others] = table.unique
  const lines = [
    ...table.columns.map((column) => columnLine(table, column, tables)),
    ...updatedAtColumns(table, tables),
    `PRIMARY KEY (${quoteAll(DIALECT, key)})`,
    ...others.map((columns) => `UNIQUE (${quoteAll(DIALECT, columns)})`),
  ]
  return `CREATE TABLE ${quote(DIALECT, table.name)} (\n  ${lines.join(',\n  ')}\n)`
}

function columnLine(table: WantedTable, column: WantedColumn, { users, sqlite }: SqlTables): string {
  const isTextDate = column.type === 'date' && sqlite?.dates === 'text' && !isAccountTable(table)
  const type = isTextDate ? 'TEXT' : columnType(column.type, SQLITE)
  const parts = [quote(DIALECT, column.name), type, ...(column.isRequired ? ['NOT NULL'] : [])]
  const reference = `REFERENCES ${quote(DIALECT, users.name)} ("id") ON DELETE CASCADE`
  return [...parts, ...(column.name === table.userId ? [reference] : [])].join(' ')
}

const SQLITE = { dialect: DIALECT, isMariaDb: false, dates: 'utc' } as const

function updatedAtColumns({ entity }: WantedTable, { updatedAt }: SqlTables): string[] {
  const hasIt = updatedAt !== undefined && ['users', 'accounts', 'sessions'].includes(entity)
  return hasIt ? [`${quote(DIALECT, updatedAt)} TEXT NOT NULL`] : []
}

function indexStatement(table: WantedTable, columns: readonly string[]): string {
  const name = quote(DIALECT, [table.name, ...columns, 'idx'].join('_'))
  return `CREATE INDEX ${name} ON ${quote(DIALECT, table.name)} (${quoteAll(DIALECT, columns)})`
}

function lowerIndexStatements({ name, lowerIndex }: WantedTable): string[] {
  const index = lowerIndex === undefined ? undefined : buildLowerIndex(DIALECT, name, lowerIndex)
  if (index === undefined) return []
  return [`CREATE INDEX ${quote(DIALECT, index.name)} ON ${quote(DIALECT, name)} (${index.expression})`]
}
