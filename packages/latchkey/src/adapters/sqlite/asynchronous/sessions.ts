import type { Adapter, AdapterSession } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { isExactly, twice } from './entity.ts'
import { update } from './update.ts'

/** Returns the adapter methods for the sessions table. */
export function sessionMethods(
  database: Database,
): Required<
  Pick<
    Adapter,
    'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'deleteSessionsByUserId'
  >
> {
  const { one, write } = database
  const { users, sessions } = database.entities
  const isSession = isExactly(sessions, 'sessionToken')
  const userId = sessions.column('userId')
  const selectWithUser =
    `SELECT ${sessions.qualifiedList}, ${users.qualifiedList} FROM ${sessions.table} ` +
    `JOIN ${users.table} ON ${users.column('id')} = ${userId} WHERE ${sessions.column('sessionToken')} = ?`
  const remove = `DELETE FROM ${sessions.table} WHERE ${isSession} RETURNING ${sessions.list}`
  const removeAll = `DELETE FROM ${sessions.table} WHERE ${userId} = ?`

  return {
    async createSession(session) {
      const { text, values } = insertion(sessions, session)
      return sessions.record(await write(text, ...values)) as AdapterSession
    },
    async getSessionAndUser(sessionToken) {
      const row = await one(selectWithUser, sessionToken)
      const [session, user] = [sessions.record<AdapterSession>(row), users.record<never>(row)]
      // A column may ignore case.
      return session?.sessionToken === sessionToken && user ? { session, user } : null
    },
    async updateSession({ sessionToken, ...changes }) {
      const condition = { text: isSession, values: twice(sessionToken) }
      return sessions.record(await update(database, sessions, changes, condition))
    },
    deleteSession: async (sessionToken) =>
      sessions.record<AdapterSession>(await write(remove, ...twice(sessionToken))),
    deleteSessionsByUserId: async (id) => void (await write(removeAll, id)),
  }
}
