import type { SqlRow } from '../../../sql/connection.ts'
import type { Adapter, AdapterAccount } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { deleteAll } from './delete-all.ts'
import { isExactly, twice } from './entity.ts'
import { firstSignIn } from './first-sign-in.ts'
import { type Condition, update } from './update.ts'

type AccountMethod =
  | 'getUserByAccount'
  | 'getAccount'
  | 'listAccounts'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'
  | 'createUserWithAccount'

/** Returns the adapter methods for the accounts table. */
export function accountMethods(database: Database): Required<Pick<Adapter, AccountMethod>> {
  const { all, one, write } = database
  const { users, accounts, authenticators } = database.entities
  const userId = accounts.column('userId')
  const where = isExactly(accounts, 'provider', 'providerAccountId')
  const select = `SELECT ${accounts.list} FROM ${accounts.table} WHERE ${where}`
  const remove = `DELETE FROM ${accounts.table} WHERE ${where} RETURNING ${accounts.list}`
  const owner =
    `SELECT ${users.qualifiedList} FROM ${accounts.table} JOIN ${users.table} ` +
    `ON ${users.column('id')} = ${userId} WHERE ${where}`
  const toAccount = (row: SqlRow | undefined): AdapterAccount | null => {
    const account = accounts.record<AdapterAccount>(row)
    return account && withoutNull(account)
  }

  return {
    getUserByAccount: async ({ provider, providerAccountId }) =>
      users.record(await one(owner, ...twice(provider, providerAccountId))),
    getAccount: async (providerAccountId, provider) =>
      toAccount(await one(select, ...twice(provider, providerAccountId))),
    async listAccounts(id) {
      const rows = await all(`SELECT ${accounts.list} FROM ${accounts.table} WHERE ${userId} = ?`, id)
      // A number column treats "07" and " 7" as 7.
      return rows.map((row) => toAccount(row) as AdapterAccount).filter((account) => account.userId === id)
    },
    async linkAccount(account) {
      const { text, values } = insertion(accounts, account)
      return toAccount(await write(text, ...values))
    },
    unlinkAccount: async ({ provider, providerAccountId }) =>
      toAccount(await write(remove, ...twice(provider, providerAccountId))) ?? undefined,
    deleteAccountsByUserId: async (id) => void (await deleteAll(database, [accounts, authenticators], id)),
    async updateAccount({ provider, providerAccountId, ...changes }, expected) {
      const key: Condition = {
        text: `${where} AND ${userId} = ?`,
        values: [...twice(provider, providerAccountId), changes.userId],
      }
      if (expected === undefined) return toAccount(await update(database, accounts, changes, key))
      const row = await update(database, accounts, changes, {
        text: `${key.text} AND ${accounts.value('refresh_token')} IS ? COLLATE BINARY`,
        values: [...key.values, expected.refresh_token ?? null],
      })
      return toAccount(row) ?? false
    },
    createUserWithAccount: firstSignIn(database, where, owner),
  }
}

/** A token that the provider did not return is missing, as in the tables that Latchkey creates. */
function withoutNull<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as T
}
