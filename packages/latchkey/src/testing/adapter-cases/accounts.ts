import { equal } from 'node:assert/strict'
import { concurrently, hasFields, ignoringErrors, isUser, returnsNothing } from './assertions.ts'
import { type AdapterCase, adapterCase } from './case.ts'
import { accountOf, newAccount, newUser, similarIds, unique, unknownIdLike } from './records.ts'

/** Requirements for accounts. */
export const accountCases: readonly AdapterCase[] = [
  adapterCase(
    'finds a user by account',
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
    'returns null for an unknown account',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const account = accountOf(await adapter.createUser(newUser()))
      await adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      await returnsNothing(() => adapter.getUserByAccount({ provider, providerAccountId: unique() }))
      await returnsNothing(() => adapter.getUserByAccount({ provider: 'another', providerAccountId }))
    },
  ),

  adapterCase(
    'treats the same account id at two providers as two accounts',
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

  // Otherwise a user opens the account of another user. The default collations of MySQL, MariaDB
  // and SQL Server ignore case: give the columns of the ids a binary one.
  adapterCase(
    'distinguishes account ids that differ in case or accents',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const ann = await adapter.createUser(newUser())
      const [id, ...others] = similarIds()
      await adapter.linkAccount({ ...accountOf(ann), provider: 'example', providerAccountId: id })
      for (const providerAccountId of others) {
        await returnsNothing(() => adapter.getUserByAccount({ provider: 'example', providerAccountId }))
        const user = await adapter.createUser(newUser())
        await adapter.linkAccount({ ...accountOf(user), provider: 'example', providerAccountId })
        isUser(await adapter.getUserByAccount({ provider: 'example', providerAccountId }), user)
      }
      isUser(await adapter.getUserByAccount({ provider: 'example', providerAccountId: id }), ann)
    },
  ),

  adapterCase(
    'returns no account whose id differs in case or accents',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [id, ...others] = similarIds()
      await adapter.linkAccount({ ...accountOf(user), provider: 'example', providerAccountId: id })
      for (const other of others) await returnsNothing(() => adapter.getAccount(other, 'example'))
    },
  ),

  adapterCase(
    'returns an account with its tokens',
    ['createUser', 'linkAccount', 'getAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount()
      await adapter.linkAccount(accountOf(user, account))
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      hasFields(found, account)
      equal(String(found?.userId), String(user.id))
      await returnsNothing(() => adapter.getAccount(unique(), account.provider))
      await returnsNothing(() => adapter.getAccount(account.providerAccountId, 'another'))
    },
  ),

  adapterCase(
    'stores an account without tokens',
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
    'unlinks all accounts of one user only',
    ['createUser', 'linkAccount', 'getUserByAccount', 'getUser', 'deleteAccountsByUserId'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [first, second, kept] = [accountOf(ann), accountOf(ann), accountOf(bea)]
      for (const account of [first, second, kept]) await adapter.linkAccount(account)
      await adapter.deleteAccountsByUserId(ann.id)
      for (const { provider, providerAccountId } of [first, second])
        await returnsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
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
    'keeps an account with its user when another user links it',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount()
      await adapter.linkAccount(accountOf(ann, account))
      await ignoringErrors(() => adapter.linkAccount(accountOf(bea, account)))
      const { provider, providerAccountId } = account
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), ann)
    },
  ),

  adapterCase(
    'links an account once from twenty concurrent calls',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount()
      await concurrently(() => adapter.linkAccount(accountOf(user, account)))
      const { provider, providerAccountId } = account
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), user)
      await adapter.unlinkAccount({ provider, providerAccountId })
      await returnsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
    },
  ),

  adapterCase(
    'unlinks one account and keeps the others',
    ['createUser', 'linkAccount', 'unlinkAccount', 'getUserByAccount'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [removed, kept] = [newAccount(), newAccount()]
      for (const account of [removed, kept]) await adapter.linkAccount(accountOf(user, account))
      await adapter.unlinkAccount({
        provider: removed.provider,
        providerAccountId: removed.providerAccountId,
      })
      await returnsNothing(() =>
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
    'finds no user by an account that was linked to an unknown user',
    ['createUser', 'linkAccount', 'getUserByAccount'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser())
      const account = newAccount()
      await ignoringErrors(() => adapter.linkAccount({ ...account, userId: unknownIdLike(id) }))
      const { provider, providerAccountId } = account
      await returnsNothing(() => adapter.getUserByAccount({ provider, providerAccountId }))
    },
  ),

  adapterCase(
    'deletes the accounts of a deleted user',
    ['createUser', 'linkAccount', 'getUserByAccount', 'deleteUser'],
    async (adapter) => {
      const user = newUser()
      const [removed, kept] = [newAccount(), newAccount()]
      const created = await adapter.createUser(user)
      const other = await adapter.createUser(newUser())
      await adapter.linkAccount(accountOf(created, removed))
      await adapter.linkAccount(accountOf(other, kept))
      await adapter.deleteUser(created.id)
      await returnsNothing(() =>
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
      await adapter.linkAccount(accountOf(other, removed))
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
    'updates only the given fields of an account',
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
    'does not update the account of another user',
    ['createUser', 'linkAccount', 'getAccount', 'updateAccount', 'getUserByAccount'],
    async (adapter) => {
      const [ann, bea] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount()
      await adapter.linkAccount(accountOf(ann, account))
      await ignoringErrors(() => adapter.updateAccount({ ...accountOf(bea, account), access_token: 'new' }))
      const { provider, providerAccountId } = account
      hasFields(await adapter.getAccount(providerAccountId, provider), account)
      isUser(await adapter.getUserByAccount({ provider, providerAccountId }), ann)
    },
  ),
]
