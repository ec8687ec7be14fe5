import { deepEqual, equal } from 'node:assert/strict'
import type { AdapterAccount } from '../../types/adapter.ts'
import { allSucceeded, concurrently, hasFields } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { accountOf, newAccount, newUser } from './records.ts'

const FOR_UPDATES = ['createUser', 'linkAccount', 'getAccount', 'updateAccount'] as const

/** About 4,000 characters: what a provider sends at most, encrypted, is twice as long. */
const LONG_TOKEN = 'token-'.repeat(680)

/** Requirements for the list of a user's accounts, and for refreshing their tokens. */
export const tokenCases: readonly AdapterCase[] = [
  adapterCase(
    'security',
    'lists the accounts of one user only',
    'a user receives the tokens of another one.',
    ['createUser', 'linkAccount', 'listAccounts'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, second, other] = [accountOf(ann), accountOf(ann), accountOf(bea)]
      for (const account of [first, second, other]) await adapter.linkAccount(account)
      deepEqual(idsOf(await adapter.listAccounts(ann.id)), idsOf([first, second]))
      deepEqual(idsOf(await adapter.listAccounts(bea.id)), idsOf([other]))
    },
  ),

  adapterCase(
    'data',
    'lists an account with its tokens',
    "calls to a provider's API fail, because the tokens are lost.",
    ['createUser', 'linkAccount', 'listAccounts'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount()
      await adapter.linkAccount(accountOf(user, account))
      const [found] = await adapter.listAccounts(user.id)
      hasFields(found, account)
      equal(String(found?.userId), String(user.id))
    },
  ),

  adapterCase(
    'data',
    'lists no account that was unlinked',
    'an account that was unlinked seems to be linked.',
    ['createUser', 'linkAccount', 'listAccounts', 'unlinkAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      deepEqual([...(await adapter.listAccounts(user.id))], [])
      const [removed, kept] = [accountOf(user), accountOf(user)]
      for (const account of [removed, kept]) await adapter.linkAccount(account)
      const { provider, providerAccountId } = removed
      await adapter.unlinkAccount({ provider, providerAccountId })
      deepEqual(idsOf(await adapter.listAccounts(user.id)), idsOf([kept]))
    },
  ),

  adapterCase(
    'data',
    'stores long tokens',
    "calls to a provider's API fail, because the tokens are cut.",
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const tokens = {
        access_token: `${LONG_TOKEN}${LONG_TOKEN}a`,
        refresh_token: `${LONG_TOKEN}${LONG_TOKEN}r`,
        id_token: `${LONG_TOKEN}${LONG_TOKEN}i`,
      }
      const account = { ...newAccount(), ...tokens }
      await adapter.linkAccount(accountOf(user, account))
      hasFields(await adapter.getAccount(account.providerAccountId, account.provider), tokens)
    },
  ),

  adapterCase(
    'data',
    'replaces tokens if the refresh token is the expected one',
    'a refreshed token is lost, and the user must sign in again.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = { ...newAccount(), refresh_token: 'first' }
      await adapter.linkAccount(accountOf(user, account))
      const changes = { ...accountOf(user, account), access_token: 'new', refresh_token: 'second' }
      const result = await adapter.updateAccount(changes, { refresh_token: 'first' })
      equal(result === false, false, 'expected another result than `false`')
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      hasFields(found, { ...account, access_token: 'new', refresh_token: 'second' })
    },
  ),

  adapterCase(
    'data',
    'keeps tokens whose refresh token is not the expected one',
    'a new refresh token is replaced by an older one, and the user must sign in again.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = { ...newAccount(), refresh_token: 'Second' }
      await adapter.linkAccount(accountOf(user, account))
      const changes = { ...accountOf(user, account), access_token: 'new', refresh_token: 'third' }
      for (const expected of ['first', 'second', 'Second ', 'Sécond', undefined])
        equal(await adapter.updateAccount(changes, { refresh_token: expected }), false)
      hasFields(await adapter.getAccount(account.providerAccountId, account.provider), account)
    },
  ),

  adapterCase(
    'data',
    'distinguishes an account without a refresh token',
    'a refreshed token is lost, and the user must sign in again.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { refresh_token: _, ...account } = newAccount()
      await adapter.linkAccount(accountOf(user, account))
      const changes = { ...accountOf(user, account), access_token: 'new' }
      equal(await adapter.updateAccount(changes, { refresh_token: 'first' }), false)
      await adapter.updateAccount(changes, { refresh_token: undefined })
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      hasFields(found, { access_token: 'new', refresh_token: null })
    },
  ),

  adapterCase(
    'security',
    'does not replace the tokens of another user for an expected refresh token',
    'a user replaces the tokens of another one.',
    FOR_UPDATES,
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = { ...newAccount(), refresh_token: 'first' }
      await adapter.linkAccount(accountOf(ann, account))
      const changes = { ...accountOf(bea, account), access_token: 'new' }
      equal(await adapter.updateAccount(changes, { refresh_token: 'first' }), false)
      hasFields(await adapter.getAccount(account.providerAccountId, account.provider), account)
    },
  ),

  adapterCase(
    'data',
    'replaces an expected refresh token in only one of twenty concurrent calls',
    'a refreshed token is lost, and the user must sign in again.',
    FOR_UPDATES,
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = { ...newAccount(), refresh_token: 'first' }
      await adapter.linkAccount(accountOf(user, account))
      const outcomes = await concurrently(async (index) => {
        const changes = { ...accountOf(user, account), refresh_token: `of call ${index}` }
        return (await adapter.updateAccount(changes, { refresh_token: 'first' })) === false
          ? undefined
          : index
      })
      allSucceeded(outcomes)
      const [winner, ...others] = outcomes.results.filter((index) => index !== undefined)
      deepEqual(others, [])
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      equal(found?.refresh_token, `of call ${winner}`)
    },
  ),
]

function idsOf(accounts: readonly Pick<AdapterAccount, 'provider' | 'providerAccountId'>[]): string[] {
  return accounts.map(({ provider, providerAccountId }) => `${provider} ${providerAccountId}`).sort()
}
