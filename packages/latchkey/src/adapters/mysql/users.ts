import type { SqlAdapter } from '../../sql/adapter.ts'
import { untilUndisturbed } from '../../sql/mysql/retry.ts'
import type { MysqlConnection } from '../../sql/mysql/types.ts'
import { toRecord } from '../../sql/rows.ts'
import { userWithEmail } from '../../sql/user-with-email.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { change, type Database, find, insertion, read, stored, write } from './database.ts'
import { deleteRecordsForUser } from './records-of-user.ts'

/** Inserts a user on a connection, which may be in a transaction. */
export type UserInsertion = (connection: MysqlConnection, user: AdapterUser) => Promise<AdapterUser>

/** Returns the adapter methods for the users table. */
export function userMethods(
  database: Database,
  userIds: 'latchkey' | 'database',
): Pick<SqlAdapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'> {
  const { users, connection } = database
  const insertUser = userInsertion(database, userIds)
  const getUser = async (id: string): Promise<AdapterUser | null> =>
    (await find<AdapterUser>(database, users, { id }))[0] ?? null
  return {
    createUser: (user) => untilUndisturbed(() => insertUser(connection, user)),
    getUser,
    async getUserByEmail(email) {
      // Despite the type, callers may have no address. In SQL, nothing equals NULL.
      if (email === undefined || email === null) return null
      // By the column's collation, which may ignore case.
      const text = `SELECT ${users.columns} FROM ${users.name} WHERE ${users.column('email')} = ?`
      const rows = await read(database, text, [email])
      return userWithEmail(
        rows.map((row) => toRecord<AdapterUser>(users.fields, row) as AdapterUser),
        email,
      )
    },
    async updateUser(changes) {
      const statement = change(users, { id: changes.id }, changes)
      if (statement !== undefined) await write(database, statement)
      const user = await getUser(changes.id)
      if (user === null) throw new Error('There is no user with this id.')
      return user
    },
    deleteUser: (id) =>
      untilUndisturbed(() =>
        connection.transaction(async (inner) => {
          // Other libraries' tables may have no foreign keys.
          await deleteRecordsForUser(database, inner, id, ['sessions', 'accounts', 'authenticators'])
          await deleteRecordsForUser(database, inner, id, ['users'])
        }),
      ),
  }
}

/** Returns the function that inserts a user. */
export function userInsertion({ users }: Database, userIds: 'latchkey' | 'database'): UserInsertion {
  if (userIds === 'latchkey')
    return async (connection, user) => {
      // Despite the type, callers may omit the id so that the adapter assigns one.
      const record = { ...user, id: user.id ?? crypto.randomUUID() }
      const { text, values } = insertion(users, record)
      await connection.query(text, values)
      return stored(users, record)
    }
  const withoutId = { ...users, fields: users.fields.filter(({ name }) => name !== 'id') }
  return async (connection, user) => {
    const { text, values } = insertion(withoutId, user)
    const { insertId } = await connection.query(text, values)
    if (insertId !== 0) return stored(users, { ...user, id: String(insertId) })
    // The column's default value is an expression.
    const [created] = await find<AdapterUser>({ connection }, users, { email: user.email })
    if (created === undefined)
      throw new Error("A new user's id is unknown. Set `userIds: 'latchkey'` in `tables`.")
    return created
  }
}
