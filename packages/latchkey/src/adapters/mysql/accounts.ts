import type { SqlAdapter } from '../../sql/adapter.ts'
import { untilUndisturbed } from '../../sql/mysql/retry.ts'
import type { AdapterAccount } from '../../types/adapter.ts'
import { change, type Database, deletion, find, insertion, stored, write } from './database.ts'
import { deleteRecordsOf } from './records-of-user.ts'

type AccountMethod =
  | 'getAccount'
  | 'listAccounts'
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
    listAccounts: async (userId) => [...(await find<AdapterAccount>(database, accounts, { userId }))],
    async linkAccount(account): Promise<AdapterAccount> {
      await write(database, insertion(accounts, account))
      return stored<AdapterAccount>(accounts, account)
    },
    async unlinkAccount({ provider, providerAccountId }) {
      await write(database, deletion(accounts, { provider, providerAccountId }))
      return undefined
    },
    async updateAccount({ provider, providerAccountId, userId, ...tokens }, expected) {
      const statement = change(accounts, { provider, providerAccountId, userId }, tokens)
      if (statement === undefined) return undefined
      if (expected === undefined) return void (await write(database, statement))
      const text = `${statement.text} AND BINARY ${accounts.column('refresh_token')} <=> BINARY ?`
      const values = [...statement.values, expected.refresh_token ?? null]
      return (await write(database, { text, values })).changes > 0
    },
    deleteAccountsByUserId: (userId) =>
      untilUndisturbed(() =>
        connection.transaction((inner) =>
          deleteRecordsOf(database, inner, userId, ['accounts', 'authenticators']),
        ),
      ),
  }
}
