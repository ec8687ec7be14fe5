import { equal, rejects } from 'node:assert/strict'
import { atOnce, givesNothing, hasFields, isUser } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newAccount, newUser } from './records.ts'

/** What an adapter does at a first sign-in, in one step. */
export const firstSignInCases: readonly AdapterCase[] = [
  adapterCase(
    'a first sign-in makes a user with their account',
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
    'a first sign-in keeps the tokens',
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
    'a first sign-in that has happened already gives its user',
    ['createUserWithAccount', 'getUserByEmail'],
    async (adapter) => {
      const account = newAccount()
      const first = await adapter.createUserWithAccount(newUser(), account)
      const late = newUser()
      const second = await adapter.createUserWithAccount(late, account)
      isUser(second.user, first.user)
      equal(second.isNewUser, false)
      await givesNothing(() => adapter.getUserByEmail(late.email))
    },
  ),

  adapterCase(
    'a first sign-in twenty times at once makes one user',
    ['createUserWithAccount'],
    async (adapter) => {
      const [{ email }, account] = [newUser(), newAccount()]
      const outcomes = await atOnce(() => adapter.createUserWithAccount(newUser({ email }), account))
      equal(new Set(outcomes.map((outcome) => String(outcome?.user.id))).size, 1)
      equal(outcomes.filter((outcome) => outcome?.isNewUser).length, 1)
    },
  ),

  adapterCase(
    'a first sign-in with the e-mail address of another user is refused whole',
    ['createUser', 'createUserWithAccount', 'getUserByAccount', 'getUserByEmail'],
    async (adapter) => {
      const { email } = newUser()
      const owner = await adapter.createUser(newUser({ email }))
      const account = newAccount()
      await rejects(
        async () => adapter.createUserWithAccount(newUser({ email }), account),
        'the taken e-mail address was not refused',
      )
      const { provider, providerAccountId } = account
      await givesNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
      isUser(await adapter.getUserByEmail(email), owner)
    },
  ),
]
