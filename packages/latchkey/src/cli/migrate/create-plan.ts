import type { Database } from '../connect/database.ts'
import type { Dialect } from '../connect/url.ts'
import type { ExistingTable } from '../inspect/existing.ts'
import { inspect } from '../inspect/inspect.ts'
import { areOwnTables, listDefinitions, type TableDefinition, type Wish } from '../schema/definitions.ts'
import { withUserIdType } from '../schema/user-id-type.ts'
import { type WantedTable, wantedTables } from '../schema/wanted-tables.ts'
import { adviceFor } from './advise.ts'
import { adviceForAddresses } from './advise-addresses.ts'
import { missingIn } from './compare.ts'
import { rejectNewerVersion } from './meta.ts'
import type { Advice, Plan, Step } from './plan.ts'
import { listD1Migrations, migratedVersion, migrationsAfter } from './sqlite-versions.ts'
import { adviceForMode } from './strict-mode.ts'
import type { Target } from './target.ts'

/**
 * Returns the plan for a database without tables.
 *
 * @param isD1 whether it is a D1 database, which stores the table version elsewhere
 */
export function planForEmpty(dialect: Dialect, wish: Wish, isD1 = false): Plan {
  if (hasSqliteVersions(dialect, wish))
    return { dialect, steps: isD1 ? listD1Migrations() : migrationsAfter(0), advice: [] }
  return { dialect, steps: listDefinitions(dialect, wish).map(create), advice: [] }
}

/**
 * Compares a database with what the adapters need.
 *
 * @throws {Problem} if a newer release has migrated it, or if its tables cannot be used
 */
export async function planFor(database: Database, wish: Wish): Promise<Plan> {
  const { dialect } = database
  const { tables } = wish
  if (hasSqliteVersions(dialect, wish)) return planForVersion(database, wish, await migratedVersion(database))
  const existing = await inspect(database, tables.schema)
  await rejectNewerVersion(database, existing, tables.schema)
  const target: Target = {
    dialect,
    schema: tables.schema,
    isMariaDb: await isMariaDb(database),
    dates: tables.dates,
  }
  const plan = planBetween(existing, wish, target)
  const users = existing.find(({ name }) => name === tables.users.name)
  const addresses = users === undefined ? [] : await adviceForAddresses(database, wish, users)
  return { ...plan, advice: [...plan.advice, ...addresses, ...(await adviceForMode(database))] }
}

async function planForVersion(database: Database, wish: Wish, version: number): Promise<Plan> {
  const advice = version > 0 ? await adviceForAddresses(database, wish) : []
  return { dialect: database.dialect, steps: migrationsAfter(version), advice }
}

function planBetween(existing: readonly ExistingTable[], wish: Wish, target: Target): Plan {
  const { dialect } = target
  const { tables } = wish
  const wanted = wantedTables(tables)
  const existingUsers = existing.find(({ name }) => name === tables.users.name)
  const found = wanted.flatMap((table) => {
    const same = existing.find(({ name }) => name === table.name)
    return same === undefined ? [] : [{ wanted: table, table: same }]
  })
  const missing = listDefinitions(dialect, wish)
    .filter(({ name }) => !existing.some((table) => table.name === name))
    .map((definition) => withUserIdType(dialect, definition, wanted, existingUsers))
  const optional = missing.filter(({ name }) => isOptional(name, wish, found))
  return {
    dialect,
    steps: [
      ...missing.filter((table) => !optional.includes(table)).map(create),
      ...found.flatMap(({ wanted, table }) => missingIn(table, wanted, target)),
    ],
    advice: [
      ...found.flatMap(({ wanted, table }) => adviceFor(table, wanted, tables.users.name, target)),
      ...optional.map(passkeys),
    ],
  }
}

/** Passkeys are optional, and Auth.js tables often lack theirs. */
function isOptional(name: string, { tables }: Wish, found: readonly { wanted: WantedTable }[]): boolean {
  return found.length > 0 && !areOwnTables(tables) && name === tables.authenticators.name
}

function hasSqliteVersions(dialect: Dialect, { tables }: Wish): boolean {
  return dialect === 'sqlite' && areOwnTables(tables)
}

function create({ name, statements }: TableDefinition): Step {
  return {
    type: 'create',
    table: name,
    statements,
    text: `The table ${name} is missing.`,
    done: `Created the table ${name}.`,
  }
}

function passkeys({ name, statements }: TableDefinition): Advice {
  return {
    type: 'passkeys',
    table: name,
    columns: [],
    text: `The table ${name} is missing. Only passkeys need it.`,
    sql: statements,
  }
}

async function isMariaDb(database: Database): Promise<boolean> {
  if (database.dialect !== 'mysql') return false
  const { rows } = await database.query('SELECT VERSION() AS version')
  return /mariadb/i.test(String(rows[0]?.version))
}
