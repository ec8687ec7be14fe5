import type { AdapterAccount, AdapterUser } from 'latchkey'
import memory from 'latchkey/adapters/memory'

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** Compares as the default collations of MySQL do: without case, accents and widths. */
const { compare } = new Intl.Collator('en', { sensitivity: 'base' })

/** A database whose lookups and unique indexes ignore case and accents. */
export function looseDatabase(): ReturnType<typeof memory> {
  const database = memory()
  const emails = new Set<string>()
  const accounts: AccountKey[] = []
  const emailLike = (email: string): string =>
    [...emails].find((stored) => compare(stored, email) === 0) ?? email
  const accountLike = (key: AccountKey): AccountKey =>
    accounts.find(
      (stored) =>
        compare(stored.provider, key.provider) === 0 &&
        compare(stored.providerAccountId, key.providerAccountId) === 0,
    ) ?? key
  const insertUser = (user: AdapterUser): AdapterUser => {
    if (emails.has(emailLike(user.email))) throw new Error('Duplicate entry for key `email`.')
    emails.add(user.email)
    return user
  }
  return {
    ...database,
    createUser: (user) => database.createUser(insertUser(user)),
    getUserByEmail: (email) => database.getUserByEmail(emailLike(email)),
    getUserByAccount: (account) => database.getUserByAccount(accountLike(account)),
    getAccount: (providerAccountId, provider) => {
      const stored = accountLike({ provider, providerAccountId })
      return database.getAccount(stored.providerAccountId, stored.provider)
    },
    linkAccount(account) {
      if (accounts.includes(accountLike(account))) throw new Error('Duplicate entry for key `account`.')
      accounts.push(account)
      return database.linkAccount(account)
    },
    async createUserWithAccount(user, account) {
      const owner = await database.getUserByAccount(accountLike(account))
      if (owner) return { user: owner, isNewUser: false }
      accounts.push(account)
      return database.createUserWithAccount(insertUser(user), account)
    },
  }
}
