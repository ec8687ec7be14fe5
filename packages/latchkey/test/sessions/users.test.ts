import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Outcome, StartSessionOptions } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { codeAt } from '../../src/second-factor/totp.ts'
import {
  asUser,
  copyAt,
  createProcess,
  createShared,
  read,
  type Shared,
  STORAGES,
  signIn,
  type TestSite,
} from './site.ts'

const IMMEDIATE = { recheck: 0 }

/** Starts a session as a form of the application does, and keeps its cookies in the browser. */
async function start(
  { auth }: TestSite,
  browser: Browser,
  userId: string,
  options?: StartSessionOptions,
): Promise<Outcome> {
  const headers = new Headers({
    cookie: browser.cookiesFor(ORIGIN),
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
  })
  const outcome = await auth.users.startSession({ headers, url: new URL(ORIGIN) }, userId, options)
  for (const { name, value } of outcome.cookies) browser.plant(ORIGIN, name, value)
  return outcome
}

const interrupt = { isArmed: false }

/** Returns what a process uses in which everyone is signed out before the next row is stored. */
async function interrupting(shared: Shared, { auth }: TestSite): Promise<Shared> {
  const { adapter } = shared
  if (adapter?.createSession === undefined) return shared
  const { createSession } = adapter
  return {
    ...shared,
    adapter: {
      ...adapter,
      async createSession(session) {
        if (interrupt.isArmed) {
          interrupt.isArmed = false
          await auth.users.signOutEveryone()
        }
        return createSession(session)
      },
    },
  }
}

async function addFactor({ adapter }: Shared): Promise<void> {
  await adapter?.createSecondFactor?.({
    id: 'totp',
    userId: 'ann',
    type: 'totp',
    secret: 'sealed',
    name: 'Authenticator app',
    createdAt: new Date(),
    lastUsedAt: null,
  })
}

describe.each(Object.entries(STORAGES))('users, with %s', (_, storage) => {
  const session = { strategy: storage.strategy, ...IMMEDIATE }
  const config = { session }

  it('start a session for a user whom server code has verified', async () => {
    const site = createProcess(storage, await createShared(storage), config)
    const browser = new Browser(site.site)
    const user = storage.hasDatabase ? undefined : { name: 'ann' }
    const outcome = await start(site, browser, 'ann', { amr: ['pwd', 'sms'], redirectTo: '/welcome', user })
    expect(outcome).toMatchObject({ url: `${ORIGIN}/welcome`, requirement: undefined })
    expect(await read(browser)).toEqual({ status: 200, name: 'ann' })
    const [listed] = await asUser(site, browser, (found) => found.sessions.list())
    expect(listed).toMatchObject({ isCurrent: true, methods: ['pwd', 'sms'] })
  })

  it('start no session where cookies cannot be set, or for another origin', async () => {
    const { auth } = createProcess(storage, await createShared(storage), config)
    const url = new URL(ORIGIN)
    await expect(
      auth.users.startSession({ headers: new Headers(), url, canWrite: false }, 'ann'),
    ).rejects.toThrow('cookies cannot be set')
    const foreign = new Headers({ origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })
    await expect(auth.users.startSession({ headers: foreign, url }, 'ann')).rejects.toMatchObject({
      type: 'MissingCSRF',
    })
  })

  it('list the sessions of any user', async () => {
    const site = createProcess(storage, await createShared(storage), config)
    await signIn(site)
    await signIn(site)
    await signIn(site, 'bob')
    const sessions = await site.auth.users.sessions('ann')
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false])
  })

  it('sign a user out everywhere', async () => {
    const shared = await createShared(storage)
    const [one, other] = [createProcess(storage, shared, config), createProcess(storage, shared, config)]
    const [ann, bob] = [await signIn(one), await signIn(one, 'bob')]
    await other.auth.users.signOut('ann')
    expect([await read(ann), await read(bob)]).toEqual([
      { status: 200, name: undefined },
      { status: 200, name: 'bob' },
    ])
    expect(await one.auth.users.sessions('ann')).toEqual([])
  })

  it('sign everyone out, and let them sign in again', async () => {
    const shared = await createShared(storage)
    const [one, other] = [createProcess(storage, shared, config), createProcess(storage, shared, config)]
    const browsers = [await signIn(one), await signIn(other, 'bob')]
    await other.auth.users.signOutEveryone()
    expect(await Promise.all(browsers.map(read))).toEqual([
      { status: 200, name: undefined },
      { status: 200, name: undefined },
    ])
    expect(await one.auth.users.sessions('ann')).toEqual([])
    expect((await read(await signIn(one))).name).toBe('ann')
    expect(await one.auth.users.sessions('ann')).toHaveLength(1)
  })

  it.each(['revokeOthers', 'secondFactor.confirm'])(
    'end a session that continues meanwhile: %s',
    async (name) => {
      if (!storage.hasDatabase) return
      const shared = await createShared(storage)
      const other = createProcess(storage, shared, config)
      const site = createProcess(storage, await interrupting(shared, other), { ...config, secondFactor: {} })
      const browser = await signIn(site)
      interrupt.isArmed = true
      await asUser(site, browser, async (user) => {
        if (name === 'revokeOthers') return user.sessions.revokeOthers()
        const { id, secret } = await user.secondFactor.beginTotp()
        return user.secondFactor.confirm(id, await codeAt(secret, Math.floor(Date.now() / 30_000)))
      }).catch(() => undefined)
      expect(interrupt.isArmed).toBe(false)
      expect((await read(browser)).name).toBeUndefined()
      expect((await read(copyAt(other, browser))).name).toBeUndefined()
    },
  )

  it('need `account.security` for what would have no effect without it', async () => {
    const { auth } = createProcess(storage, await createShared(storage), { ...config, account: {} })
    for (const call of [auth.users.sessions('ann'), auth.users.disable('ann'), auth.users.signOutEveryone()])
      await expect(call).rejects.toMatchObject({ type: 'InvalidOption' })
  })

  it('cannot sign anyone out while the database and the store fail', async () => {
    const shared = await createShared(storage)
    const { auth } = createProcess(storage, shared, config)
    shared.isDown = true
    for (const call of [auth.users.signOut('ann'), auth.users.signOutEveryone()])
      await expect(call).rejects.toMatchObject({ isTemporary: true })
  })
})

const WITH_DATABASE = [
  ['jwt', { strategy: 'jwt', hasDatabase: true }],
  ...Object.entries(STORAGES).filter(([, { hasDatabase }]) => hasDatabase),
] as [string, (typeof STORAGES)[string]][]

describe.each(WITH_DATABASE)('a disabled user, with %s', (_, storage) => {
  const config = { session: { strategy: storage.strategy, ...IMMEDIATE } }

  it('has no session, and cannot sign in until enabled again', async () => {
    const shared = await createShared(storage)
    const [one, other] = [createProcess(storage, shared, config), createProcess(storage, shared, config)]
    const browser = await signIn(one)
    await other.auth.users.disable('ann')
    expect((await read(browser)).name).toBeUndefined()
    expect((await read(await signIn(one))).name).toBeUndefined()
    await expect(start(one, new Browser(one.site), 'ann')).rejects.toMatchObject({ type: 'AccessDenied' })
    expect((await read(await signIn(one, 'bob'))).name).toBe('bob')
    await one.auth.users.enable('ann')
    expect((await read(await signIn(one))).name).toBe('ann')
  })

  it('has no session after a sign-in that was in progress', async () => {
    const shared = await createShared(storage)
    const site = createProcess(storage, shared, {
      ...config,
      callbacks: {
        // After the requirements were asked, while the session starts.
        jwt: async ({ token, trigger }) => {
          if (trigger === 'signIn') await site.auth.users.disable('ann')
          return token
        },
      },
    })
    if (storage.strategy === 'database') return
    const browser = await signIn(site)
    expect((await read(browser)).name).toBeUndefined()
    expect(await site.auth.users.sessions('ann')).toEqual([])
  })

  it('cannot be started a session for when deleted', async () => {
    const shared = await createShared(storage)
    const site = createProcess(storage, shared, config)
    await shared.adapter?.deleteUser?.('ann')
    await expect(start(site, new Browser(site.site), 'ann')).rejects.toMatchObject({ type: 'AccessDenied' })
  })
})

describe('the list of sessions in the store', () => {
  it('holds at most 50 sessions, and ends the oldest', async () => {
    const storage = { strategy: 'jwt' } as const
    const site = createProcess(storage, await createShared(storage))
    const first = await signIn(site)
    const second = await signIn(site)
    for (let count = 2; count < 51; count++) await signIn(site)
    expect([(await read(first)).name, (await read(second)).name]).toEqual([undefined, 'ann'])
    expect(await site.auth.users.sessions('ann')).toHaveLength(50)
    expect(site.events.filter(({ type }) => type === 'sessionEnded')).toMatchObject([{ by: 'policy' }])
    expect(await read(copyAt(site, first))).toEqual({ status: 200, name: undefined })
  })
})

it('asks for a recent sign-in only while the store can say whether the session has ended', async () => {
  const storage = { strategy: 'jwt' } as const
  const shared = await createShared(storage)
  const site = createProcess(storage, shared, { session: { strategy: 'jwt', whenStoreFails: 'accept' } })
  const browser = await signIn(site)
  const request = new Request(ORIGIN, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
  shared.isDown = true
  expect((await site.auth.protect(request)).session).toMatchObject({ user: { name: 'ann' } })
  await expect(site.auth.protect(request, { within: 600 })).rejects.toMatchObject({ isTemporary: true })
  shared.isDown = false
  expect((await site.auth.protect(request, { within: 600 })).session).not.toBeNull()
})

it('does not confirm a session that ends before its turn', async () => {
  const storage = { strategy: 'database', hasDatabase: true } as const
  const shared = await createShared(storage)
  const other = createProcess(storage, shared)
  let isArmed = false
  const add: typeof shared.store.add = async (key, ...rest) => {
    if (isArmed && key.includes(':turn:')) {
      isArmed = false
      await other.auth.users.signOut('ann')
    }
    return shared.store.add(key, ...rest)
  }
  const store = { ...shared.store, add }
  const site = createProcess(storage, { ...shared, store }, { secondFactor: {} })
  const browser = await signIn(site)
  await asUser(site, browser, async ({ secondFactor }) => {
    const { id, secret } = await secondFactor.beginTotp()
    isArmed = true
    return secondFactor.confirm(id, await codeAt(secret, Math.floor(Date.now() / 30_000)))
  }).catch(() => undefined)
  expect(isArmed).toBe(false)
  expect((await read(browser)).name).toBeUndefined()
})

it('resets the second factor of a user who has lost it, and ends the sessions', async () => {
  const storage = { strategy: 'database', hasDatabase: true } as const
  const shared = await createShared(storage)
  const site = createProcess(storage, shared, { secondFactor: {} })
  const browser = await signIn(site)
  await addFactor(shared)
  await site.auth.users.resetSecondFactor('ann')
  expect((await read(browser)).name).toBeUndefined()
  expect((await read(await signIn(site))).name).toBe('ann')
  expect(site.events).toContainEqual(
    expect.objectContaining({ type: 'secondFactorRemoved', by: 'support', userId: 'ann' }),
  )
})

it('asks for the second factor after `users.startSession`', async () => {
  const storage = { strategy: 'database', hasDatabase: true } as const
  const shared = await createShared(storage)
  await addFactor(shared)
  const site = createProcess(storage, shared, { secondFactor: {} })
  const browser = new Browser(site.site)
  expect(await start(site, browser, 'ann')).toMatchObject({
    url: `${BASE}/verify`,
    requirement: 'secondFactor',
  })
  expect((await read(browser)).name).toBeUndefined()
})
