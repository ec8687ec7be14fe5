import type { SqlRow } from '../../sql/connection.ts'
import { toRecord } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, AdapterSession } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { replicaReader, sessionReader } from './session-reads.ts'
import { buildAssignments, buildInsertion, describeTable, isExactly, type Table, twice } from './table.ts'
import { orNoRows } from './users.ts'

type SessionMethod =
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'deleteSessionsByUserId'

/** Returns the adapter methods for the sessions table. */
export function sessionMethods(
  tables: SqlTables,
  database: PostgresDatabase,
): Required<Pick<Adapter, SessionMethod>> & Pick<Adapter, 'getSessionAndUserFromPrimary'> {
  const { read, readReplica, write } = database
  const sessions = describeTable(tables, 'sessions')
  const where = `WHERE ${isExactly(sessions, ['sessionToken'])}`
  const find = sessionReader(tables, read, database)
  const findOnReplica = readReplica && replicaReader(sessionReader(tables, readReplica, database))
  return {
    async createSession(session) {
      const { columns, placeholders, values } = buildInsertion(tables, 'sessions', session)
      const text = `INSERT INTO ${sessions.name} (${columns}) VALUES (${placeholders})
        RETURNING ${sessions.selection}`
      return toSession(sessions, (await write(text, values)).rows[0]) as AdapterSession
    },
    getSessionAndUser: findOnReplica
      ? async (sessionToken) => (await findOnReplica(sessionToken)) ?? find(sessionToken)
      : find,
    ...(findOnReplica && { getSessionAndUserFromPrimary: find }),
    async updateSession(changes) {
      const { sessionToken } = changes
      const assignments = buildAssignments(tables, 'sessions', changes, {
        except: ['sessionToken'],
        offset: 2,
      })
      if (assignments === undefined) return (await find(sessionToken))?.session ?? null
      const text = `UPDATE ${sessions.name} SET ${assignments.text} ${where} RETURNING ${sessions.selection}`
      return toSession(sessions, (await write(text, [...twice(sessionToken), ...assignments.values])).rows[0])
    },
    async deleteSession(sessionToken) {
      const text = `DELETE FROM ${sessions.name} ${where} RETURNING ${sessions.selection}`
      return toSession(sessions, (await orNoRows(() => write(text, twice(sessionToken)))).rows[0])
    },
    async deleteSessionsByUserId(userId) {
      const text = `DELETE FROM ${sessions.name} WHERE ${sessions.column('userId')} = $1`
      await orNoRows(() => write(text, [userId]))
    },
  }
}

function toSession({ fields }: Table, row: SqlRow | undefined): AdapterSession | null {
  return toRecord<AdapterSession>(fields, row)
}
