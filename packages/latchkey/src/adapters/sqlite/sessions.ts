import type { SqliteConnection } from '../../sql/sqlite/connection.ts'
import type { Adapter, AdapterSession } from '../../types/adapter.ts'
import { toUser, USER_COLUMNS } from './users.ts'
import { write } from './write.ts'

const SESSION_COLUMNS = 'sessionToken, userId, expires'

type SessionRow = {
  sessionToken: string
  userId: string
  expires: number
}

/** Returns the adapter methods for the table `sessions`. */
export function sessionMethods(
  db: SqliteConnection,
): Required<
  Pick<
    Adapter,
    'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'deleteSessionsByUserId'
  >
> {
  const insert = db.prepare(
    `INSERT INTO sessions (${SESSION_COLUMNS}) VALUES (:sessionToken, :userId, :expires)
    RETURNING ${SESSION_COLUMNS}`,
  )
  const selectWithUser = db.prepare(
    `SELECT ${SESSION_COLUMNS}, ${USER_COLUMNS} FROM sessions JOIN users ON users.id = sessions.userId
    WHERE sessionToken = ?`,
  )
  const update = db.prepare(
    `UPDATE sessions SET userId = coalesce(:userId, userId), expires = coalesce(:expires, expires)
    WHERE sessionToken = :sessionToken RETURNING ${SESSION_COLUMNS}`,
  )
  const remove = db.prepare(
    `DELETE FROM sessions WHERE sessionToken = :sessionToken RETURNING ${SESSION_COLUMNS}`,
  )

  const removeAll = db.prepare('DELETE FROM sessions WHERE userId = :userId RETURNING userId')

  return {
    createSession: ({ sessionToken, userId, expires }) =>
      toSession(write(insert, { sessionToken, userId, expires: expires.getTime() })) as AdapterSession,
    getSessionAndUser(sessionToken) {
      const row = selectWithUser.get(sessionToken)
      const session = toSession(row)
      const user = toUser(row)
      return session && user && { session, user }
    },
    updateSession: ({ sessionToken, userId = null, expires }) =>
      toSession(write(update, { sessionToken, userId, expires: expires?.getTime() ?? null })),
    deleteSession: (sessionToken) => toSession(write(remove, { sessionToken })),
    deleteSessionsByUserId: (userId) => void write(removeAll, { userId }),
  }
}

function toSession(row: Record<string, unknown> | undefined): AdapterSession | null {
  if (row === undefined) return null
  const { sessionToken, userId, expires } = row as SessionRow
  return { sessionToken, userId, expires: new Date(expires) }
}
