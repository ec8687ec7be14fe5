import { equal, rejects } from 'node:assert/strict'
import { concurrently, hasFields, isUser, returnsNothing } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newAccount, newUser, similarIds } from './records.ts'

/** Requirements for a first sign-in, which creates a user and an account in one step. */
export const firstSignInCases: readonly AdapterCase[] = [
  adapterCase(
    'creates a user together with an account',
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
    'stores the tokens of an account that is created together with its user',
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
    'returns the existing user when the account of a first sign-in is already linked',
    ['createUserWithAccount', 'getUserByEmail'],
    async (adapter) => {
      const account = newAccount()
      const first = await adapter.createUserWithAccount(newUser(), account)
      const another = newUser()
      const second = await adapter.createUserWithAccount(another, account)
      isUser(second.user, first.user)
      equal(second.isNewUser, false)
      await returnsNothing(() => adapter.getUserByEmail(another.email))
    },
  ),

  adapterCase(
    'creates a user for each of two account ids that differ in case or accents',
    ['createUserWithAccount'],
    async (adapter) => {
      const found = new Set<string>()
      for (const providerAccountId of similarIds()) {
        const { user, isNewUser } = await adapter.createUserWithAccount(newUser(), {
          ...newAccount(),
          providerAccountId,
        })
        equal(isNewUser, true)
        found.add(String(user.id))
      }
      equal(found.size, 3)
    },
  ),

  adapterCase(
    'creates one user from twenty concurrent first sign-ins',
    ['createUserWithAccount'],
    async (adapter) => {
      const [{ email }, account] = [newUser(), newAccount()]
      const outcomes = await concurrently(() => adapter.createUserWithAccount(newUser({ email }), account))
      equal(new Set(outcomes.map((outcome) => String(outcome?.user.id))).size, 1)
      equal(outcomes.filter((outcome) => outcome?.isNewUser).length, 1)
    },
  ),

  adapterCase(
    'stores nothing when a first sign-in has the e-mail address of another user',
    ['createUser', 'createUserWithAccount', 'getUserByAccount', 'getUserByEmail'],
    async (adapter) => {
      const { email } = newUser()
      const owner = await adapter.createUser(newUser({ email }))
      const account = newAccount()
      await rejects(
        async () => adapter.createUserWithAccount(newUser({ email }), account),
        'the e-mail address of another user was not rejected',
      )
      const { provider, providerAccountId } = account
      await returnsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
      isUser(await adapter.getUserByEmail(email), owner)
    },
  ),
]
