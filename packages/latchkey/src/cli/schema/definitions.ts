import { buildSchema as mysqlSchema } from '../../adapters/mysql/schema.ts'
import { mysqlTables } from '../../adapters/mysql/tables.ts'
import { buildSchema as postgresSchema } from '../../adapters/postgres/schema.ts'
import type { SqlTables } from '../../sql/tables.ts'
import { buildStoreSchema as mysqlStoreSchema } from '../../stores/mysql/schema.ts'
import { buildStoreSchema as postgresStoreSchema } from '../../stores/postgres/schema.ts'
import type { Dialect } from '../connect/url.ts'
import { metaStatements } from '../migrate/meta.ts'
import { quoteTable } from './names.ts'
import { sqliteStatements } from './sqlite-tables.ts'
import { wantedTables } from './wanted-tables.ts'

/** A table, with the statements that create it and its indexes. */
export interface TableDefinition {
  readonly name: string
  readonly statements: readonly string[]
}

/** What a database should contain. */
export interface Wish {
  readonly tables: SqlTables
  /** Whether the store's table belongs to it. */
  readonly store: boolean
}

const STORE_TABLE = 'latchkey_store'
const META_TABLE = 'latchkey_meta'

/** Returns whether only Latchkey uses the tables, and neither an ORM nor Auth.js does. */
export function areOwnTables({ extra }: SqlTables): boolean {
  return extra !== undefined
}

/** Returns an empty database's tables, in the order in which they reference each other. */
export function listDefinitions(dialect: Dialect, { tables, store }: Wish): readonly TableDefinition[] {
  const all = listStatements(dialect, tables)
  const names = [...wantedTables(tables).map(({ name }) => name), ...(store ? [STORE_TABLE] : [])]
  const definitions = names.map((name) => ({
    name,
    statements: all.filter((statement) => isAbout(statement, quoteTable(dialect, name, tables.schema))),
  }))
  // Applications that create the tables with an ORM have no version table.
  return areOwnTables(tables) && dialect !== 'sqlite'
    ? [...definitions, { name: META_TABLE, statements: metaStatements(dialect, tables.schema) }]
    : definitions
}

function listStatements(dialect: Dialect, tables: SqlTables): readonly string[] {
  const store = tables.schema === undefined ? {} : { schema: tables.schema }
  switch (dialect) {
    case 'postgres':
      return [...postgresSchema(tables), ...postgresStoreSchema(store)]
    case 'mysql':
      return [...mysqlSchema(mysqlTables(tables)), ...mysqlStoreSchema(store)]
    case 'sqlite':
      return sqliteStatements(tables)
  }
}

/** This library's statements name their table after `CREATE TABLE` or `ON`. */
function isAbout(statement: string, table: string): boolean {
  return (
    statement.startsWith(`CREATE TABLE ${table} (`) ||
    (statement.startsWith('CREATE') && statement.includes(` ON ${table} (`))
  )
}
