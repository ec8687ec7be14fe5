import { equal, rejects } from 'node:assert/strict'
import { findsNothing, hasFields, isUser } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newAccount, newUser } from './records.ts'

/** Requirements for a first sign-in, which creates a user and an account in one step. */
export const firstSignInCases: readonly AdapterCase[] = [
  adapterCase(
    'data',
    'creates a user together with an account',
    'a new user has no account, and becomes another user at the next sign-in.',
    ['createUserWithAccount', 'getUserByAccount'],
    async (adapter) => {
      const [user, account] = [newUser(), newAccount()]
      const created = await adapter.createUserWithAccount(user, account)
      equal(created.isNewUser, true)
      hasFields(created.user, { name: user.name, email: user.email, image: user.image, emailVerified: null })
      const { provider, providerAccountId } = account
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), created.user)
    },
  ),

  adapterCase(
    'data',
    'stores tokens for an account that is created together with its user',
    "calls to a provider's API fail, because the tokens are lost.",
    ['createUserWithAccount', 'getAccount'],
    async (adapter) => {
      const account = newAccount()
      const { user } = await adapter.createUserWithAccount(newUser(), account)
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      hasFields(found, account)
      equal(String(found?.userId), String(user.id))
    },
  ),

  adapterCase(
    'data',
    'returns the existing user when the account of a first sign-in is already linked',
    'one visitor becomes several users, and their records are divided among them.',
    ['createUserWithAccount', 'getUserByEmail'],
    async (adapter) => {
      const account = newAccount()
      const first = await adapter.createUserWithAccount(newUser(), account)
      const another = newUser()
      const second = await adapter.createUserWithAccount(another, account)
      isUser(second.user, first.user)
      equal(second.isNewUser, false)
      await findsNothing(() => adapter.getUserByEmail(another.email))
    },
  ),

  adapterCase(
    'security',
    "stores nothing when a first sign-in has another user's e-mail address",
    'an unverified account signs in as the user with the same address.',
    ['createUser', 'createUserWithAccount', 'getUserByAccount', 'getUserByEmail'],
    async (adapter) => {
      const { email } = newUser()
      const owner = await adapter.createUser(newUser({ email }))
      const account = newAccount()
      await rejects(
        async () => adapter.createUserWithAccount(newUser({ email }), account),
        "another user's e-mail address was not rejected",
      )
      const { provider, providerAccountId } = account
      await findsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
      isUser(await adapter.getUserByEmail(email), owner)
    },
  ),
]
