import type { SqlRow } from '../../sql/connection.ts'
import { inBatches } from '../../sql/in-batches.ts'
import { isInvalidValue } from '../../sql/postgres/error.ts'
import { toRecord } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { AdapterSession, AdapterUser } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { describeTable } from './table.ts'
import { orNoRows, toUser } from './users.ts'

/** A session, with its user. */
export interface SessionAndUser {
  session: AdapterSession
  user: AdapterUser
}

type Read = (sessionToken: string) => Promise<SessionAndUser | null>

/**
 * Returns the function that reads a session. One statement reads the sessions of requests that
 * arrived together.
 */
export function sessionReader(
  tables: SqlTables,
  query: PostgresDatabase['read'],
  { canShare }: Pick<PostgresDatabase, 'canShare'>,
): Read {
  const users = describeTable(tables, 'users')
  const sessions = describeTable(tables, 'sessions')
  const token = sessions.column('sessionToken')
  const select = `SELECT ${sessions.selection}, ${users.selection} FROM ${sessions.name}
    JOIN ${users.name} ON ${users.column('id')} = ${sessions.column('userId')}`
  const alias = sessions.fields.find(({ name }) => name === 'sessionToken')?.alias ?? ''

  const readRow = async (sessionToken: string): Promise<SqlRow | undefined> => {
    const { rows } = await orNoRows(() => query(`${select} WHERE ${token} = $1`, [sessionToken ?? null]))
    // A column may ignore case.
    return rows.find((row) => row[alias] === sessionToken)
  }

  const readRows = async (tokens: readonly string[]): Promise<readonly (SqlRow | undefined)[]> => {
    if (tokens.length > 1)
      try {
        // The array's type is the column's type, so that its index is used.
        const { rows } = await query(`${select} WHERE ${token} = ANY ($1)`, [toPostgresArray(tokens)])
        const found = new Map(rows.map((row) => [row[alias], row]))
        return tokens.map((each) => found.get(each))
      } catch (error) {
        // One of the tokens is not a valid column value, which must not affect the others.
        if (!isInvalidValue(error)) throw error
      }
    return Promise.all(tokens.map(readRow))
  }
  const rowInBatch = canShare ? inBatches(readRows) : readRow
  // From the row, so that two requests with the same token do not share an object.
  return async (sessionToken) => {
    const row = await rowInBatch(sessionToken)
    const session = toRecord<AdapterSession>(sessions.fields, row)
    const user = toUser(users, row)
    return session && user && { session, user }
  }
}

/**
 * Returns the function that reads a session on the replica, which may lag. It returns `null` if the
 * primary must be asked: for a session that the replica lacks, and for one that has expired there.
 */
export function replicaReader(read: Read): Read {
  return async (sessionToken) => {
    try {
      const found = await read(sessionToken)
      return found && found.session.expires.getTime() > Date.now() ? found : null
    } catch {
      return null
    }
  }
}

/** Returns an array as PostgreSQL writes it. Drivers convert arrays in different ways. */
function toPostgresArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${String(text).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
}
