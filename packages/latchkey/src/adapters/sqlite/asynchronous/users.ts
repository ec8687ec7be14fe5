import { userWithEmail } from '../../../sql/user-with-email.ts'
import type { Adapter, AdapterUser } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { deleteAll } from './delete-all.ts'
import { isExactly, twice } from './entity.ts'
import { update } from './update.ts'

/** Returns the adapter methods that use the table of users. */
export function userMethods(
  database: Database,
): Required<Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'>> {
  const { one, all, write } = database
  const { users, accounts, sessions, authenticators } = database.entities
  const id = users.column('id')
  const select = `SELECT ${users.list} FROM ${users.table} WHERE`
  const remove = `DELETE FROM ${users.table} WHERE ${id} = ? RETURNING ${users.list}`

  return {
    async createUser(user) {
      const { text, values } = insertion(users, withId(user))
      return users.record(await write(text, ...values)) as AdapterUser
    },
    getUser: async (userId) =>
      users.record(await one(`${select} ${isExactly(users, 'id')}`, ...twice(userId))),
    // Despite the type, callers may have no address. In SQL, nothing equals NULL.
    async getUserByEmail(email) {
      const rows = await all(`${select} ${users.column('email')} = ?`, email ?? null)
      return userWithEmail(
        rows.map((row) => users.record(row) as AdapterUser),
        email,
      )
    },
    async updateUser({ id: userId, ...changes }) {
      const row = await update(database, users, changes, { text: `${id} = ?`, values: [userId] })
      if (row === undefined) throw new Error('There is no user with this id.')
      return users.record(row) as AdapterUser
    },
    async deleteUser(userId) {
      const owned = [authenticators, sessions, accounts]
      const [row] = await deleteAll(database, owned, userId, { text: remove, values: [userId] })
      return users.record<AdapterUser>(row)
    },
  }
}

/** Despite the type, callers may omit the id so that the adapter assigns one. */
export function withId(user: AdapterUser): AdapterUser {
  return { ...user, id: user.id ?? crypto.randomUUID() }
}
