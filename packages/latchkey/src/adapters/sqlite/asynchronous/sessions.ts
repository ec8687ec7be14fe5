import type { Adapter, AdapterSession } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { update } from './update.ts'

/** Returns the adapter methods that use the table of sessions. */
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
  const token = sessions.column('sessionToken')
  const userId = sessions.column('userId')
  const selectWithUser =
    `SELECT ${sessions.qualifiedList}, ${users.qualifiedList} FROM ${sessions.table} ` +
    `JOIN ${users.table} ON ${users.column('id')} = ${userId} WHERE ${token} = ?`
  const remove = `DELETE FROM ${sessions.table} WHERE ${token} = ? RETURNING ${sessions.list}`
  const removeAll = `DELETE FROM ${sessions.table} WHERE ${userId} = ?`

  return {
    async createSession(session) {
      const { text, values } = insertion(sessions, session)
      return sessions.record(await write(text, ...values)) as AdapterSession
    },
    async getSessionAndUser(sessionToken) {
      const row = await one(selectWithUser, sessionToken)
      const [session, user] = [sessions.record<AdapterSession>(row), users.record<never>(row)]
      return session && user && { session, user }
    },
    async updateSession({ sessionToken, ...changes }) {
      const condition = { text: `${token} = ?`, values: [sessionToken] }
      return sessions.record(await update(database, sessions, changes, condition))
    },
    deleteSession: async (sessionToken) => sessions.record<AdapterSession>(await write(remove, sessionToken)),
    deleteSessionsByUserId: async (id) => void (await write(removeAll, id)),
  }
}
