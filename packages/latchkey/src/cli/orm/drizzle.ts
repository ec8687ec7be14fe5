import type { SqlTables } from '../../sql/tables.ts'
import type { Dialect } from '../connect/url.ts'
import type { FieldType } from '../schema/fields.ts'
import { buildLowerIndex } from '../schema/lower-index.ts'
import { quote } from '../schema/names.ts'
import { isAccountTable, type WantedColumn, type WantedTable, wantedTables } from '../schema/wanted-tables.ts'

/** Drizzle's name for a type, and what must be imported for it. */
interface DrizzleDialect {
  readonly module: string
  readonly table: string
  readonly types: Readonly<Record<FieldType | 'json', DrizzleType>>
}

interface DrizzleType {
  /** The function, or a constant that is declared below the import. */
  readonly name: string
  /** Its options, as code. */
  readonly options?: string
}

const DIALECTS: Readonly<Record<Dialect, DrizzleDialect>> = {
  postgres: {
    module: 'drizzle-orm/pg-core',
    table: 'pgTable',
    types: {
      key: { name: 'text' },
      address: { name: 'text' },
      text: { name: 'text' },
      long: { name: 'text' },
      date: { name: 'timestamp', options: "{ mode: 'date', precision: 3 }" },
      integer: { name: 'bigint', options: "{ mode: 'number' }" },
      boolean: { name: 'boolean' },
      json: { name: 'jsonb' },
    },
  },
  mysql: {
    module: 'drizzle-orm/mysql-core',
    table: 'mysqlTable',
    types: {
      key: { name: 'exactText' },
      address: { name: 'exactText' },
      text: { name: 'varchar', options: '{ length: 255 }' },
      long: { name: 'text' },
      date: { name: 'datetime', options: "{ mode: 'date', fsp: 3 }" },
      integer: { name: 'bigint', options: "{ mode: 'number' }" },
      boolean: { name: 'boolean' },
      json: { name: 'json' },
    },
  },
  sqlite: {
    module: 'drizzle-orm/sqlite-core',
    table: 'sqliteTable',
    types: {
      key: { name: 'text' },
      address: { name: 'text' },
      text: { name: 'text' },
      long: { name: 'text' },
      date: { name: 'integer', options: "{ mode: 'timestamp_ms' }" },
      integer: { name: 'integer' },
      boolean: { name: 'integer', options: "{ mode: 'boolean' }" },
      json: { name: 'text', options: "{ mode: 'json' }" },
    },
  },
}

/** MySQL ignores case and accents by default, so one user's id would find another user. */
const EXACT_TEXT = `/** Compares exactly. MySQL's default ignores case and accents. */
const exactText = customType<{ data: string }>({
  dataType: () => 'varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
})`

/** Returns the tables as a Drizzle module. */
export function drizzleSchema(dialect: Dialect, tables: SqlTables): string {
  const wanted = wantedTables(tables)
  const code = wanted.map((table) => tableCode(dialect, table, tables))
  const own = dialect === 'mysql' ? [EXACT_TEXT] : []
  const names = importedNames(dialect, [...own, ...code].join('\n'))
  const imports = [
    ...(code.some((text) => text.includes('sql`')) ? ["import { sql } from 'drizzle-orm'"] : []),
    `import { ${names.join(', ')} } from '${DIALECTS[dialect].module}'`,
  ]
  return [imports.join('\n'), ...own, ...code].join('\n\n')
}

/** Returns the functions that the code calls. */
function importedNames(dialect: Dialect, code: string): string[] {
  const { table, types } = DIALECTS[dialect]
  const names = [table, 'customType', 'index', 'primaryKey', ...Object.values(types).map(({ name }) => name)]
  const isCalled = (name: string): boolean => new RegExp(`\\b${name}[(<]`).test(code)
  return [...new Set(names)].filter((name) => name !== 'exactText' && isCalled(name)).sort()
}

function tableCode(dialect: Dialect, table: WantedTable, tables: SqlTables): string {
  const { table: create } = DIALECTS[dialect]
  const [key = []] = table.unique
  const columns = table.columns.map(
    (column) => `  ${column.field}: ${columnCode(dialect, table, column, tables)},`,
  )
  const extra = hasExtra(table, tables)
    ? [`  ${tables.extra}: ${call(dialect, 'json', tables.extra ?? '')},`]
    : []
  const constraints = [
    ...(key.length > 1 ? [`primaryKey({ columns: [${members(table, key)}] })`] : []),
    ...table.indexes.map(
      (index) => `index('${[table.name, ...index, 'idx'].join('_')}').on(${members(table, index)})`,
    ),
    ...lowerIndexCode(dialect, table),
  ]
  const second =
    constraints.length === 0 ? '' : `, (table) => [\n${constraints.map((code) => `  ${code},`).join('\n')}\n]`
  const body = [...columns, ...extra].join('\n')
  return `export const ${exportName(table)} = ${create}('${table.name}', {\n${body}\n}${second})`
}

/** The application may already have a table `passwords`. */
function exportName(table: WantedTable): string {
  const { entity } = table
  return isAccountTable(table) ? `latchkey${entity.charAt(0).toUpperCase()}${entity.slice(1)}` : entity
}

function lowerIndexCode(dialect: Dialect, table: WantedTable): string[] {
  const { lowerIndex: column } = table
  const index = column === undefined ? undefined : buildLowerIndex(dialect, table.name, column)
  if (column === undefined || index === undefined) return []
  const expression = index.expression.replace(quote(dialect, column), `\${${members(table, [column])}}`)
  return [`index('${index.name}').on(sql\`${expression}\`)`]
}

function columnCode(dialect: Dialect, table: WantedTable, column: WantedColumn, tables: SqlTables): string {
  const isKey = table.unique[0]?.length === 1 && table.unique[0][0] === column.name
  const isUnique =
    !isKey && table.unique.some((columns) => columns.length === 1 && columns[0] === column.name)
  return [
    call(dialect, column.type, column.name, isAccountTable(table) ? 'with-zone' : tables.dates),
    isKey ? '.primaryKey()' : '',
    isKey && table.entity === 'users' ? '.$defaultFn(() => crypto.randomUUID())' : '',
    !isKey && column.isRequired ? '.notNull()' : '',
    isUnique ? '.unique()' : '',
    column.name === table.userId ? ".references(() => users.id, { onDelete: 'cascade' })" : '',
  ].join('')
}

function call(
  dialect: Dialect,
  type: FieldType | 'json',
  column: string,
  dates?: SqlTables['dates'],
): string {
  const { name, options } = DIALECTS[dialect].types[type]
  const withZone = type === 'date' && dialect === 'postgres' && dates === 'with-zone'
  const all = withZone ? options?.replace(' }', ', withTimezone: true }') : options
  return `${name}('${column}'${all === undefined ? '' : `, ${all}`})`
}

function members(table: WantedTable, columns: readonly string[]): string {
  return columns
    .map((name) => `table.${table.columns.find((column) => column.name === name)?.field ?? name}`)
    .join(', ')
}

function hasExtra({ entity }: WantedTable, { extra }: SqlTables): boolean {
  return extra !== undefined && (entity === 'users' || entity === 'accounts')
}
