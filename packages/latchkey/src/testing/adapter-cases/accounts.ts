import { equal, notEqual } from 'node:assert/strict'
import { findsNothing, hasFields, ignoringErrors, isUser } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { newAccount, newUser, unique, unknownIdLike, withOwner } from './records.ts'

/** Requirements for accounts. */
export const accountCases: readonly AdapterCase[] = [
  adapterCase(
    'data',
    'finds a user by account',
    'a known user becomes a new one, or cannot sign in.',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = withOwner(user)
      await adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      const found = await adapter.getUserByAccount({ provider, providerAccountId })
      isUser(found, user)
      hasFields(found, { name: user.name, email: user.email, emailVerified: null })
    },
  ),

  adapterCase(
    'security',
    'finds no user by another account id or another provider',
    'a user signs in as another one.',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const account = withOwner(await adapter.createUser(newUser()))
      await adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      await findsNothing(() => adapter.getUserByAccount({ provider, providerAccountId: unique() }))
      await findsNothing(() => adapter.getUserByAccount({ provider: 'another', providerAccountId }))
    },
  ),

  adapterCase(
    'security',
    'treats the same account id at two providers as two accounts',
    'a user of one provider signs in as a user of another one.',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const { providerAccountId } = newAccount()
      await adapter.linkAccount({ ...withOwner(ann), provider: 'one', providerAccountId })
      await adapter.linkAccount({ ...withOwner(bea), provider: 'two', providerAccountId })
      isUser(await adapter.getUserByAccount({ provider: 'one', providerAccountId }), ann)
      isUser(await adapter.getUserByAccount({ provider: 'two', providerAccountId }), bea)
    },
  ),

  adapterCase(
    'data',
    'returns an account with its tokens',
    "calls to a provider's API fail, because the tokens are lost.",
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount()
      await adapter.linkAccount(withOwner(user, account))
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      hasFields(found, account)
      equal(String(found?.userId), String(user.id))
    },
  ),

  adapterCase(
    'data',
    'stores an account without tokens',
    'an account has tokens that no provider issued.',
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
    'security',
    "unlinks all of a user's accounts, and no others",
    "an unverified user's accounts keep access, or other users lose theirs.",
    ['createUser', 'linkAccount', 'getUserByAccount', 'getUser', 'deleteAccountsByUserId'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, second, kept] = [withOwner(ann), withOwner(ann), withOwner(bea)]
      for (const account of [first, second, kept]) await adapter.linkAccount(account)
      await adapter.deleteAccountsByUserId(ann.id)
      for (const { provider, providerAccountId } of [first, second])
        await findsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
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

  // Otherwise a user who links an account could take over the account of another user.
  adapterCase(
    'security',
    'keeps an account with its user when another user links it',
    'a user who links an account takes it from another user.',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount()
      await adapter.linkAccount(withOwner(ann, account))
      await ignoringErrors(() => adapter.linkAccount(withOwner(bea, account)))
      const { provider, providerAccountId } = account
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), ann)
    },
  ),

  adapterCase(
    'security',
    'unlinks one account and keeps the others',
    'a user keeps access with an account that was unlinked, or loses another one.',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [removed, kept] = [newAccount(), newAccount()]
      for (const account of [removed, kept]) await adapter.linkAccount(withOwner(user, account))
      await adapter.unlinkAccount({
        provider: removed.provider,
        providerAccountId: removed.providerAccountId,
      })
      await findsNothing(() =>
        adapter.getUserByAccount({
          provider: removed.provider,
          providerAccountId: removed.providerAccountId,
        }),
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
    'security',
    'finds no user by an account that was linked to an unknown user',
    'a sign-in succeeds for a user who does not exist.',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount()
      await ignoringErrors(() => adapter.linkAccount({ ...account, userId: unknownIdLike(id) }))
      const { provider, providerAccountId } = account
      await findsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
    },
  ),

  adapterCase(
    'data',
    "deletes a deleted user's accounts",
    "a deleted user's account remains, and cannot be linked again.",
    ['createUser', 'linkAccount', 'getUserByAccount', 'deleteUser'],
    async (adapter) => {
      const user = newUser()
      const [removed, kept] = [newAccount(), newAccount()]
      const created = await adapter.createUser(user)
      const other = await adapter.createUser(newUser())
      await adapter.linkAccount(withOwner(created, removed))
      await adapter.linkAccount(withOwner(other, kept))
      await adapter.deleteUser(created.id)
      await findsNothing(() =>
        adapter.getUserByAccount({
          provider: removed.provider,
          providerAccountId: removed.providerAccountId,
        }),
      )
      isUser(
        await adapter.getUserByAccount({
          provider: kept.provider,
          providerAccountId: kept.providerAccountId,
        }),
        other,
      )
      // The account can be linked again: nothing of the deleted one remains.
      await adapter.linkAccount(withOwner(other, removed))
      isUser(
        await adapter.getUserByAccount({
          provider: removed.provider,
          providerAccountId: removed.providerAccountId,
        }),
        other,
      )
    },
  ),

  adapterCase(
    'data',
    "updates only an account's given fields",
    'an account loses its tokens, or gets those of another one.',
    ['createUser', 'linkAccount', 'getAccount', 'updateAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [account, other] = [newAccount(), newAccount()]
      for (const each of [account, other]) await adapter.linkAccount(withOwner(user, each))
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
    'security',
    "does not update another user's account",
    "a user replaces another user's tokens.",
    ['createUser', 'linkAccount', 'getAccount', 'updateAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount()
      await adapter.linkAccount(withOwner(ann, account))
      await ignoringErrors(() => adapter.updateAccount({ ...withOwner(bea, account), access_token: 'new' }))
      const { provider, providerAccountId } = account
      notEqual((await adapter.getAccount(providerAccountId, provider))?.access_token, 'new')
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), ann)
    },
  ),
]
