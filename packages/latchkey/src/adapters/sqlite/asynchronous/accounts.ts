import type { SqlRow } from '../../../sql/connection.ts'
import type { Adapter, AdapterAccount } from '../../../types/adapter.ts'
import { type Database, insertion } from './database.ts'
import { deleteAll } from './delete-all.ts'
import type { Entity } from './entity.ts'
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

/** Returns the adapter methods that use the table of accounts. */
export function accountMethods(database: Database): Required<Pick<Adapter, AccountMethod>> {
  const { all, one, write } = database
  const { users, accounts, authenticators } = database.entities
  const userId = accounts.column('userId')
  const where = `${accounts.column('provider')} = ? AND ${accounts.column('providerAccountId')} = ?`
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
      users.record(await one(owner, provider, providerAccountId)),
    getAccount: async (providerAccountId, provider) =>
      toAccount(await one(select, provider, providerAccountId)),
    listAccounts: async (id) =>
      (await all(`SELECT ${accounts.list} FROM ${accounts.table} WHERE ${userId} = ?`, id)).map(
        (row) => toAccount(row) as AdapterAccount,
      ),
    async linkAccount(account) {
      const { text, values } = insertion(accounts, account)
      return toAccount(await write(text, ...values))
    },
    unlinkAccount: async ({ provider, providerAccountId }) =>
      toAccount(await write(remove, provider, providerAccountId)) ?? undefined,
    deleteAccountsByUserId: async (id) => void (await deleteAll(database, [accounts, authenticators], id)),
    async updateAccount({ provider, providerAccountId, ...changes }, expected) {
      const owned = {
        text: `${where} AND ${userId} = ?`,
        values: [provider, providerAccountId, changes.userId],
      }
      const condition = expected ? withToken(accounts, owned, expected.refresh_token) : owned
      return toAccount(await update(database, accounts, changes, condition)) ?? (expected ? false : null)
    },
    createUserWithAccount: firstSignIn(database, where, owner),
  }
}

/** Adds that the stored refresh token must be this one. It has a column, or is in the JSON object. */
function withToken(
  accounts: Entity,
  { text, values }: Condition,
  refreshToken: string | null | undefined,
): Condition {
  if (!accounts.hasColumn('refresh_token'))
    return { text, values, holdsFor: (json) => (json.refresh_token ?? null) === (refreshToken ?? null) }
  return {
    text: `${text} AND ${accounts.column('refresh_token')} IS ?`,
    values: [...values, refreshToken ?? null],
  }
}

/** A token that the provider did not return is missing, as in the tables that Latchkey creates. */
function withoutNull<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as T
}
