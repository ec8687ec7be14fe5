import { columnOf } from '../../sql/tables.ts'
import type { Database } from '../connect/database.ts'
import type { Wish } from '../schema/definitions.ts'
import { quote, quoteTable } from '../schema/names.ts'
import type { Advice } from './plan.ts'

/**
 * Returns advice for e-mail addresses with capital letters, which other software may have stored.
 * Latchkey looks for addresses in lower case.
 */
export async function adviceForAddresses(database: Database, { tables }: Wish): Promise<Advice[]> {
  const { dialect } = database
  const table = quoteTable(dialect, tables.users.name, tables.schema)
  const name = columnOf(tables.users, 'email')
  const email = quote(dialect, name)
  const count = async (text: string): Promise<number> =>
    Number((await database.query(`SELECT COUNT(*) AS n FROM ${text}`)).rows[0]?.n)
  const found = await count(`${table} WHERE ${hasCapitals(dialect, email)}`)
  if (found === 0) return []
  const groups = `FROM ${table} WHERE ${email} IS NOT NULL GROUP BY LOWER(${email}) HAVING COUNT(*)`
  const pairs = await count(`(SELECT 1 AS one ${groups} > 1) AS pairs`)
  const once = `SELECT lowered FROM (SELECT LOWER(${email}) AS lowered ${groups} = 1) AS once`
  return [
    {
      type: 'address',
      table: tables.users.name,
      columns: [name],
      text:
        `${found} of the addresses in ${tables.users.name}.${name} have capital letters. Latchkey looks ` +
        'for addresses in lower case, and may create a second user. Change these addresses' +
        (pairs === 0 ? '.' : `, and decide about the ${pairs} that several users have.`),
      sql: [
        ...(pairs === 0 ? [] : [`SELECT LOWER(${email}) AS address, COUNT(*) AS users ${groups} > 1`]),
        `UPDATE ${table} SET ${email} = LOWER(${email}) ` +
          `WHERE ${hasCapitals(dialect, email)} AND LOWER(${email}) IN (${once})`,
      ],
    },
  ]
}

/** The columns may ignore case. */
function hasCapitals(dialect: Database['dialect'], email: string): string {
  switch (dialect) {
    case 'postgres':
      return `${email}::text COLLATE "C" <> lower(${email}::text) COLLATE "C"`
    case 'mysql':
      return `BINARY ${email} <> BINARY LOWER(${email})`
    case 'sqlite':
      return `${email} <> LOWER(${email}) COLLATE BINARY`
  }
}
