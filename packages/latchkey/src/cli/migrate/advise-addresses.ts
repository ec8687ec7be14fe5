import { columnName } from '../../sql/tables.ts'
import type { Database } from '../connect/database.ts'
import type { ExistingTable } from '../inspect/existing.ts'
import type { Wish } from '../schema/definitions.ts'
import { buildLowerIndex } from '../schema/lower-index.ts'
import { quote, quoteTable } from '../schema/names.ts'
import type { Advice } from './plan.ts'

/**
 * Returns advice for e-mail addresses with capital letters, which other software may have stored.
 *
 * @param users the users table; not needed if an index over the lower case finds them
 */
export async function adviceForAddresses(
  database: Database,
  { tables }: Wish,
  users?: ExistingTable,
): Promise<Advice[]> {
  const { dialect } = database
  const table = quoteTable(dialect, tables.users.name, tables.schema)
  const name = columnName(tables.users, 'email')
  const email = quote(dialect, name)
  const index = buildLowerIndex(dialect, tables.users.name, name)
  const lower = index?.expression ?? `LOWER(${email})`
  const ignoresCase =
    users?.columns.some((column) => column.name === name && column.folds !== undefined) ?? false
  const capitals = hasCapitals(dialect, email, lower)
  const count = async (text: string): Promise<number> =>
    Number((await database.query(`SELECT COUNT(*) AS n FROM ${text}`)).rows[0]?.n)
  const found = await count(`${table} WHERE ${capitals}`)
  if (found === 0) return []
  const groups = `FROM ${table} WHERE ${email} IS NOT NULL GROUP BY ${lower} HAVING COUNT(*)`
  const pairs = await count(`(SELECT 1 AS one ${groups} > 1) AS pairs`)
  if (ignoresCase && pairs === 0) return []
  const once = `SELECT lowered FROM (SELECT ${lower} AS lowered ${groups} = 1) AS once`
  return [
    {
      type: 'address',
      table: tables.users.name,
      columns: [name],
      text:
        `${tables.users.name}.${name} contains addresses with capital letters (${found}). ` +
        `${consequence(index !== undefined, ignoresCase)} ` +
        'Change these addresses' +
        (pairs === 0 ? '.' : `, and decide about the ${pairs} that several users have.`),
      sql: [
        ...(pairs === 0 ? [] : [`SELECT ${lower} AS address, COUNT(*) AS users ${groups} > 1`]),
        `UPDATE ${table} SET ${email} = ${lower} WHERE ${capitals} AND ${lower} IN (${once})`,
      ],
    },
  ]
}

function consequence(hasIndex: boolean, ignoresCase: boolean): string {
  if (ignoresCase) return 'Their column ignores case, so that their users are found.'
  return hasIndex
    ? "With the lowercase index, Latchkey's adapters find their users, but others may not."
    : 'Latchkey looks for addresses in lower case, and may create a second user.'
}

/** The columns may ignore case. */
function hasCapitals(dialect: Database['dialect'], email: string, lower: string): string {
  switch (dialect) {
    case 'postgres':
      return `${email}::text COLLATE "C" <> ${lower}`
    case 'mysql':
      return `BINARY ${email} <> BINARY ${lower}`
    case 'sqlite':
      return `${email} <> ${lower} COLLATE BINARY`
  }
}
