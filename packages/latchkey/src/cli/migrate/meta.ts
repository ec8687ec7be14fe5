import type { Database } from '../connect/database.ts'
import type { Dialect } from '../connect/url.ts'
import type { ExistingTable } from '../inspect/existing.ts'
import { Problem } from '../problem.ts'
import { quoteTable } from '../schema/names.ts'

const NAME = 'latchkey_meta'

/** The table version that this release creates. */
const SCHEMA_VERSION = 1

/** Returns the version table's quoted name. */
export function metaTable(dialect: Dialect, schema: string | undefined): string {
  return quoteTable(dialect, NAME, schema)
}

/** Returns the statements that create the version table, with this release's version. */
export function metaStatements(dialect: Dialect, schema: string | undefined): readonly string[] {
  return [createMeta(dialect, schema), insertVersion(dialect, schema, SCHEMA_VERSION)]
}

/** It has one row: the version, and which process changes the tables until when. */
function createMeta(dialect: Dialect, schema: string | undefined): string {
  const { text, integer } = { text: dialect === 'mysql' ? 'VARCHAR(64)' : 'text', integer: 'bigint' }
  return `CREATE TABLE IF NOT EXISTS ${metaTable(dialect, schema)} (
  id integer PRIMARY KEY CHECK (id = 1),
  version integer NOT NULL,
  lock_owner ${text},
  lock_expires ${integer}
)`
}

function insertVersion(dialect: Dialect, schema: string | undefined, version: number): string {
  const insert = dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT'
  const end = dialect === 'mysql' ? '' : ' ON CONFLICT DO NOTHING'
  return `${insert} INTO ${metaTable(dialect, schema)} (id, version) VALUES (1, ${version})${end}`
}

/**
 * Checks the tables' version.
 *
 * @throws {Problem} if a newer release has migrated them
 */
export async function rejectNewerVersion(
  database: Database,
  existing: readonly ExistingTable[],
  schema: string | undefined,
): Promise<void> {
  if (!existing.some(({ name }) => name === NAME)) return
  const { rows } = await database.query(`SELECT version FROM ${metaTable(database.dialect, schema)}`)
  const version = Number(rows[0]?.version ?? 0)
  if (version > SCHEMA_VERSION)
    throw new Problem(
      `The tables have version ${version}, but this release knows only ${SCHEMA_VERSION}. Update latchkey.`,
    )
}

/** Creates the version table, with version 0, unless it exists. */
export async function ensureMeta(
  database: Database,
  existing: readonly ExistingTable[],
  schema: string | undefined,
): Promise<void> {
  const { dialect } = database
  const found = existing.find(({ name }) => name === NAME)
  if (found === undefined) {
    const create = createMeta(dialect, schema)
    // Two processes can create it at the same time, and PostgreSQL then rejects one of them.
    await database.query(create).catch(() => database.query(create))
    await database.query(insertVersion(dialect, schema, 0))
    return
  }
  if (found.columns.some(({ name }) => name === 'lock_owner')) return
  const type = dialect === 'mysql' ? 'VARCHAR(64)' : 'text'
  const columns = `ADD COLUMN lock_owner ${type}, ADD COLUMN lock_expires bigint`
  await database.query(`ALTER TABLE ${metaTable(dialect, schema)} ${columns}`)
}

/** Stores this release's version. */
export async function writeVersion(database: Database, schema: string | undefined): Promise<void> {
  await database.query(`UPDATE ${metaTable(database.dialect, schema)} SET version = ${SCHEMA_VERSION}`)
}
