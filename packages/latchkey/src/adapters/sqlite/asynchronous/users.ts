import type { SqlStatement } from '../../../sql/connection.ts'
import { columnName, type SqlTables } from '../../../sql/tables.ts'
import { userWithEmail } from '../../../sql/user-with-email.ts'
import type { Adapter, AdapterUser } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { ACCOUNT_RECORDS, deleteAll } from './delete-all.ts'
import { isExactly, twice } from './entity.ts'
import { update } from './update.ts'

/** Returns the adapter methods for the users table. */
export function userMethods(
  database: Database,
  tables: SqlTables,
): Required<Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'>> {
  const { one, all, write } = database
  const { users, accounts, sessions, authenticators } = database.entities
  const id = users.column('id')
  const select = `SELECT ${users.list} FROM ${users.table} WHERE`
  const email = users.column('email')
  const emailIndex = findLowerIndex(tables)
  // SQLite reads the second table only if the first has a row: without the index, it would read all
  // users. It lowers only ASCII letters, on both sides alike.
  const byEmail =
    `${select} ${email} = ? UNION ALL SELECT ${users.qualifiedList} FROM (${emailIndex.text}) ` +
    `CROSS JOIN ${users.table} WHERE lower(${email}) = lower(?) AND ${email} <> ?`
  const remove = `DELETE FROM ${users.table} WHERE ${id} = ? RETURNING ${users.list}`

  return {
    async createUser(user) {
      const { text, values } = insertion(users, withId(user))
      return users.record(await write(text, ...values)) as AdapterUser
    },
    getUser: async (userId) =>
      users.record(await one(`${select} ${isExactly(users, 'id')}`, ...twice(userId))),
    async getUserByEmail(address) {
      // Despite the type, callers may have no address. In SQL, nothing equals NULL.
      const value = address ?? null
      const rows = await all(byEmail, value, ...emailIndex.values, value, value)
      return userWithEmail(
        rows.map((row) => users.record(row) as AdapterUser),
        address,
      )
    },
    async updateUser({ id: userId, ...changes }) {
      const row = await update(database, users, changes, { text: `${id} = ?`, values: [userId] })
      if (row === undefined) throw new Error('There is no user with this id.')
      return users.record(row) as AdapterUser
    },
    async deleteUser(userId) {
      const owned = [...ACCOUNT_RECORDS, authenticators, sessions, accounts]
      const [row] = await deleteAll(database, owned, userId, { text: remove, values: [userId] })
      return users.record<AdapterUser>(row)
    },
  }
}

/** Despite the type, callers may omit the id so that the adapter assigns one. */
export function withId(user: AdapterUser): AdapterUser {
  return { ...user, id: user.id ?? crypto.randomUUID() }
}

/** Returns the query that has a row if users' addresses have an index over their lower case. */
function findLowerIndex({ users }: SqlTables): SqlStatement {
  const end = `(lower(${columnName(users, 'email')}))`
  return {
    // Its statement ends with the expression, and has no condition. Names may be in quotes.
    text:
      "SELECT 1 FROM sqlite_master WHERE type = 'index' AND lower(tbl_name) = lower(?) " +
      `AND substr(lower(replace(replace(sql, '"', ''), '\`', '')), -length(?)) = lower(?) LIMIT 1`,
    values: [users.name, end, end],
  }
}
