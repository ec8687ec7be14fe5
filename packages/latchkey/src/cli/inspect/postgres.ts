import type { Database } from '../connect/database.ts'
import type { ExistingColumn, ExistingTable, Folding } from './existing.ts'

const TABLES = `SELECT c.oid, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = COALESCE($1, current_schema()) AND c.relkind IN ('r', 'p')`

const COLUMNS = `SELECT t.name AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS nullable, co.collname AS collation, co.collisdeterministic AS exact
  FROM (${TABLES}) t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_collation co ON co.oid = a.attcollation ORDER BY t.name, a.attnum`

/** Indexes over some of the rows do not count. */
const INDEXES = `SELECT t.name AS "table", i.relname AS name,
    x.indisunique AS "unique", x.indisvalid AS valid,
    (SELECT json_agg(coalesce(a.attname::text, replace(replace(
        pg_get_indexdef(x.indexrelid, k.position::int, true), '::text', ''), '"', '')) ORDER BY k.position)
      FROM unnest(x.indkey::int2[]) WITH ORDINALITY k (number, position)
      LEFT JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = k.number
      WHERE k.position <= x.indnkeyatts) AS columns
  FROM (${TABLES}) t JOIN pg_index x ON x.indrelid = t.oid JOIN pg_class i ON i.oid = x.indexrelid
  JOIN pg_am m ON m.oid = i.relam
  WHERE x.indpred IS NULL AND m.amname IN ('btree', 'hash') ORDER BY i.relname`

const REFERENCES = `SELECT t.name AS "table", k.conname AS name, f.relname AS target,
    k.confdeltype = 'c' AS cascades,
    (SELECT json_agg(a.attname ORDER BY c.position) FROM unnest(k.conkey) WITH ORDINALITY c (number, position)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.number) AS columns
  FROM (${TABLES}) t JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'f'
  JOIN pg_class f ON f.oid = k.confrelid`

interface Named {
  readonly table: string
  readonly name: string
}
interface ColumnRow extends Named {
  readonly type: string
  readonly nullable: boolean
  readonly collation: string | null
  readonly exact: boolean | null
}
interface IndexRow extends Named {
  readonly unique: boolean
  readonly valid: boolean
  readonly columns: string[]
}
interface ReferenceRow extends Named {
  readonly target: string
  readonly cascades: boolean
  readonly columns: string[]
}

/** Reads all of a schema's tables; default: the first schema in the search path. */
export async function inspectPostgres(
  database: Database,
  schema?: string,
): Promise<readonly ExistingTable[]> {
  const rows = async <Row>(text: string): Promise<readonly Row[]> =>
    (await database.query(text, [schema ?? null])).rows as unknown as readonly Row[]
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
      indexes: ofTable(indexes).map((index) => ({ ...index, isUnique: index.unique, isValid: index.valid })),
      references: ofTable(references).map((found) => ({
        name: found.name,
        columns: found.columns,
        table: found.target,
        deletesRows: found.cascades,
      })),
    }
  })
}

function columnFrom({ name, type, nullable, collation, exact }: ColumnRow): ExistingColumn {
  return {
    name,
    type,
    definition: hasOwnCollation(collation) ? `${type} COLLATE "${collation}"` : type,
    isNullable: nullable,
    folds: findFolding(type, collation, exact),
  }
}

function hasOwnCollation(collation: string | null): boolean {
  return collation !== null && collation !== 'default'
}

function findFolding(type: string, collation: string | null, exact: boolean | null): Folding | undefined {
  if (type === 'citext' || type.endsWith('.citext')) return { by: 'type citext', ignores: 'case' }
  // An ICU collation's rules determine what it ignores, so the worst is assumed.
  if (exact === false) return { by: `collation ${collation}`, ignores: 'case and accents' }
  return undefined
}
