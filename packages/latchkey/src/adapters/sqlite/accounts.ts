import type { SqliteConnection } from '../../sql/sqlite/connection.ts'
import { immediately } from '../../sql/sqlite/transaction.ts'
import type { Adapter, AdapterAccount } from '../../types/adapter.ts'
import { toUser, USER_COLUMNS, userInsertion } from './users.ts'
import { withoutUndefined } from './without-undefined.ts'
import { write } from './write.ts'

type AccountMethod =
  | 'getUserByAccount'
  | 'getAccount'
  | 'listAccounts'
  | 'linkAccount'
  | 'unlinkAccount'
  | 'updateAccount'
  | 'deleteAccountsByUserId'
  | 'createUserWithAccount'

const ACCOUNT_COLUMNS = 'provider, providerAccountId, userId, type, tokens'
const WHERE_ACCOUNT = 'WHERE provider = :provider AND providerAccountId = :providerAccountId'

type AccountRow = {
  provider: string
  providerAccountId: string
  userId: string
  type: AdapterAccount['type']
  tokens: string
}

/** Returns the adapter methods for the table `accounts`. */
export function accountMethods(db: SqliteConnection): Required<Pick<Adapter, AccountMethod>> {
  const owner = db.prepare(
    `SELECT ${USER_COLUMNS} FROM accounts JOIN users ON users.id = accounts.userId ${WHERE_ACCOUNT}`,
  )
  const select = db.prepare(`SELECT ${ACCOUNT_COLUMNS} FROM accounts ${WHERE_ACCOUNT}`)
  const list = db.prepare(`SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE userId = :userId`)
  const remove = db.prepare(`DELETE FROM accounts ${WHERE_ACCOUNT} RETURNING ${ACCOUNT_COLUMNS}`)
  const update = db.prepare(
    `UPDATE accounts SET type = :type, tokens = :tokens ${WHERE_ACCOUNT} AND userId = :userId
    RETURNING ${ACCOUNT_COLUMNS}`,
  )
  const removeAll = ['accounts', 'authenticators'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE userId = :userId RETURNING userId`),
  )
  const insertUser = userInsertion(db)
  const insertAccount = accountInsertion(db)

  const getAccount = (providerAccountId: string, provider: string): AdapterAccount | null =>
    toAccount(select.get({ provider, providerAccountId }))
  return {
    getUserByAccount: ({ provider, providerAccountId }) => toUser(owner.get({ provider, providerAccountId })),
    getAccount,
    listAccounts: (userId) => list.all({ userId }).map((row) => toAccount(row) as AdapterAccount),
    linkAccount: insertAccount,
    unlinkAccount: ({ provider, providerAccountId }) =>
      toAccount(write(remove, { provider, providerAccountId })) ?? undefined,
    deleteAccountsByUserId: (userId) =>
      immediately(db, () => {
        for (const statement of removeAll) write(statement, { userId })
      }),
    updateAccount: (changes, expected) =>
      immediately(db, () => {
        const account = getAccount(changes.providerAccountId, changes.provider)
        if (expected && (account?.refresh_token ?? null) !== (expected.refresh_token ?? null)) return false
        const row = account && write(update, toAccountRow({ ...account, ...withoutUndefined(changes) }))
        return toAccount(row ?? undefined) ?? (expected ? false : null)
      }),
    createUserWithAccount: (user, account) =>
      immediately(db, () => {
        const { provider, providerAccountId } = account
        const existing = toUser(owner.get({ provider, providerAccountId }))
        if (existing !== null) return { user: existing, isNewUser: false }
        const created = insertUser(user)
        insertAccount({ ...account, userId: created.id })
        return { user: created, isNewUser: true }
      }),
  }
}

function accountInsertion(db: SqliteConnection): (account: AdapterAccount) => AdapterAccount {
  const insert = db.prepare(
    `INSERT INTO accounts (${ACCOUNT_COLUMNS})
    VALUES (:provider, :providerAccountId, :userId, :type, :tokens) RETURNING ${ACCOUNT_COLUMNS}`,
  )
  return (account) => toAccount(write(insert, toAccountRow(account))) as AdapterAccount
}

function toAccount(row: Record<string, unknown> | undefined): AdapterAccount | null {
  if (row === undefined) return null
  const { tokens, ...columns } = row as AccountRow
  return { ...JSON.parse(tokens), ...columns }
}

function toAccountRow({
  provider,
  providerAccountId,
  userId,
  type,
  ...tokens
}: AdapterAccount): Record<keyof AccountRow, string> {
  return { provider, providerAccountId, userId, type, tokens: JSON.stringify(tokens) }
}
