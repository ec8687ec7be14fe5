import type { SqlAdapter } from '../../sql/adapter.ts'
import { untilUndisturbed } from '../../sql/mysql/retry.ts'
import type { AdapterAccount } from '../../types/adapter.ts'
import { change, type Database, deletion, find, insertion, stored, write } from './database.ts'
import { deleteRecordsOf } from './records-of-user.ts'

type AccountMethod =
  | 'getAccount'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'

/** Returns the adapter methods that use the table of accounts. */
export function accountMethods(database: Database): Pick<SqlAdapter, AccountMethod> {
  const { accounts, connection } = database
  return {
    getAccount: async (providerAccountId, provider) =>
      (await find<AdapterAccount>(database, accounts, { provider, providerAccountId }))[0] ?? null,
    async linkAccount(account): Promise<AdapterAccount> {
      await write(database, insertion(accounts, account))
      return stored<AdapterAccount>(accounts, account)
    },
    async unlinkAccount({ provider, providerAccountId }) {
      await write(database, deletion(accounts, { provider, providerAccountId }))
      return undefined
    },
    async updateAccount({ provider, providerAccountId, userId, ...tokens }) {
      const statement = change(accounts, { provider, providerAccountId, userId }, tokens)
      if (statement !== undefined) await write(database, statement)
    },
    deleteAccountsByUserId: (userId) =>
      untilUndisturbed(() =>
        connection.transaction((inner) =>
          deleteRecordsOf(database, inner, userId, ['accounts', 'authenticators']),
        ),
      ),
  }
}
