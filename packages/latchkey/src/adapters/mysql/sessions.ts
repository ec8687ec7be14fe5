import type { SqlAdapter } from '../../sql/adapter.ts'
import { toRecord } from '../../sql/rows.ts'
import type { AdapterSession, AdapterUser } from '../../types/adapter.ts'
import { change, type Database, deletion, find, insertion, read, stored, where, write } from './database.ts'

type SessionMethod =
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'deleteSessionsByUserId'

/** The maximum number of sessions whose users are remembered. */
const MAX_REMEMBERED = 1000

/** Returns the adapter methods for the sessions table. */
export function sessionMethods(database: Database): Pick<SqlAdapter, SessionMethod> {
  const { sessions, users } = database
  const select = `SELECT ${sessions.columns}, ${users.columns} FROM ${sessions.name}
    JOIN ${users.name} ON ${users.column('id')} = ${sessions.column('userId')}`

  // A renewal follows a read, so it does not need to read again for its result.
  const remembered = new Map<string, string>()
  const remember = (sessionToken: string, userId: string): void => {
    remembered.set(sessionToken, userId)
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '')
  }

  const getSession = async (sessionToken: string): Promise<AdapterSession | null> =>
    (await find<AdapterSession>(database, sessions, { sessionToken }))[0] ?? null

  return {
    async createSession(session) {
      await write(database, insertion(sessions, session))
      return stored(sessions, session)
    },
    async getSessionAndUser(sessionToken) {
      const { text, values } = where(sessions, { sessionToken })
      for (const row of await read(database, `${select} WHERE ${text}`, values)) {
        const session = toRecord<AdapterSession>(sessions.fields, row)
        const user = toRecord<AdapterUser>(users.fields, row)
        if (session?.sessionToken !== sessionToken || user?.id !== session.userId) continue
        remember(sessionToken, user.id)
        return { session, user }
      }
      return null
    },
    async updateSession({ sessionToken, ...changes }) {
      const statement = change(sessions, { sessionToken }, changes)
      const { changes: count = 0 } = statement ? await write(database, statement) : {}
      if (changes.userId !== undefined) remember(sessionToken, changes.userId)
      const { userId = remembered.get(sessionToken), expires } = changes
      // Some drivers do not count a row that already has these values.
      if (count === 0 || userId === undefined || expires === undefined) return getSession(sessionToken)
      return stored(sessions, { sessionToken, userId, expires })
    },
    async deleteSession(sessionToken) {
      const session = await getSession(sessionToken)
      const { changes } = await write(database, deletion(sessions, { sessionToken }))
      return changes === 0 ? null : session
    },
    async deleteSessionsByUserId(userId) {
      await write(database, deletion(sessions, { userId }))
    },
  }
}
