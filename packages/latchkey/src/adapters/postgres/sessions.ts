import type { SqlRow } from '../../sql/connection.ts'
import { recordOf } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, AdapterSession, AdapterUser } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { assignmentsOf, insertionOf, type Table, tableOf } from './table.ts'
import { orNoRows, toUser } from './users.ts'

type SessionMethod =
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'deleteSessionsByUserId'

interface SessionAndUser {
  session: AdapterSession
  user: AdapterUser
}

/** Returns the adapter methods that use the table of sessions. */
export function sessionMethods(
  tables: SqlTables,
  { read, readReplica, write }: PostgresDatabase,
): Required<Pick<Adapter, SessionMethod>> {
  const users = tableOf(tables, 'users')
  const sessions = tableOf(tables, 'sessions')
  const where = `WHERE ${sessions.column('sessionToken')} = $1`
  const selectWithUser = `SELECT ${sessions.selection}, ${users.selection} FROM ${sessions.name}
    JOIN ${users.name} ON ${users.column('id')} = ${sessions.column('userId')} ${where}`

  const find = async (query: typeof read, sessionToken: string): Promise<SessionAndUser | null> => {
    const { rows } = await orNoRows(() => query(selectWithUser, [sessionToken ?? null]))
    const session = toSession(sessions, rows[0])
    const user = toUser(users, rows[0])
    return session && user && { session, user }
  }

  /** The replica may lag: what it lacks, and what has expired there, is read from the primary. */
  const findOnReplica = async (sessionToken: string): Promise<SessionAndUser | null> => {
    if (readReplica === undefined) return null
    try {
      const found = await find(readReplica, sessionToken)
      return found && found.session.expires.getTime() > Date.now() ? found : null
    } catch {
      return null
    }
  }
  return {
    async createSession(session) {
      const { columns, placeholders, values } = insertionOf(tables, 'sessions', session)
      const text = `INSERT INTO ${sessions.name} (${columns}) VALUES (${placeholders})
        RETURNING ${sessions.selection}`
      return toSession(sessions, (await write(text, values)).rows[0]) as AdapterSession
    },
    getSessionAndUser: readReplica
      ? async (sessionToken) => (await findOnReplica(sessionToken)) ?? find(read, sessionToken)
      : (sessionToken) => find(read, sessionToken),
    async updateSession(changes) {
      const { sessionToken } = changes
      const assignments = assignmentsOf(tables, 'sessions', changes, { except: ['sessionToken'], offset: 1 })
      if (assignments === undefined) return (await find(read, sessionToken))?.session ?? null
      const text = `UPDATE ${sessions.name} SET ${assignments.text} ${where} RETURNING ${sessions.selection}`
      return toSession(sessions, (await write(text, [sessionToken, ...assignments.values])).rows[0])
    },
    async deleteSession(sessionToken) {
      const text = `DELETE FROM ${sessions.name} ${where} RETURNING ${sessions.selection}`
      return toSession(sessions, (await orNoRows(() => write(text, [sessionToken ?? null]))).rows[0])
    },
    async deleteSessionsByUserId(userId) {
      const text = `DELETE FROM ${sessions.name} WHERE ${sessions.column('userId')} = $1`
      await orNoRows(() => write(text, [userId]))
    },
  }
}

function toSession({ fields }: Table, row: SqlRow | undefined): AdapterSession | null {
  return recordOf<AdapterSession>(fields, row)
}
