import type { SqliteConnection } from '../../sql/sqlite/connection.ts'
import { immediately } from '../../sql/sqlite/transaction.ts'
import { userWithEmail } from '../../sql/user-with-email.ts'
import type { Adapter, AdapterUser } from '../../types/adapter.ts'
import { withoutUndefined } from './without-undefined.ts'
import { write } from './write.ts'

/** Columns of a user, for a query that includes the table `users`. */
export const USER_COLUMNS = 'users.id, users.name, users.email, users.emailVerified, users.image, users.extra'

/** Row of the table `users`. */
type UserRow = {
  id: string
  name: string | null
  email: string | null
  emailVerified: number | null
  image: string | null
  extra: string
}

/** Returns the adapter methods for the table `users`. */
export function userMethods(
  db: SqliteConnection,
): Required<Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'>> {
  const byId = db.prepare(`SELECT ${USER_COLUMNS} FROM users WHERE id = ?`)
  // Each part uses its own index. SQLite lowers only ASCII letters, on both sides alike, so that no
  // other letters count as the same.
  const byEmail = db.prepare(
    `SELECT ${USER_COLUMNS} FROM users WHERE email = ?
    UNION ALL SELECT ${USER_COLUMNS} FROM users WHERE lower(email) = lower(?) AND email <> ?`,
  )
  const update = db.prepare(
    `UPDATE users
    SET name = :name, email = :email, emailVerified = :emailVerified, image = :image, extra = :extra
    WHERE id = :id RETURNING ${USER_COLUMNS}`,
  )
  const remove = db.prepare(`DELETE FROM users WHERE id = :id RETURNING ${USER_COLUMNS}`)
  const insertUser = userInsertion(db)

  const getUser = (id: string): AdapterUser | null => toUser(byId.get(id))
  return {
    createUser: insertUser,
    getUser,
    getUserByEmail(email) {
      // Despite the type, callers may have no address. In SQL, nothing equals NULL.
      const value = email ?? null
      const rows = byEmail.all(value, value, value)
      return userWithEmail(
        rows.map((row) => toUser(row) as AdapterUser),
        email,
      )
    },
    updateUser: (changes) =>
      immediately(db, () => {
        const user = getUser(changes.id)
        if (user === null) throw new Error('There is no user with this id.')
        return toUser(write(update, toUserRow({ ...user, ...withoutUndefined(changes) }))) as AdapterUser
      }),
    deleteUser: (id) => toUser(write(remove, { id })),
  }
}

/** Prepares the statement that inserts a user. */
export function userInsertion(db: SqliteConnection): (user: AdapterUser) => AdapterUser {
  const insert = db.prepare(
    `INSERT INTO users (id, name, email, emailVerified, image, extra)
    VALUES (:id, :name, :email, :emailVerified, :image, :extra) RETURNING ${USER_COLUMNS}`,
  )
  return (user) => toUser(write(insert, toUserRow(user))) as AdapterUser
}

/**
 * Converts a row that has at least a user's columns.
 *
 * `email` is `null` if the provider returned no address.
 */
export function toUser(row: Record<string, unknown> | undefined): AdapterUser | null {
  if (row === undefined) return null
  const { id, name, email, emailVerified, image, extra } = row as UserRow
  return {
    ...JSON.parse(extra),
    id,
    name,
    email,
    // An import wrote 0 for an unverified address.
    emailVerified: emailVerified ? new Date(emailVerified) : null,
    image,
  }
}

function toUserRow({
  id,
  name,
  email,
  emailVerified,
  image,
  ...extra
}: AdapterUser): Record<keyof UserRow, string | number | null> {
  return {
    // Despite the type, callers may omit the id so that the adapter assigns one.
    id: id ?? crypto.randomUUID(),
    name: name ?? null,
    email: email ?? null,
    emailVerified: emailVerified?.getTime() ?? null,
    image: image ?? null,
    extra: JSON.stringify(extra),
  }
}
