import type { SqlAdapter } from '../../sql/adapter.ts'
import { isDuplicate, untilUndisturbed } from '../../sql/mysql/retry.ts'
import { toRecord } from '../../sql/rows.ts'
import type { AdapterAccount, AdapterUser } from '../../types/adapter.ts'
import { type Database, insertion, read, where } from './database.ts'
import { userInsertion } from './users.ts'

/** Returns the adapter methods that use both the users and accounts tables. */
export function accountOwnerMethods(
  database: Database,
  userIds: 'latchkey' | 'database',
): Pick<SqlAdapter, 'getUserByAccount' | 'createUserWithAccount'> {
  const { accounts, connection } = database
  const insertUser = userInsertion(database, userIds)
  const getUserByAccount = ownerLookup(database)
  return {
    getUserByAccount,
    async createUserWithAccount(user, account) {
      // Even if the tables lack a unique key, the second of two consecutive sign-ins finds the
      // user.
      const existing = await getUserByAccount(account)
      if (existing !== null) return { user: existing, isNewUser: false }
      try {
        const created = await untilUndisturbed(() =>
          connection.transaction(async (inner) => {
            const inserted = await insertUser(inner, user)
            const { text, values } = insertion(accounts, { ...account, userId: inserted.id })
            await inner.query(text, values)
            return inserted
          }),
        )
        return { user: created, isNewUser: true }
      } catch (error) {
        if (!isDuplicate(error)) throw error
        const owner = await getUserByAccount(account)
        // The address belongs to another user, or the table does not distinguish two ids.
        if (owner === null) throw error
        return { user: owner, isNewUser: false }
      }
    },
  }
}

function ownerLookup(
  database: Database,
): (account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>) => Promise<AdapterUser | null> {
  const { accounts, users } = database
  const select = `SELECT ${accounts.columns}, ${users.columns} FROM ${accounts.name}
    JOIN ${users.name} ON ${users.column('id')} = ${accounts.column('userId')}`
  return async ({ provider, providerAccountId }) => {
    const { text, values } = where(accounts, { provider, providerAccountId })
    for (const row of await read(database, `${select} WHERE ${text}`, values)) {
      const account = toRecord<AdapterAccount>(accounts.fields, row)
      const user = toRecord<AdapterUser>(users.fields, row)
      if (account?.provider !== provider || account.providerAccountId !== providerAccountId) continue
      if (user?.id === account.userId) return user
    }
    return null
  }
}
