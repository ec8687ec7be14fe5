import type { SqlValue } from '../../sql/connection.ts'
import { recordOf } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, AdapterAccount } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { assignmentsOf, insertionOf, type Table, tableOf } from './table.ts'
import { deleteWithPasskeys, orNoRows, toUser } from './users.ts'

type AccountMethod =
  | 'getUserByAccount'
  | 'getAccount'
  | 'listAccounts'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'

/** Returns the adapter methods that use the table of accounts. */
export function accountMethods(
  tables: SqlTables,
  { read, write }: PostgresDatabase,
): Required<Pick<Adapter, AccountMethod>> {
  const users = tableOf(tables, 'users')
  const accounts = tableOf(tables, 'accounts')
  const where = `WHERE ${accounts.column('provider')} = $1 AND ${accounts.column('providerAccountId')} = $2`
  return {
    async getUserByAccount({ provider, providerAccountId }) {
      const text = `SELECT ${users.selection} ${ownerOf(tables)}`
      const { rows } = await orNoRows(() => read(text, [provider ?? null, providerAccountId ?? null]))
      return toUser(users, rows[0])
    },
    async getAccount(providerAccountId, provider) {
      const text = `SELECT ${accounts.selection} FROM ${accounts.name} ${where}`
      const { rows } = await orNoRows(() => read(text, [provider ?? null, providerAccountId ?? null]))
      return toAccount(accounts, rows[0])
    },
    async listAccounts(userId) {
      const text = `SELECT ${accounts.selection} FROM ${accounts.name} WHERE ${accounts.column('userId')} = $1`
      const { rows } = await orNoRows(() => read(text, [userId]))
      return rows.map((row) => toAccount(accounts, row) as AdapterAccount)
    },
    async linkAccount(account) {
      const { columns, placeholders, values } = insertionOf(tables, 'accounts', account)
      const text = `INSERT INTO ${accounts.name} (${columns}) VALUES (${placeholders})
        RETURNING ${accounts.selection}`
      return toAccount(accounts, (await write(text, values)).rows[0])
    },
    async unlinkAccount({ provider, providerAccountId }) {
      const text = `DELETE FROM ${accounts.name} ${where} RETURNING ${accounts.selection}`
      return toAccount(accounts, (await write(text, [provider, providerAccountId])).rows[0]) ?? undefined
    },
    async updateAccount(account, expected) {
      const except = ['provider', 'providerAccountId', 'userId']
      const keys: SqlValue[] = [account.provider, account.providerAccountId, account.userId]
      if (expected) keys.push(expected.refresh_token ?? null)
      const assignments = assignmentsOf(tables, 'accounts', account, { except, offset: keys.length })
      if (assignments === undefined) return null
      const isExpected = expected ? ` AND ${accounts.column('refresh_token')} IS NOT DISTINCT FROM $4` : ''
      const { rows } = await write(
        `UPDATE ${accounts.name} SET ${assignments.text} ${where} AND ${accounts.column('userId')} = $3
        ${isExpected} RETURNING ${accounts.selection}`,
        [...keys, ...assignments.values],
      )
      return toAccount(accounts, rows[0]) ?? (expected ? false : null)
    },
    async deleteAccountsByUserId(userId) {
      await deleteWithPasskeys(tables, ['accounts'], (deletions) =>
        write(`WITH ${deletions} SELECT 1`, [userId]),
      )
    },
  }
}

/** Returns the end of a statement that reads the user of an account: `$1` and `$2` name it. */
export function ownerOf(tables: SqlTables): string {
  const users = tableOf(tables, 'users')
  const accounts = tableOf(tables, 'accounts')
  return `FROM ${accounts.name} JOIN ${users.name} ON ${users.column('id')} = ${accounts.column('userId')}
    WHERE ${accounts.column('provider')} = $1 AND ${accounts.column('providerAccountId')} = $2`
}

/** Leaves out the tokens that the provider did not issue. */
function toAccount(
  { fields }: Table,
  row: Readonly<Record<string, unknown>> | undefined,
): AdapterAccount | null {
  const account = recordOf<AdapterAccount>(fields, row)
  return (
    account &&
    (Object.fromEntries(
      Object.entries(account).filter(([, value]) => value !== null),
    ) as unknown as AdapterAccount)
  )
}
