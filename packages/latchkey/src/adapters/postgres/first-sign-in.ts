import { isDuplicate } from '../../sql/postgres/error.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, AdapterUser } from '../../types/adapter.ts'
import { fromOwner } from './accounts.ts'
import type { PostgresDatabase } from './database.ts'
import { buildInsertion, describeTable, twice } from './table.ts'
import { toUser, withId } from './users.ts'

/**
 * Returns the method that creates a user with their first account. One statement stores both rows
 * or none: the database checks foreign keys at the statement's end.
 */
export function firstSignInMethods(
  tables: SqlTables,
  { read, write }: PostgresDatabase,
): Required<Pick<Adapter, 'createUserWithAccount'>> {
  const users = describeTable(tables, 'users')
  const accounts = describeTable(tables, 'accounts')
  const owner = `SELECT ${users.selection} ${fromOwner(tables)}`
  return {
    async createUserWithAccount(user, account) {
      const key = twice(account.provider, account.providerAccountId)
      const created = buildInsertion(tables, 'users', withId(user), { offset: key.length })
      const linked = buildInsertion(tables, 'accounts', account, {
        offset: key.length + created.values.length,
        replaced: { provider: '$1', providerAccountId: '$3', userId: 'created.id' },
      })
      const text = `WITH owner AS (${owner}),
        created AS (
          INSERT INTO ${users.name} (${created.columns})
          SELECT ${created.placeholders} WHERE NOT EXISTS (SELECT FROM owner)
          RETURNING ${users.column('id')} AS id, ${users.selection}
        ),
        linked AS (
          INSERT INTO ${accounts.name} (${linked.columns}) SELECT ${linked.placeholders} FROM created
        )
        SELECT true AS "N", ${users.aliases} FROM created
        UNION ALL SELECT false, ${users.aliases} FROM owner`
      try {
        const { rows } = await write(text, [...key, ...created.values, ...linked.values])
        return { user: toUser(users, rows[0]) as AdapterUser, isNewUser: rows[0]?.N === true }
      } catch (error) {
        if (!isDuplicate(error)) throw error
        // The same first sign-in has already taken effect, another user has the address, or the
        // table does not distinguish two ids.
        const existing = toUser(users, (await read(owner, key)).rows[0])
        if (existing === null) throw error
        return { user: existing, isNewUser: false }
      }
    },
  }
}
