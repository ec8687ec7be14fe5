import { isInvalidValue, isMissingTable } from '../../sql/postgres/error.ts'
import { toRecord } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import { userWithEmail } from '../../sql/user-with-email.ts'
import type { Adapter, AdapterUser } from '../../types/adapter.ts'
import { addressStatements } from './address-statements.ts'
import type { PostgresDatabase } from './database.ts'
import { buildAssignments, buildInsertion, describeTable, type Table } from './table.ts'

type UserMethod = 'createUser' | 'getUser' | 'getUserByEmail' | 'updateUser' | 'deleteUser'

/** Returns the adapter methods for the users table. */
export function userMethods(
  tables: SqlTables,
  { read, write }: PostgresDatabase,
): Required<Pick<Adapter, UserMethod>> {
  const users = describeTable(tables, 'users')
  const select = `SELECT ${users.selection} FROM ${users.name} WHERE`
  const statementByEmail = addressStatements(tables, users, read)

  const getUser = async (id: string): Promise<AdapterUser | null> => {
    const { rows } = await orNoRows(() => read(`${select} ${users.column('id')} = $1`, [id ?? null]))
    const user = toUser(users, rows[0])
    // A number column treats "07" and " 7" as 7.
    return user?.id === id ? user : null
  }
  return {
    async createUser(user) {
      const { columns, placeholders, values } = buildInsertion(tables, 'users', withId(user))
      const text = `INSERT INTO ${users.name} (${columns}) VALUES (${placeholders})
        RETURNING ${users.selection}`
      return toUser(users, (await write(text, values)).rows[0]) as AdapterUser
    },
    getUser,
    async getUserByEmail(email) {
      const text = await statementByEmail()
      // Despite the type, callers may have no address. In SQL, nothing equals NULL.
      const { rows } = await orNoRows(() => read(text, [email ?? null]))
      return userWithEmail(
        rows.map((row) => toUser(users, row) as AdapterUser),
        email,
      )
    },
    async updateUser(changes) {
      const { id } = changes
      const assignments = buildAssignments(tables, 'users', changes, { except: ['id'], offset: 1 })
      const updated = assignments
        ? await write(
            `UPDATE ${users.name} SET ${assignments.text} WHERE ${users.column('id')} = $1
            RETURNING ${users.selection}`,
            [id, ...assignments.values],
          )
        : undefined
      const user = updated ? toUser(users, updated.rows[0]) : await getUser(id)
      if (user === null) throw new Error('There is no user with this id.')
      return user
    },
    async deleteUser(id) {
      const { rows } = await deleteWithPasskeys(tables, ['accounts', 'sessions'], (deletions) =>
        write(
          `WITH ${deletions}
          DELETE FROM ${users.name} WHERE ${users.column('id')} = $1 RETURNING ${users.selection}`,
          [id],
        ),
      )
      return toUser(users, rows[0])
    },
  }
}

/** Returns the user in a row that has at least a user's columns. */
export function toUser(
  { fields }: Table,
  row: Readonly<Record<string, unknown>> | undefined,
): AdapterUser | null {
  return toRecord<AdapterUser>(fields, row)
}

/** Despite the type, callers may omit the id so that the adapter assigns one. */
export function withId(user: AdapterUser): AdapterUser {
  return { ...user, id: user.id ?? crypto.randomUUID() }
}

/** Returns no rows if the database rejects a value: no record has such an id. */
export async function orNoRows<T extends { readonly rows: readonly unknown[] }>(
  query: () => Promise<T>,
): Promise<T | { readonly rows: readonly []; readonly changes: 0 }> {
  try {
    return await query()
  } catch (error) {
    if (!isInvalidValue(error)) throw error
    return { rows: [], changes: 0 }
  }
}

/**
 * Runs a statement that also deletes a user's rows in other tables. Their foreign keys may be
 * missing. So may the passkeys table, in which case there are no passkeys.
 *
 * @param run runs the statement behind `WITH`; `$1` is the user's id
 */
export async function deleteWithPasskeys<T extends { readonly rows: readonly unknown[] }>(
  tables: SqlTables,
  entities: readonly ('accounts' | 'sessions')[],
  run: (deletions: string) => Promise<T>,
): ReturnType<typeof orNoRows<T>> {
  const deletionsIn = (...names: readonly ('accounts' | 'sessions' | 'authenticators')[]): string =>
    names
      .map((entity) => {
        const { name, column } = describeTable(tables, entity)
        return `deleted_${entity} AS (DELETE FROM ${name} WHERE ${column('userId')} = $1)`
      })
      .join(', ')
  return orNoRows(async () => {
    try {
      return await run(deletionsIn(...entities, 'authenticators'))
    } catch (error) {
      if (!isMissingTable(error)) throw error
      return run(deletionsIn(...entities))
    }
  })
}
