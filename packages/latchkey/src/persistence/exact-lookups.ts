import { AdapterError } from '../errors/services.ts'
import { isSameEmail } from '../security/email-address.ts'
import type { Adapter, AdapterAccount, AdapterUser } from '../types/adapter.ts'
import type { LoggerInstance } from '../types/config.ts'

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>
type Lookups = Required<
  Pick<
    Adapter,
    'getUserByEmail' | 'getUserByAccount' | 'getAccount' | 'createUserWithAccount' | 'listAccounts'
  >
>

/**
 * Returns the methods that find a record by a value that a client chose. A result counts only if it
 * has the exact address or id: the default collations of many databases ignore case and accents,
 * and would find the user of another address or account.
 *
 * @param original the application's adapter, to look up what is known about its database
 */
export function exactLookups(adapter: Adapter, logger: LoggerInstance, original: object = adapter): Lookups {
  // Only the methods that the adapter has are called.
  const database = adapter as Lookups
  const isOwner = (user: AdapterUser, key: AccountKey): Promise<boolean> =>
    isExactOwner(adapter, original, user, key)
  const warn = (method: keyof Lookups): void =>
    logger.warn(
      'inexact-lookup',
      `The adapter's \`${method}\` found a record with another e-mail address, account id or user id. ` +
        'Use a collation that distinguishes case and accents.',
    )
  return {
    async getUserByEmail(email) {
      const user = await database.getUserByEmail(email)
      const other = await findByUnicodeDomain(database, email)
      // Also compared without a user: the time must not reveal whether there is one.
      const isSame = isSameEmail(user?.email ?? email, email)
      if (user && isSame) return user
      if (user) warn('getUserByEmail')
      return other
    },
    async getUserByAccount(key) {
      const user = await database.getUserByAccount(key)
      if (!user || (await isOwner(user, key))) return user
      warn('getUserByAccount')
      return null
    },
    async getAccount(providerAccountId, provider) {
      const account = await database.getAccount(providerAccountId, provider)
      if (!account || hasId(account, providerAccountId)) return account
      warn('getAccount')
      return null
    },
    async listAccounts(userId) {
      const accounts = await database.listAccounts(userId)
      const own = accounts.filter((account) => String(account.userId) === String(userId))
      if (own.length < accounts.length) warn('listAccounts')
      return own
    },
    async createUserWithAccount(user, account) {
      const result = await database.createUserWithAccount(user, account)
      if (result.isNewUser || (await isOwner(result.user, account))) return result
      throw new AdapterError(
        "The adapter's `createUserWithAccount` returned a user with another account id. " +
          'Use a collation that distinguishes case and accents.',
      )
    },
  }
}

/**
 * Finds a user who was stored before domains were written in ASCII. Sends this query even if the
 * other one found a user, because its time would reveal that.
 */
async function findByUnicodeDomain(database: Lookups, email: string): Promise<AdapterUser | null> {
  if (!String(email).includes('xn--')) return null
  const { withUnicodeDomain } = await import('../security/unicode-domain.ts')
  const form = withUnicodeDomain(email)
  const user = form === undefined ? null : await database.getUserByEmail(form)
  return user && isSameEmail(user.email, email) ? user : null
}

/** Ids that no database confuses with another one. A number column also has only this form. */
const CANONICAL_NUMBER = /^(?:0|[1-9]\d{0,14})$/

/**
 * Returns `false` if the user's account is known to have another id. Needs a query if the database
 * can treat another id as equal: letters, accents, leading zeros.
 *
 * @throws {AdapterError} if the account cannot be read, and the database ignores such differences
 */
async function isExactOwner(
  { getAccount, getUserByAccount }: Adapter,
  original: object,
  user: AdapterUser,
  { provider, providerAccountId }: AccountKey,
): Promise<boolean> {
  if (CANONICAL_NUMBER.test(providerAccountId)) return true
  const account = await getAccount?.(providerAccountId, provider)
  if (account) return hasId(account, providerAccountId) && String(account.userId) === String(user.id)
  const { requireExactOwner } = await import('./similar-account-id.ts')
  const key = { provider, providerAccountId }
  await requireExactOwner(original, async (similar) => getUserByAccount?.(similar) ?? null, user, key)
  return true
}

/** An adapter may return numbers. */
function hasId(account: AdapterAccount, providerAccountId: string): boolean {
  return String(account.providerAccountId) === providerAccountId
}
