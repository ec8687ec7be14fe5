import type { Dialect } from '../connect/url.ts'
import type { ExistingIndex, ExistingTable } from '../inspect/existing.ts'
import { Problem } from '../problem.ts'
import { buildLowerIndex } from '../schema/lower-index.ts'
import { quote, quoteAll, quoteTable } from '../schema/names.ts'
import type { WantedColumn, WantedTable } from '../schema/wanted-tables.ts'
import { columnType } from './column-types.ts'
import type { Step } from './plan.ts'
import type { Target } from './target.ts'

/**
 * Returns what a table lacks.
 *
 * @throws {Problem} if a column is missing that cannot be added, because rows need a value
 */
export function missingIn(existing: ExistingTable, wanted: WantedTable, target: Target): Step[] {
  const uniqueKeys = wanted.unique.filter((columns) => !isUnique(existing, columns))
  const plainKeys = wanted.indexes.filter(
    (columns) => !hasIndex(existing, columns) && !uniqueKeys.some((key) => startsWith(key, columns)),
  )
  return [
    ...missingColumns(existing, wanted, target),
    ...uniqueKeys.map((columns) => addUniqueIndex(existing, columns, target)),
    ...plainKeys.map((columns) => addIndex(existing, columns, target)),
    ...missingLowerIndex(existing, wanted, target),
  ]
}

function missingColumns(existing: ExistingTable, wanted: WantedTable, target: Target): Step[] {
  const missing = wanted.columns.filter(
    (column) => !existing.columns.some(({ name }) => name === column.name),
  )
  const essential = missing.filter(({ isRequired, type }) => isRequired || type === 'address')
  if (essential.length > 0)
    throw new Problem(
      `The table ${existing.name} has no column ${essential.map(({ name }) => name).join(', ')}. ` +
        "Choose your tables' names with `--tables`, or rename one of the tables.",
    )
  return missing.map((column) => addColumn(existing, column, target))
}

function addColumn(existing: ExistingTable, column: WantedColumn, target: Target): Step {
  const { dialect, schema } = target
  const table = quoteTable(dialect, existing.name, schema)
  const definition = `${quote(dialect, column.name)} ${columnType(column.type, target)}`
  return {
    type: 'add-column',
    table: existing.name,
    statements: [`ALTER TABLE ${table} ADD COLUMN ${definition}`],
    text: `The column ${existing.name}.${column.name} is missing.`,
    done: `Added the column ${existing.name}.${column.name}.`,
  }
}

function addUniqueIndex(existing: ExistingTable, columns: readonly string[], target: Target): Step {
  const { dialect, schema } = target
  const table = quoteTable(dialect, existing.name, schema)
  const names = quoteAll(dialect, columns)
  const noNulls = columns.map((column) => `${quote(dialect, column)} IS NOT NULL`).join(' AND ')
  return {
    ...index(existing, columns, 'key', target),
    type: 'add-unique-index',
    text: `${describe(existing, columns)} ${columns.length > 1 ? 'are' : 'is'} not unique.`,
    done: `Added a unique index to ${describe(existing, columns)}.`,
    duplicates:
      `SELECT ${names}, COUNT(*) AS ${quote(dialect, 'rows')} FROM ${table} WHERE ${noNulls} ` +
      `GROUP BY ${names} HAVING COUNT(*) > 1`,
  }
}

function addIndex(existing: ExistingTable, columns: readonly string[], target: Target): Step {
  return {
    ...index(existing, columns, 'idx', target),
    type: 'add-index',
    text: `${describe(existing, columns)} ${columns.length > 1 ? 'have' : 'has'} no index.`,
    done: `Added an index to ${describe(existing, columns)}.`,
  }
}

/** Without it, the adapters find an address only in the letters in which it is stored. */
function missingLowerIndex(existing: ExistingTable, { lowerIndex }: WantedTable, target: Target): Step[] {
  const column = existing.columns.find(({ name }) => name === lowerIndex)
  if (column === undefined || column.folds?.ignores === 'case') return []
  const wanted = buildLowerIndex(target.dialect, existing.name, column.name)
  if (wanted === undefined || hasIndex(existing, [wanted.found])) return []
  const place = describe(existing, [column.name])
  return [
    {
      table: existing.name,
      statements: [createIndex(existing, { ...wanted, create: 'CREATE INDEX' }, target)],
      blocked: interrupted(existing, wanted.name, target.schema),
      type: 'add-index',
      text: `${place} has no lowercase index, so addresses with capital letters are not found.`,
      done: `Added a lowercase index on ${place}.`,
    },
  ]
}

function index(
  existing: ExistingTable,
  columns: readonly string[],
  ending: 'key' | 'idx',
  target: Target,
): Pick<Step, 'table' | 'statements' | 'blocked'> {
  const { dialect, schema } = target
  const name = [existing.name, ...columns, ending].join('_')
  const create = ending === 'key' ? 'CREATE UNIQUE INDEX' : 'CREATE INDEX'
  return {
    table: existing.name,
    statements: [createIndex(existing, { name, create, expression: quoteAll(dialect, columns) }, target)],
    blocked: interrupted(existing, name, schema) ?? textsWithoutLength(existing, columns, dialect),
  }
}

function createIndex(
  existing: ExistingTable,
  {
    name,
    create,
    expression,
  }: { readonly name: string; readonly create: string; readonly expression: string },
  { dialect, schema }: Target,
): string {
  // The table can be changed while PostgreSQL builds the index. MySQL does so by default. Without
  // `IF NOT EXISTS`: another index can have the name, and nothing would be created.
  const how = dialect === 'postgres' ? ' CONCURRENTLY' : ''
  const table = quoteTable(dialect, existing.name, schema)
  return `${create}${how} ${quote(dialect, name)} ON ${table} (${expression})`
}

/** An interrupted index build leaves a PostgreSQL index that is not used. */
function interrupted(
  { indexes }: ExistingTable,
  name: string,
  schema: string | undefined,
): string | undefined {
  if (!indexes.some((found) => found.name === name && !found.isValid)) return undefined
  const drop = `DROP INDEX CONCURRENTLY ${quoteTable('postgres', name, schema)};`
  return `the index ${name} is incomplete, because its creation was interrupted. Delete it first: ${drop}`
}

/** MySQL indexes a text only up to a length. */
function textsWithoutLength(
  { name, columns }: ExistingTable,
  indexed: readonly string[],
  dialect: Dialect,
): string | undefined {
  if (dialect !== 'mysql') return undefined
  const texts = columns.filter((column) => indexed.includes(column.name) && /text|blob/.test(column.type))
  if (texts.length === 0) return undefined
  const changes = texts.map(
    (column) => `MODIFY ${quote(dialect, column.name)} VARCHAR(255)${column.isNullable ? '' : ' NOT NULL'}`,
  )
  return (
    `a column of type ${texts[0]?.type} cannot be indexed. Give it a length first: ` +
    `ALTER TABLE ${quote(dialect, name)} ${changes.join(', ')};`
  )
}

/** A constraint over fewer of the columns is stricter. */
function isUnique({ indexes }: ExistingTable, columns: readonly string[]): boolean {
  return indexes.some(
    (found) => found.isUnique && found.isValid && found.columns.every((column) => columns.includes(column)),
  )
}

function hasIndex({ indexes }: ExistingTable, columns: readonly string[]): boolean {
  return indexes.some((found: ExistingIndex) => found.isValid && startsWith(found.columns, columns))
}

function startsWith(columns: readonly string[], first: readonly string[]): boolean {
  return first.every((column, position) => columns[position] === column)
}

function describe({ name }: ExistingTable, columns: readonly string[]): string {
  return columns.map((column) => `${name}.${column}`).join(' and ')
}
