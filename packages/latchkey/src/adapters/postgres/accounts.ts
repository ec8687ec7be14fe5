import { toRecord } from '../../sql/rows.ts'
import type { SqlTables } from '../../sql/tables.ts'
import type { Adapter, AdapterAccount } from '../../types/adapter.ts'
import type { PostgresDatabase } from './database.ts'
import { buildAssignments, buildInsertion, describeTable, isExactly, type Table, twice } from './table.ts'
import { deleteWithPasskeys, orNoRows, toUser } from './users.ts'

type AccountMethod =
  | 'getUserByAccount'
  | 'getAccount'
  | 'listAccounts'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'

/** Returns the adapter methods for the accounts table. */
export function accountMethods(
  tables: SqlTables,
  { read, write }: PostgresDatabase,
): Required<Pick<Adapter, AccountMethod>> {
  const users = describeTable(tables, 'users')
  const accounts = describeTable(tables, 'accounts')
  const where = `WHERE ${isExactly(accounts, ['provider', 'providerAccountId'])}`
  return {
    async getUserByAccount({ provider, providerAccountId }) {
      const text = `SELECT ${users.selection} ${fromOwner(tables)}`
      const { rows } = await orNoRows(() => read(text, twice(provider, providerAccountId)))
      return toUser(users, rows[0])
    },
    async getAccount(providerAccountId, provider) {
      const text = `SELECT ${accounts.selection} FROM ${accounts.name} ${where}`
      const { rows } = await orNoRows(() => read(text, twice(provider, providerAccountId)))
      return toAccount(accounts, rows[0])
    },
    async listAccounts(userId) {
      const owned = `${accounts.column('userId')} = $1`
      const text = `SELECT ${accounts.selection} FROM ${accounts.name} WHERE ${owned}`
      const { rows } = await orNoRows(() => read(text, [userId ?? null]))
      // A number column treats "07" and " 7" as 7.
      return rows
        .map((row) => toAccount(accounts, row) as AdapterAccount)
        .filter((account) => account.userId === userId)
    },
    async linkAccount(account) {
      const { columns, placeholders, values } = buildInsertion(tables, 'accounts', account)
      const text = `INSERT INTO ${accounts.name} (${columns}) VALUES (${placeholders})
        RETURNING ${accounts.selection}`
      return toAccount(accounts, (await write(text, values)).rows[0])
    },
    async unlinkAccount({ provider, providerAccountId }) {
      const text = `DELETE FROM ${accounts.name} ${where} RETURNING ${accounts.selection}`
      return toAccount(accounts, (await write(text, twice(provider, providerAccountId))).rows[0]) ?? undefined
    },
    updateAccount: accountUpdate(tables, accounts, write),
    async deleteAccountsByUserId(userId) {
      await deleteWithPasskeys(tables, ['accounts'], (deletions) =>
        write(`WITH ${deletions} SELECT 1`, [userId]),
      )
    },
  }
}

/** Returns the method that changes an account's tokens. */
function accountUpdate(
  tables: SqlTables,
  accounts: Table,
  write: PostgresDatabase['write'],
): Required<Adapter>['updateAccount'] {
  const except = ['provider', 'providerAccountId', 'userId']
  const where = isExactly(accounts, except)
  // Also compares the bytes in a column that ignores case.
  const isExpected = `AND ${accounts.column('refresh_token')}::text COLLATE "C" IS NOT DISTINCT FROM $7`
  return async (account, expected) => {
    const keys = twice(account.provider, account.providerAccountId, account.userId)
    if (expected) keys.push(expected.refresh_token ?? null)
    const assignments = buildAssignments(tables, 'accounts', account, { except, offset: keys.length })
    if (assignments === undefined) return null
    const { rows } = await write(
      `UPDATE ${accounts.name} SET ${assignments.text} WHERE ${where} ${expected ? isExpected : ''}
      RETURNING ${accounts.selection}`,
      [...keys, ...assignments.values],
    )
    return toAccount(accounts, rows[0]) ?? (expected ? false : null)
  }
}

/**
 * Returns the end of a statement that reads an account's user. `$1` to `$4` identify the account.
 */
export function fromOwner(tables: SqlTables): string {
  const users = describeTable(tables, 'users')
  const accounts = describeTable(tables, 'accounts')
  return `FROM ${accounts.name} JOIN ${users.name} ON ${users.column('id')} = ${accounts.column('userId')}
    WHERE ${isExactly(accounts, ['provider', 'providerAccountId'])}`
}

/** Leaves out the tokens that the provider did not issue. */
function toAccount(
  { fields }: Table,
  row: Readonly<Record<string, unknown>> | undefined,
): AdapterAccount | null {
  const account = toRecord<AdapterAccount>(fields, row)
  return (
    account &&
    (Object.fromEntries(
      Object.entries(account).filter(([, value]) => value !== null),
    ) as unknown as AdapterAccount)
  )
}
