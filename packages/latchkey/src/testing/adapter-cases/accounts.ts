import { equal } from 'node:assert/strict'
import { atOnce, givesNothing, hasFields, isUser, tries } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { accountOf, newAccount, newUser, unique, unknownIdLike } from './records.ts'

/** What an adapter does with accounts. */
export const accountCases: readonly AdapterCase[] = [
  adapterCase(
    'a user is found by their account',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = accountOf(user)
      await adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      const found = await adapter.getUserByAccount({ provider, providerAccountId })
      isUser(found, user)
      hasFields(found, { name: user.name, email: user.email, emailVerified: null })
    },
  ),

  adapterCase(
    'an account that nobody has is null',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const account = accountOf(await adapter.createUser(newUser()))
      await adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      await givesNothing(() => adapter.getUserByAccount({ provider, providerAccountId: unique() }))
      await givesNothing(() => adapter.getUserByAccount({ provider: 'another', providerAccountId }))
    },
  ),

  adapterCase(
    'the same id at two providers is two accounts',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const { providerAccountId } = newAccount()
      await adapter.linkAccount({ ...accountOf(ann), provider: 'one', providerAccountId })
      await adapter.linkAccount({ ...accountOf(bea), provider: 'two', providerAccountId })
      isUser(await adapter.getUserByAccount({ provider: 'one', providerAccountId }), ann)
      isUser(await adapter.getUserByAccount({ provider: 'two', providerAccountId }), bea)
    },
  ),

  adapterCase('an account keeps its tokens', ['createUser', 'linkAccount', 'getAccount'], async (adapter) => {
    const user = await adapter.createUser(newUser())
    const account = newAccount()
    await adapter.linkAccount(accountOf(user, account))
    const found = await adapter.getAccount(account.providerAccountId, account.provider)
    hasFields(found, account)
    equal(String(found?.userId), String(user.id))
    await givesNothing(() => adapter.getAccount(unique(), account.provider))
    await givesNothing(() => adapter.getAccount(account.providerAccountId, 'another'))
  }),

  adapterCase(
    'an account without tokens has none',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const { provider, providerAccountId, type } = newAccount()
      await adapter.linkAccount({
        provider,
        providerAccountId,
        type,
        userId: user.id,
        access_token: undefined,
      })
      const found = await adapter.getAccount(providerAccountId, provider)
      hasFields(found, { type, access_token: null, refresh_token: null, expires_at: null })
    },
  ),

  adapterCase(
    'all accounts of a user are unlinked, and nobody else’s',
    ['createUser', 'linkAccount', 'getUserByAccount', 'getUser', 'deleteAccountsByUserId'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, second, kept] = [accountOf(ann), accountOf(ann), accountOf(bea)]
      for (const account of [first, second, kept]) await adapter.linkAccount(account)
      await adapter.deleteAccountsByUserId(ann.id)
      for (const { provider, providerAccountId } of [first, second])
        await givesNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
      isUser(await adapter.getUser(ann.id), ann)
      isUser(
        await adapter.getUserByAccount({
          provider: kept.provider,
          providerAccountId: kept.providerAccountId,
        }),
        bea,
      )
    },
  ),

  // Otherwise whoever can link an account could take over the one of somebody else.
  adapterCase(
    'an account stays with its user',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount()
      await adapter.linkAccount(accountOf(ann, account))
      await tries(() => adapter.linkAccount(accountOf(bea, account)))
      const { provider, providerAccountId } = account
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), ann)
    },
  ),

  adapterCase(
    'an account that is linked twenty times at once is there once',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount()
      await atOnce(() => adapter.linkAccount(accountOf(user, account)))
      const { provider, providerAccountId } = account
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), user)
      await adapter.unlinkAccount({ provider, providerAccountId })
      await givesNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
    },
  ),

  adapterCase(
    'an unlinked account is gone, and no other',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [gone, kept] = [newAccount(), newAccount()]
      for (const account of [gone, kept]) await adapter.linkAccount(accountOf(user, account))
      await adapter.unlinkAccount({ provider: gone.provider, providerAccountId: gone.providerAccountId })
      await givesNothing(() =>
        adapter.getUserByAccount({ provider: gone.provider, providerAccountId: gone.providerAccountId }),
      )
      isUser(
        await adapter.getUserByAccount({
          provider: kept.provider,
          providerAccountId: kept.providerAccountId,
        }),
        user,
      )
    },
  ),

  adapterCase(
    'an account of nobody signs nobody in',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount()
      await tries(() => adapter.linkAccount({ ...account, userId: unknownIdLike(id) }))
      const { provider, providerAccountId } = account
      await givesNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
    },
  ),

  adapterCase(
    'a deleted user takes their accounts along',
    ['createUser', 'linkAccount', 'getUserByAccount', 'deleteUser'],
    async (adapter) => {
      const user = newUser()
      const [gone, kept] = [newAccount(), newAccount()]
      const created = await adapter.createUser(user)
      const other = await adapter.createUser(newUser())
      await adapter.linkAccount(accountOf(created, gone))
      await adapter.linkAccount(accountOf(other, kept))
      await adapter.deleteUser(created.id)
      await givesNothing(() =>
        adapter.getUserByAccount({ provider: gone.provider, providerAccountId: gone.providerAccountId }),
      )
      isUser(
        await adapter.getUserByAccount({
          provider: kept.provider,
          providerAccountId: kept.providerAccountId,
        }),
        other,
      )
      // Linked again, the account must be free, and must not meet what is left of the old one.
      await adapter.linkAccount(accountOf(other, gone))
      isUser(
        await adapter.getUserByAccount({
          provider: gone.provider,
          providerAccountId: gone.providerAccountId,
        }),
        other,
      )
    },
  ),

  adapterCase(
    'new tokens replace the old ones and keep the rest',
    ['createUser', 'linkAccount', 'getAccount', 'updateAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [account, other] = [newAccount(), newAccount()]
      for (const each of [account, other]) await adapter.linkAccount(accountOf(user, each))
      const { provider, providerAccountId, type } = account
      await adapter.updateAccount({
        provider,
        providerAccountId,
        type,
        userId: user.id,
        access_token: 'new',
        refresh_token: undefined,
      })
      hasFields(await adapter.getAccount(providerAccountId, provider), { ...account, access_token: 'new' })
      hasFields(await adapter.getAccount(other.providerAccountId, provider), other)
    },
  ),

  adapterCase(
    'new tokens do not reach the account of another user',
    ['createUser', 'linkAccount', 'getAccount', 'updateAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount()
      await adapter.linkAccount(accountOf(ann, account))
      await tries(() => adapter.updateAccount({ ...accountOf(bea, account), access_token: 'new' }))
      const { provider, providerAccountId } = account
      hasFields(await adapter.getAccount(providerAccountId, provider), account)
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), ann)
    },
  ),
]
