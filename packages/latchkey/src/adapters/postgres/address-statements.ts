import { quotedTable } from '../../sql/identifiers.ts'
import { isUnsupported } from '../../sql/postgres/error.ts'
import { lowerAddress } from '../../sql/postgres/lower-address.ts'
import { columnName, type SqlTables } from '../../sql/tables.ts'
import type { PostgresDatabase } from './database.ts'
import type { Table } from './table.ts'

/** How long the index check is remembered, in milliseconds. */
const LIFETIME_MS = 5 * 60_000

/** Finds the index over `lowerAddress`, regardless of its name. */
const FIND_INDEX = `SELECT 1 AS found FROM pg_index
  JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
  WHERE indrelid = to_regclass($1::text) AND indisvalid AND indpred IS NULL
  AND amname IN ('btree', 'hash') AND replace(pg_get_indexdef(indexrelid, 1, true), '::text', '')
    = 'lower(' || quote_ident($2::text) || ' COLLATE "C")'
  LIMIT 1`

/**
 * Returns the function that chooses the statement for finding users by the address `$1`. With an
 * index over the lower case of addresses, the statement also finds those that are stored with
 * capital letters. Without the index, this would read the whole table.
 */
export function addressStatements(
  tables: SqlTables,
  users: Table,
  read: PostgresDatabase['read'],
): () => Promise<string> {
  const email = users.column('email')
  const select = `SELECT ${users.selection} FROM ${users.name} WHERE`
  const exact = `${select} ${email} = $1`
  // A single statement: a second one's time would reveal whether the first found a user.
  const inAnyCase = `${exact}
    UNION ALL ${select} ${lowerAddress(email)} = ${lowerAddress('$1')} AND ${email} <> $1`
  const hasIndex = remembered(() => findIndex(tables, read))
  return async () => ((await hasIndex()) ? inAnyCase : exact)
}

async function findIndex(tables: SqlTables, read: PostgresDatabase['read']): Promise<boolean> {
  const values = [quotedTable(tables, 'users', '"'), columnName(tables.users, 'email')]
  try {
    return (await read(FIND_INDEX, values)).rows.length > 0
  } catch (error) {
    // Other databases with the PostgreSQL protocol may lack these tables or functions.
    if (!isUnsupported(error)) throw error
    return false
  }
}

/** Remembers what `find` returns for some time, and nothing if it fails. */
function remembered(find: () => Promise<boolean>): () => Promise<boolean> {
  let known: { readonly value: boolean; readonly until: number } | undefined
  return async () => {
    if (known === undefined || performance.now() >= known.until)
      known = { value: await find(), until: performance.now() + LIFETIME_MS }
    return known.value
  }
}
