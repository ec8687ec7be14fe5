import { equal, notEqual } from 'node:assert/strict'
import type { Adapter, AdapterAccount } from '../../types/adapter.ts'
import { concurrently, findsNothing, hasFields, resultOrNull } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newAccount, newUser, similarIds, unique, withOwner } from './records.ts'

const FOR_LISTS = ['createUser', 'linkAccount', 'listAccounts'] as const
const FOR_UPDATES = ['createUser', 'linkAccount', 'listAccounts', 'updateAccount'] as const

/** Requirements for the accounts of a user, and for tokens that are refreshed. */
export const storedTokenCases: readonly AdapterCase[] = [
  adapterCase(
    'security',
    "lists only one user's accounts, with their tokens",
    "a user's request is sent with another user's tokens, or with none.",
    FOR_LISTS,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const accounts = [newAccount(), { ...newAccount(), provider: 'another' }]
      for (const account of accounts) await adapter.linkAccount(withOwner(ann, account))
      await adapter.linkAccount(withOwner(bea))
      const found = await adapter.listAccounts(ann.id)
      equal(found.length, accounts.length)
      for (const account of accounts) {
        const listed = found.find(({ providerAccountId }) => providerAccountId === account.providerAccountId)
        hasFields(listed, account)
        equal(String(listed?.userId), String(ann.id))
      }
    },
  ),

  adapterCase(
    'security',
    'lists no accounts for an id that differs in case, blanks or zeros',
    "a user receives another user's tokens, whose id is similar.",
    FOR_LISTS,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.linkAccount(withOwner(user))
      equal((await adapter.listAccounts(user.id)).length, 1)
      const id = String(user.id)
      for (const similar of [`${id} `, ` ${id}`, `0${id}`, id.toUpperCase()])
        if (similar !== id) equal((await resultOrNull(() => adapter.listAccounts(similar)))?.length ?? 0, 0)
    },
  ),

  adapterCase(
    'comfort',
    'returns an empty list for a user without accounts',
    "a page that lists a user's accounts shows an error.",
    ['createUser', 'listAccounts'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      equal((await adapter.listAccounts(id)).length, 0)
    },
  ),

  adapterCase(
    'data',
    'lists no account after it was unlinked',
    "an account's tokens are used after the user removed it.",
    [...FOR_LISTS, 'unlinkAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [removed, kept] = [newAccount(), newAccount()]
      for (const account of [removed, kept]) await adapter.linkAccount(withOwner(user, account))
      const { provider, providerAccountId } = removed
      await adapter.unlinkAccount({ provider, providerAccountId })
      const [found, ...others] = await adapter.listAccounts(user.id)
      hasFields(found, kept)
      equal(others.length, 0)
    },
  ),

  adapterCase(
    'data',
    'lists no account for a deleted user',
    "a deleted user's tokens remain.",
    [...FOR_LISTS, 'deleteUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.linkAccount(withOwner(user))
      equal((await adapter.listAccounts(user.id)).length, 1)
      await adapter.deleteUser(user.id)
      equal((await resultOrNull(() => adapter.listAccounts(user.id)))?.length ?? 0, 0)
    },
  ),

  adapterCase(
    'data',
    "replaces an account's tokens if it has the expected refresh token",
    'a refreshed token is lost, and the user has to sign in with the provider again.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [account, other] = [newAccount(), newAccount()]
      for (const each of [account, other]) await adapter.linkAccount(withOwner(user, each))
      const { access_token, refresh_token } = newAccount()
      const changes = { access_token, refresh_token }
      notEqual(await adapter.updateAccount({ ...accountKey(user, account), ...changes }, account), false)
      hasFields(await stored(adapter, user, account), { ...account, ...changes })
      // A provider may return the same refresh token, or the very same response again.
      const same = { ...accountKey(user, account), ...changes }
      notEqual(await adapter.updateAccount(same, { refresh_token }), false)
      notEqual(await adapter.updateAccount({ ...same, access_token: 'new' }, { refresh_token }), false)
      hasFields(await stored(adapter, user, account), { ...account, ...changes, access_token: 'new' })
      hasFields(await stored(adapter, user, other), other)
    },
  ),

  adapterCase(
    'data',
    "keeps an account's tokens if its refresh token is not the expected one",
    'a token that was refreshed at the same time is lost, and the user has to sign in again.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [token, ...others] = similarIds()
      const account = { ...newAccount(), refresh_token: token }
      await adapter.linkAccount(withOwner(user, account))
      const changes = { ...accountKey(user, account), access_token: 'new', refresh_token: 'new' }
      for (const refresh_token of [...others, unique(), '', undefined])
        equal(await adapter.updateAccount(changes, { refresh_token }), false)
      hasFields(await stored(adapter, user, account), account)
    },
  ),

  adapterCase(
    'data',
    'replaces tokens of an account without a refresh token only if none is expected',
    'a refreshed token is lost, or replaces a newer one.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = { ...newAccount(), refresh_token: undefined }
      await adapter.linkAccount(withOwner(user, account))
      const changes = { ...accountKey(user, account), access_token: 'new', refresh_token: 'new' }
      for (const refresh_token of ['old', ''])
        equal(await adapter.updateAccount(changes, { refresh_token }), false)
      hasFields(await stored(adapter, user, account), account)
      notEqual(await adapter.updateAccount(changes, { refresh_token: undefined }), false)
      hasFields(await stored(adapter, user, account), { access_token: 'new', refresh_token: 'new' })
    },
  ),

  adapterCase(
    'security',
    "refuses a refreshed token for an unknown or another user's account",
    "a user receives another user's tokens.",
    FOR_UPDATES,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [account, unlinked] = [newAccount(), newAccount()]
      await adapter.linkAccount(withOwner(ann, account))
      const changes = { access_token: 'new', refresh_token: 'new' }
      equal(await adapter.updateAccount({ ...accountKey(bea, account), ...changes }, account), false)
      equal(await adapter.updateAccount({ ...accountKey(bea, account), ...changes }, {}), false)
      equal(await adapter.updateAccount({ ...accountKey(ann, unlinked), ...changes }, unlinked), false)
      equal(await adapter.updateAccount({ ...accountKey(ann, unlinked), ...changes }, {}), false)
      hasFields(await stored(adapter, ann, account), account)
      await findsNothing(() => stored(adapter, ann, unlinked))
    },
  ),

  adapterCase(
    'data',
    'replaces the tokens in only one of twenty concurrent calls that expect the same refresh token',
    'a refreshed token is lost, and the user has to sign in with the provider again.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount()
      await adapter.linkAccount(withOwner(user, account))
      const { results } = await concurrently(async (index) => {
        const changes = { access_token: `access ${index}`, refresh_token: `refresh ${index}` }
        const result = await adapter.updateAccount({ ...accountKey(user, account), ...changes }, account)
        return result === false ? undefined : changes
      })
      const winners = results.filter((changes) => changes !== undefined)
      equal(winners.length, 1, `${winners.length} of 20 calls replaced the tokens`)
      hasFields(await stored(adapter, user, account), { ...account, ...winners[0] })
    },
  ),

  // An encrypted token is a third longer than the token.
  adapterCase(
    'data',
    'stores tokens with 12,000 characters',
    "calls to a provider's API fail, because a token is incomplete, or the sign-in fails.",
    [...FOR_LISTS, 'updateAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [first, second] = [withLongTokens(), withLongTokens()]
      await adapter.linkAccount(withOwner(user, first))
      hasFields((await adapter.listAccounts(user.id))[0], first)
      const { access_token, refresh_token, id_token } = second
      const changes = { access_token, refresh_token, id_token }
      notEqual(await adapter.updateAccount({ ...accountKey(user, first), ...changes }, first), false)
      hasFields((await adapter.listAccounts(user.id))[0], { ...first, ...changes })
    },
  ),
]

type Account = ReturnType<typeof newAccount>

/** Returns what identifies an account in an update. */
function accountKey(
  { id }: { readonly id: string },
  { provider, providerAccountId, type }: Pick<Account, 'provider' | 'providerAccountId' | 'type'>,
): AdapterAccount {
  return { provider, providerAccountId, type, userId: id }
}

/** Returns an account as `user.tokens()` reads it. */
async function stored(
  adapter: Required<Pick<Adapter, 'listAccounts'>>,
  { id }: { readonly id: string },
  { provider, providerAccountId }: Pick<Account, 'provider' | 'providerAccountId'>,
): Promise<AdapterAccount | null> {
  const found = (await adapter.listAccounts(id)).find(
    (each) => each.provider === provider && String(each.providerAccountId) === providerAccountId,
  )
  return found ?? null
}

function withLongTokens(): Account {
  const token = (): string => unique().padEnd(12_000, unique())
  return { ...newAccount(), access_token: token(), refresh_token: token(), id_token: token() }
}
