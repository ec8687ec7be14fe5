import { slow, watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  ann,
  readToken,
  setUp,
  signedIn,
  signIn,
  userByAccount,
} from '@latchkey/test-support/kit/database.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

describe('a sign-in with a database', () => {
  // proves CFG-4, EV-3, EV-5, EV-6, EV-7, P-AL-1, P-AL-4, §7.2 getUserByAccount, §10.2 k, §11.2 4
  // proves §11.2 9, §11.2 10, §11.2 b
  it('creates a user with an account the first time, and finds the user the second time', async () => {
    const setup = setUp()
    expect((await signIn(setup)).headers.get('location')).toBe(`${ORIGIN}/after`)
    const user = await userByAccount(setup)
    expect(user).toMatchObject({
      name: 'Ann',
      email: 'ann@example.com',
      image: ann.picture,
      emailVerified: null,
    })
    expect(setup.events.map(({ name }) => name)).toEqual(['createUser', 'linkAccount', 'signIn'])
    const account = expect.objectContaining({
      provider: 'idp',
      providerAccountId: 'ann',
      access_token: 'access token of ann',
    })
    expect(setup.events).toEqual([
      { name: 'createUser', message: { user } },
      {
        name: 'linkAccount',
        message: {
          user,
          account,
          profile: expect.objectContaining({ name: 'Ann', email: 'ann@example.com' }),
        },
      },
      {
        name: 'signIn',
        message: { user, account, profile: expect.objectContaining({ sub: 'ann' }), isNewUser: true },
      },
    ])
    setup.events.length = 0
    await signIn(setup)
    expect(setup.events).toEqual([
      { name: 'signIn', message: expect.objectContaining({ user, isNewUser: false }) },
    ])
  })

  // proves DROP-19
  it('stores a new user with the id that the `signIn` callback received', async () => {
    const ids: unknown[] = []
    const setup = setUp({ callbacks: { signIn: ({ user }) => ids.push(user.id) > 0 } })
    await signIn(setup)
    await signIn(setup)
    const { id } = (await userByAccount(setup)) ?? {}
    expect(ids).toEqual([id, id])
  })

  // proves CFG-26, §10.2 k, §6.3
  it('redirects a new user to `pages.newUser`, once', async () => {
    const setup = setUp({ pages: { newUser: '/welcome' } })
    expect((await signIn(setup)).headers.get('location')).toBe(
      `${ORIGIN}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fafter`,
    )
    expect((await signIn(setup)).headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves ACC-7, P-OA-11, §7.5 b, §8.2 e, §11.2 b, §20 Q-23
  it('stores the standard token fields, and updates them at each sign-in', async () => {
    const stored: unknown[] = []
    const adapter = watched(memory(), (method, args) => {
      if (method === 'createUserWithAccount') stored.push(args[1])
      if (method === 'updateAccount') stored.push(args[0])
    })
    const setup = setUp({}, adapter)
    setup.idp.faults.token = { extra: 'x', expires_in: 60 }
    await signIn(setup)
    await signIn(setup)
    const kept = {
      provider: 'idp',
      providerAccountId: 'ann',
      type: 'oidc',
      access_token: 'access token of ann',
      refresh_token: 'refresh token of ann',
      id_token: expect.any(String),
      expires_at: expect.any(Number),
      scope: 'openid profile email',
      token_type: 'bearer',
    }
    const user = await userByAccount(setup)
    expect(stored).toEqual([kept, { ...kept, userId: user?.id }])
  })

  // proves CB-17, §10.2 j, §11.1
  it('calls the signIn callback with the stored user, before anything is written', async () => {
    const users: unknown[] = []
    const setup = setUp({ callbacks: { signIn: ({ user }) => users.push(user) > 1 } })
    await signIn(setup)
    expect(await userByAccount(setup)).toBeNull()
    await signIn(setup)
    await signIn(setup)
    expect(users[2]).toEqual(await userByAccount(setup))
  })

  // proves P-CC-3, P-AL-5
  it.each([
    ['with createUserWithAccount', (adapter: Adapter) => adapter],
    ['without createUserWithAccount', ({ createUserWithAccount, ...adapter }: Adapter) => adapter],
  ])('creates one user for twenty first sign-ins at the same time, %s', async (_, shape) => {
    const setup = setUp({}, slow(shape(memory())))
    const browsers = await Promise.all(Array.from({ length: 20 }, () => signedIn(setup)))
    for (const browser of browsers)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    expect(setup.events.filter(({ name }) => name === 'createUser')).toHaveLength(1)
    expect(setup.app.errors).toEqual([])
  })

  // proves P-CC-3
  it('uses the user that another sign-in creates between two queries', async () => {
    const adapter = memory()
    let signInMeanwhile: (() => Promise<unknown>) | undefined
    const setup = setUp(
      {},
      watched(adapter, (method) => (method === 'getUserByEmail' ? signInMeanwhile?.() : undefined)),
    )
    signInMeanwhile = () => {
      signInMeanwhile = undefined
      return signIn(setup)
    }
    expect(await readSession(await signedIn(setup))).toMatchObject({ user: { name: 'Ann' } })
    expect(setup.events.filter(({ name }) => name === 'createUser')).toHaveLength(1)
    expect(setup.app.errors).toEqual([])
  })

  // proves CB-4, CB-5, ST-13, ST-14, SES-3, §11.3
  it('signs in with cookie sessions, and passes `isNewUser` to the jwt callback', async () => {
    const triggers: unknown[] = []
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token, trigger, isNewUser }) => {
        if (trigger) triggers.push({ trigger, isNewUser })
        return token
      },
    }
    const setup = setUp({ session: { strategy: 'jwt' }, callbacks })
    const browser = await signedIn(setup)
    await signIn(setup)
    expect(triggers).toEqual([
      { trigger: 'signUp', isNewUser: true },
      { trigger: 'signIn', isNewUser: false },
    ])
    expect(readToken(browser).split('.')).toHaveLength(5)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves §7.4, §20 Q-25
  it('calls the methods of an adapter class on their instance', async () => {
    class Database {}
    const inner = memory()
    for (const [name, method] of Object.entries(inner)) {
      Object.defineProperty(Database.prototype, name, {
        value(this: Database, ...args: unknown[]) {
          if (!(this instanceof Database)) throw new TypeError('called without its object')
          return (method as (...args: unknown[]) => unknown)(...args)
        },
      })
    }
    const setup = setUp({}, new Database() as Adapter)
    expect(await readSession(await signedIn(setup))).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves §12.2 d, §20 Q-10
  it('stores a session in the database after a sign-in with credentials', async () => {
    const adapter = memory()
    const user = await adapter.createUser?.({
      id: 'ann',
      name: 'Ann',
      email: 'ann@example.com',
      emailVerified: null,
    })
    const setup = setUp({}, adapter)
    const browser = new Browser(setup.app)
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    expect(user?.id).toBe('ann')
    expect(readToken(browser)).toMatch(/^[0-9a-f]{64}\.\d{10}$/)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
  })
})
