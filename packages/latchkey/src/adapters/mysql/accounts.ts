import type { SqlAdapter } from '../../sql/adapter.ts'
import { untilUndisturbed } from '../../sql/mysql/retry.ts'
import type { AdapterAccount } from '../../types/adapter.ts'
import { asBytes, change, type Database, deletion, find, insertion, stored, write } from './database.ts'
import { deleteRecordsForUser } from './records-of-user.ts'

type AccountMethod =
  | 'getAccount'
  | 'listAccounts'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'

/** Returns the adapter methods for the accounts table. */
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
      const key = { provider, providerAccountId, userId }
      const statement = change(accounts, key, tokens)
      if (statement === undefined) return undefined
      if (expected === undefined) return void (await write(database, statement))
      const token = expected.refresh_token ?? null
      const text = `${statement.text} AND ${asBytes(accounts.column('refresh_token'))} <=> ${asBytes('?')}`
      const { changes } = await write(database, { text, values: [...statement.values, token] })
      if (changes > 0) return true
      // Some drivers count only the rows whose values change.
      if ((tokens.refresh_token ?? token) !== token) return false
      const found = await find<AdapterAccount>(database, accounts, key)
      return found.some((account) => account.refresh_token === token)
    },
    deleteAccountsByUserId: (userId) =>
      untilUndisturbed(() =>
        connection.transaction((inner) =>
          deleteRecordsForUser(database, inner, userId, ['accounts', 'authenticators']),
        ),
      ),
  }
}
