import { slow, watched } from '@latchkey/test-support/kit/adapter.ts'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { sendToken } from '@latchkey/test-support/kit/backchannel-logout.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  ann,
  type Setup,
  setUp,
  signedIn,
  signIn,
  userByAccount,
} from '@latchkey/test-support/kit/database.ts'
import { register, setUp as setUpPasskeys } from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AuthConfig, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { LastSignInMethod, MissingAdapterMethods } from 'latchkey/errors'
import { describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../../../src/types/current-user.ts'

const bob = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
const other = { ...ann, sub: 'other', email: 'other@example.com' }
const mail = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest: () => {} } as const

/** The user of a browser, for server code of an application. */
async function findUser(app: App, browser: Browser): Promise<CurrentUser> {
  const request = new Request(ORIGIN, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
  const user = await createAuth(app.config).currentUser(request)
  if (user === null) throw new Error('The browser is signed out.')
  return user
}

interface Linked extends Setup {
  readonly browser: Browser
  readonly user: CurrentUser
}

/** Ann is signed in, with an account at both providers. */
async function withTwoAccounts(config: Partial<AuthConfig> = {}, adapter?: Adapter): Promise<Linked> {
  const setup = setUp(config, adapter)
  const browser = await signedIn(setup)
  await signIn(setup, browser, other, 'second')
  return { ...setup, browser, user: await findUser(setup.app, browser) }
}

/** The same application with other options. */
function changed({ app }: Setup, config: Partial<AuthConfig>): App {
  return createApp({ ...app.config, ...config })
}

const errors = ({ app }: Setup): string[] =>
  app.log.filter(({ level }) => level === 'error').map(({ entry }) => String(entry))

describe.each(['jwt', 'database'] as const)('user.accounts with %s sessions', (strategy) => {
  const session = { strategy }

  // proves TOK-13
  it('lists the accounts of the user, without their tokens', async () => {
    const { user, idp, adapter, app } = await withTwoAccounts({ session })
    await signIn({ app, idp, adapter, events: [] }, undefined, bob)
    expect(await user.accounts.list()).toEqual([
      { provider: 'idp', providerAccountId: 'ann', type: 'oidc', scopes: expect.any(Array) },
      { provider: 'second', providerAccountId: 'other', type: 'oidc', scopes: expect.any(Array) },
    ])
    expect(JSON.stringify(await user.accounts.list())).not.toContain('token')
  })

  // proves TOK-13
  it('unlinks an account, which then signs in as another user', async () => {
    const { user, adapter, ...setup } = await withTwoAccounts({ session })
    expect(await user.accounts.unlink('second', 'other')).toBe(true)
    expect((await user.accounts.list()).map(({ provider }) => provider)).toEqual(['idp'])
    expect(await userByAccount({ ...setup, adapter }, 'second', 'other')).toBeNull()
    await signIn({ ...setup, adapter }, undefined, other, 'second')
    expect((await userByAccount({ ...setup, adapter }, 'second', 'other'))?.id).not.toBe(user.id)
  })
})

// proves OUT-8
it('unlinks an account whose provider can then end no session of the user', async () => {
  for (const sid of [undefined, 'sid-1']) {
    const idp = createIdp()
    const options = { backchannelLogout: true }
    const providers = [oidcFor(idp, options), oidcFor(idp, { id: 'second', ...options })]
    const setup = { ...setUp({ providers }), idp }
    const browser = new Browser(setup.app)
    await signIn(setup, browser, { ...other, sid }, 'second')
    await signIn(setup, browser, { ...ann, sid: 'sid-2' })
    const user = await findUser(setup.app, browser)
    await user.accounts.unlink('second', 'other')
    const token = await idp.logoutToken({ claims: { sub: 'other', ...(sid ? {} : { sid: 'sid-3' }) } })
    const endpoint = `${BASE}/backchannel-logout/second`
    expect((await sendToken(setup.app, token, { endpoint })).status).toBe(200)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    // It belongs to the user again.
    await signIn(setup, browser, { ...other, sid }, 'second')
    const next = await idp.logoutToken({ claims: { sub: 'other', ...(sid ? {} : { sid: 'sid-3' }) } })
    expect((await sendToken(setup.app, next, { endpoint })).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  }
})

describe('scopes', () => {
  // proves TOK-13
  it.each([
    ['openid profile  email', ['openid', 'profile', 'email']],
    ['repo,user:email', ['repo', 'user:email']],
    ['a, b\tc', ['a', 'b', 'c']],
    ['', []],
    [undefined, []],
  ])('of the text %j are listed', async (scope, scopes) => {
    const { user, adapter } = await withTwoAccounts()
    const key = { provider: 'third', providerAccountId: '3', type: 'oauth', userId: user.id } as const
    await adapter.linkAccount?.({ ...key, scope })
    expect((await user.accounts.list()).find(({ provider }) => provider === 'third')?.scopes).toEqual(scopes)
  })
})

describe('user.accounts.unlink', () => {
  // proves TOK-13
  it('returns false for an account that the user does not have, and leaves it to its user', async () => {
    const { user, ...setup } = await withTwoAccounts()
    await signIn(setup, undefined, bob)
    const removed = [
      await user.accounts.unlink('idp', 'bob'),
      await user.accounts.unlink('idp', 'unknown'),
      await user.accounts.unlink('unknown', 'ann'),
      await user.accounts.unlink('idp', 'ANN', { allowLast: true }),
    ]
    expect(removed).toEqual([false, false, false, false])
    expect((await userByAccount(setup, 'idp', 'bob'))?.email).toBe('bob@example.com')
    expect(await user.accounts.list()).toHaveLength(2)
  })

  // proves TOK-13
  it('refuses to remove the last way to sign in, unless the application knows another one', async () => {
    const { user, ...setup } = await withTwoAccounts()
    await user.accounts.unlink('idp', 'ann')
    const refused = user.accounts.unlink('second', 'other')
    await expect(refused).rejects.toThrow(LastSignInMethod)
    await expect(refused).rejects.toThrow(/"second" is the last way.*`allowLast: true`/)
    expect(errors(setup)).toEqual([expect.stringContaining('"second" is the last way')])
    expect(await user.accounts.list()).toHaveLength(1)
    expect(await user.accounts.unlink('second', 'other', { allowLast: true })).toBe(true)
    expect(await user.accounts.list()).toEqual([])
  })

  // proves TOK-13
  it('does not count an account whose provider is missing or cannot be used', async () => {
    const { browser, ...setup } = await withTwoAccounts()
    const { idp } = setup
    const unusable = oidcFor(idp, { id: 'second', clientId: '', clientSecret: '' })
    for (const providers of [[oidcFor(idp)], [oidcFor(idp), unusable]]) {
      const user = await findUser(changed(setup, { providers }), browser)
      await expect(user.accounts.unlink('idp', 'ann')).rejects.toThrow(LastSignInMethod)
    }
    const user = await findUser(changed(setup, { providers: [oidcFor(idp)] }), browser)
    expect(await user.accounts.unlink('second', 'other')).toBe(true)
  })

  // proves TOK-13
  it.each([
    { address: 'ann@example.com', isRemoved: true },
    { address: '', isRemoved: false },
    { address: null, isRemoved: false },
  ])('with e-mail links, an address counts as a way to sign in: $address', async ({ address, isRemoved }) => {
    const setup = setUp()
    const browser = await signedIn(setup)
    const user = await findUser(changed(setup, { providers: [oidcFor(setup.idp), mail] }), browser)
    await setup.adapter.updateUser?.({ id: user.id, email: address as string })
    const attempt = user.accounts.unlink('idp', 'ann')
    if (isRemoved) expect(await attempt).toBe(true)
    else await expect(attempt).rejects.toThrow(LastSignInMethod)
  })

  // proves TOK-13
  it('counts a passkey as a way to sign in, and does not remove it', async () => {
    const setup = setUp()
    const { browser: key, adapter, app } = setUpPasskeys({ adapter: setup.adapter })
    await register(key, 'ann@example.com')
    const [passkey] = await (await findUser(app, key)).accounts.list()
    if (passkey === undefined) throw new Error('There is no passkey.')
    const { id } = await findUser(app, key)
    await adapter.linkAccount?.({ provider: 'idp', providerAccountId: 'ann', type: 'oidc', userId: id })

    const providers = [oidcFor(setup.idp)]
    const withoutPasskeys = await findUser(createApp({ ...app.config, providers }), key)
    await expect(withoutPasskeys.accounts.unlink('idp', 'ann')).rejects.toThrow(LastSignInMethod)
    const user = await findUser(
      createApp({ ...app.config, providers: [...providers, ...app.config.providers] }),
      key,
    )
    await expect(user.accounts.unlink(passkey.provider, passkey.providerAccountId)).rejects.toThrow(
      new TypeError(
        'The account at "webauthn" is a passkey, which `unlink` does not remove. ' +
          'Pass an account of another type.',
      ),
    )
    expect(await user.accounts.unlink('idp', 'ann')).toBe(true)
    expect(await user.accounts.list()).toEqual([passkey])
  })

  // proves TOK-13
  it('does not count an account whose passkey was deleted', async () => {
    const setup = setUp()
    const {
      browser: key,
      adapter,
      app,
    } = setUpPasskeys({
      adapter: { ...setup.adapter, listAuthenticatorsByUserId: () => [] },
    })
    await register(key, 'ann@example.com')
    const { id } = await findUser(app, key)
    await adapter.linkAccount?.({ provider: 'idp', providerAccountId: 'ann', type: 'oidc', userId: id })
    const providers = [oidcFor(setup.idp), ...app.config.providers]
    const user = await findUser(createApp({ ...app.config, providers }), key)
    await expect(user.accounts.unlink('idp', 'ann')).rejects.toThrow(LastSignInMethod)
  })

  // proves TOK-13
  it.each([
    [undefined, 'ann'],
    ['idp', undefined],
    ['idp', ''],
    [{}, 'ann'],
    ['idp', 7],
  ])('rejects the ids %j and %j', async (provider, id) => {
    const { user } = await withTwoAccounts()
    await expect(user.accounts.unlink(provider as string, id as string)).rejects.toThrow(
      /^`unlink` was called without an account's ids\. Pass the `provider` and/,
    )
    expect(await user.accounts.list()).toHaveLength(2)
  })
})

describe('parallel calls of user.accounts.unlink', () => {
  // proves TOK-13
  it.each([2, 20])('by %i requests in two processes leave one way to sign in', async (count) => {
    const adapter = memory()
    const { user: _, ...setup } = await withTwoAccounts({}, adapter)
    const processes = [0, 1].map(() => changed(setup, { adapter: slow(adapter) }))
    const users = await Promise.all(
      Array.from({ length: count }, (__, index) => findUser(processes[index % 2] as App, setup.browser)),
    )
    const outcomes = await Promise.allSettled(
      users.map(({ accounts }, index) =>
        index % 2 === 0 ? accounts.unlink('idp', 'ann') : accounts.unlink('second', 'other'),
      ),
    )
    const removed = outcomes.filter((each) => each.status === 'fulfilled' && each.value)
    expect(removed).toHaveLength(1)
    const owners = [await userByAccount(setup), await userByAccount(setup, 'second', 'other')]
    expect(owners.filter((owner) => owner !== null)).toHaveLength(1)
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter(({ type }) => !['LastSignInMethod', 'ServiceUnavailable'].includes(type))).toEqual(
      [],
    )
  })

  // proves TOK-13
  it('of different users do not wait, and an ended call leaves nothing in the store', async () => {
    const { user, ...setup } = await withTwoAccounts()
    const second = await signedIn(setup, bob)
    await signIn(setup, second, { ...bob, sub: 'bob 2', email: 'bob2@example.com' }, 'second')
    const started = performance.now()
    const userB = await findUser(setup.app, second)
    expect(
      await Promise.all([user.accounts.unlink('idp', 'ann'), userB.accounts.unlink('idp', 'bob')]),
    ).toEqual([true, true])
    await expect(user.accounts.unlink('second', 'other')).rejects.toThrow(LastSignInMethod)
    expect(await user.accounts.unlink('second', 'other', { allowLast: true })).toBe(true)
    expect(performance.now() - started).toBeLessThan(1500)
  })

  // proves TOK-13
  it('waits no longer than two seconds for a process that died, and says when to try again', async () => {
    const store = memoryStore()
    const { user } = await withTwoAccounts({
      store: {
        ...store,
        delete: (key) => (key.startsWith('latchkey:accounts:') ? undefined : store.delete(key)),
      },
    })
    expect(await user.accounts.unlink('idp', 'ann')).toBe(true)
    const error = await user.accounts.unlink('second', 'other', { allowLast: true }).catch((thrown) => thrown)
    expect(error).toMatchObject({ type: 'ServiceUnavailable' })
    expect(error.message).toMatch(/Repeat the call\..* after \d+ seconds\.$/)
    expect(await user.accounts.list()).toHaveLength(1)
  })

  // proves TOK-13
  it('makes other calls wait after a removal whose outcome is unknown', async () => {
    const adapter = memory()
    let isLost = false
    const lossy: Adapter = {
      ...adapter,
      async unlinkAccount(account) {
        await adapter.unlinkAccount?.(account)
        if (isLost) throw Object.assign(new Error('The connection is lost.'), { code: 'ECONNRESET' })
      },
    }
    const { user, ...setup } = await withTwoAccounts({}, lossy)
    isLost = true
    await expect(user.accounts.unlink('idp', 'ann')).rejects.toMatchObject({ type: 'AdapterError' })
    isLost = false
    await expect(user.accounts.unlink('second', 'other')).rejects.toMatchObject({
      type: 'ServiceUnavailable',
    })
    expect(await userByAccount(setup, 'second', 'other')).not.toBeNull()
  })

  // proves TOK-13
  it('makes other calls wait until a slow removal has ended', async () => {
    const adapter = memory()
    let isSlow = false
    let finish = (): void => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const late = watched(adapter, async (method) => {
      if (isSlow && method === 'unlinkAccount') await gate
    })
    const { user, ...setup } = await withTwoAccounts({ timeouts: { adapter: 0.05 } }, late)
    isSlow = true
    await expect(user.accounts.unlink('idp', 'ann')).rejects.toMatchObject({ type: 'AdapterError' })
    isSlow = false
    const other = user.accounts.unlink('second', 'other')
    finish()
    await expect(other).rejects.toMatchObject({ type: 'LastSignInMethod' })
    expect(await userByAccount(setup, 'second', 'other')).not.toBeNull()
  })
})

describe('an adapter that lacks methods', () => {
  // proves TOK-13
  it.each([
    ['list', 'listAccounts', /`adapter` lacks `listAccounts`, which `user\.accounts\.list` needs\. Add/],
    ['unlink', 'listAccounts', /`adapter` lacks `listAccounts`, which `user\.accounts\.unlink` needs\. Add/],
    [
      'unlink',
      'unlinkAccount',
      /`adapter` lacks `unlinkAccount`.*`adapter: \{ \.\.\.adapter, unlinkAccount: …/,
    ],
  ] as const)('makes %s without %s an error that says what to add', async (method, lacking, message) => {
    const adapter: Adapter = memory()
    delete adapter[lacking]
    const { user, ...setup } = await withTwoAccounts({}, adapter)
    const attempt = method === 'list' ? user.accounts.list() : user.accounts.unlink('idp', 'ann')
    await expect(attempt).rejects.toThrow(MissingAdapterMethods)
    await expect(attempt).rejects.toThrow(message)
    expect(errors(setup)).toHaveLength(1)
  })

  // proves TOK-13
  it('also throws without an adapter', async () => {
    const setup = setUp({ adapter: undefined })
    const user = await findUser(setup.app, await signedIn(setup))
    await expect(user.accounts.list()).rejects.toThrow(MissingAdapterMethods)
    await expect(user.accounts.unlink('idp', 'ann')).rejects.toThrow(/Pass an `adapter`\.$/)
  })
})

// proves TOK-13
it('reads nothing of the accounts before a method is called', async () => {
  const listAccounts = vi.fn()
  const { app, browser } = await withTwoAccounts({}, { ...memory(), listAccounts } as Adapter)
  await findUser(app, browser)
  expect(listAccounts).not.toHaveBeenCalled()
})
