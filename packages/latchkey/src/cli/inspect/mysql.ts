import type { Database } from '../connect/database.ts'
import type { ExistingColumn, ExistingTable, Folding } from './existing.ts'

const TABLES = `SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`

const COLUMNS = `SELECT table_name AS 'table', column_name AS name, column_type AS type,
    is_nullable AS nullable, character_set_name AS charset, collation_name AS collation
  FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position`

/** `part` is a prefix's length: such an index covers only the start of its column. */
const INDEXES = `SELECT table_name AS 'table', index_name AS name, non_unique AS nonUnique,
    column_name AS 'column', sub_part AS part
  FROM information_schema.statistics WHERE table_schema = DATABASE()
  ORDER BY table_name, index_name, seq_in_index`

const REFERENCES = `SELECT k.table_name AS 'table', k.constraint_name AS name, k.column_name AS 'column',
    k.referenced_table_name AS target, r.delete_rule AS rule
  FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
    ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name
      AND r.table_name = k.table_name
  WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL
  ORDER BY k.table_name, k.constraint_name, k.ordinal_position`

interface Named {
  readonly table: string
  readonly name: string
}
interface ColumnRow extends Named {
  readonly type: string
  readonly nullable: 'YES' | 'NO'
  readonly charset: string | null
  readonly collation: string | null
}
interface PartRow extends Named {
  readonly column: string | null
}
interface IndexRow extends PartRow {
  readonly nonUnique: number
  readonly part: number | null
}
interface ReferenceRow extends PartRow {
  readonly target: string
  readonly rule: string
}

/** Reads all of the database's tables. */
export async function inspectMysql(database: Database): Promise<readonly ExistingTable[]> {
  const rows = async <Row>(text: string): Promise<readonly Row[]> =>
    (await database.query(text)).rows as unknown as readonly Row[]
  const names = await rows<{ name: string }>(TABLES)
  const columns = await rows<ColumnRow>(COLUMNS)
  const indexes = await rows<IndexRow>(INDEXES)
  const references = await rows<ReferenceRow>(REFERENCES)
  return names.map(({ name }) => {
    const ofTable = <Row extends Named>(all: readonly Row[]): Row[] =>
      all.filter(({ table }) => table === name)
    return {
      name,
      columns: ofTable(columns).map(columnFrom),
      indexes: byName(ofTable(indexes))
        .filter((parts) => parts.every(({ column, part }) => column !== null && part === null))
        .map((parts) => ({
          name: parts[0]?.name ?? '',
          columns: listColumns(parts),
          isUnique: Number(parts[0]?.nonUnique) === 0,
          isValid: true,
        })),
      references: byName(ofTable(references)).map((parts) => ({
        name: parts[0]?.name ?? '',
        columns: listColumns(parts),
        table: parts[0]?.target ?? '',
        deletesRows: parts[0]?.rule === 'CASCADE',
      })),
    }
  })
}

function byName<Row extends Named>(rows: readonly Row[]): Row[][] {
  return [...new Set(rows.map(({ name }) => name))].map((name) => rows.filter((row) => row.name === name))
}

function listColumns(parts: readonly PartRow[]): string[] {
  return parts.flatMap(({ column }) => column ?? [])
}

function columnFrom({ name, type, nullable, charset, collation }: ColumnRow): ExistingColumn {
  return {
    name,
    type: type.toLowerCase(),
    definition: collation === null ? type : `${type} CHARACTER SET ${charset} COLLATE ${collation}`,
    isNullable: nullable === 'YES',
    folds: collation === null ? undefined : findFolding(collation),
  }
}

/**
 * `_as_ci` ignores only case, and `_as_cs` and `_bin` nothing. Older `_cs` collations also ignore
 * accents.
 */
function findFolding(collation: string): Folding | undefined {
  if (/_bin$|_as_cs$/.test(collation) || collation === 'binary') return undefined
  const ignores = /_as_ci$/.test(collation) ? 'case' : 'case and accents'
  return { by: `collation ${collation}`, ignores }
}
