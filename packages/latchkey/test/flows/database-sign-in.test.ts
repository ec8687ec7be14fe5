import type { Adapter, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { slow, watched } from '../kit/adapter.ts'
import { BASE, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { ann, session, setting, signedIn, signIn, tokenOf, userByAccount } from '../kit/database.ts'

describe('a sign-in with a database', () => {
  // proves CFG-4, EV-3, EV-5, EV-6, EV-7, P-AL-1, P-AL-4, §7.2 getUserByAccount, §10.2 k, §11.2 4
  // proves §11.2 9, §11.2 10, §11.2 b
  it('makes a user with an account at the first, and knows them at the second', async () => {
    const here = setting()
    expect((await signIn(here)).headers.get('location')).toBe(`${ORIGIN}/after`)
    const user = await userByAccount(here)
    expect(user).toMatchObject({
      name: 'Ann',
      email: 'ann@example.com',
      image: ann.picture,
      emailVerified: null,
    })
    expect(here.told.map(([name]) => name)).toEqual(['createUser', 'linkAccount', 'signIn'])
    const account = expect.objectContaining({
      provider: 'idp',
      providerAccountId: 'ann',
      access_token: 'access token of ann',
    })
    expect(here.told).toEqual([
      ['createUser', { user }],
      [
        'linkAccount',
        { user, account, profile: expect.objectContaining({ name: 'Ann', email: 'ann@example.com' }) },
      ],
      ['signIn', { user, account, profile: expect.objectContaining({ sub: 'ann' }), isNewUser: true }],
    ])
    here.told.length = 0
    await signIn(here)
    expect(here.told).toEqual([['signIn', expect.objectContaining({ user, isNewUser: false })]])
  })

  // proves CFG-26, §10.2 k, §6.3
  it('sends a new user to the page for them, once', async () => {
    const here = setting({ pages: { newUser: '/welcome' } })
    expect((await signIn(here)).headers.get('location')).toBe(
      `${ORIGIN}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fafter`,
    )
    expect((await signIn(here)).headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves ACC-7, P-OA-11, §7.5 b, §8.2 e, §11.2 b, §20 Q-23
  it('stores the tokens that the standards name, and keeps them fresh', async () => {
    const stored: unknown[] = []
    const adapter = watched(memory(), (method, args) => {
      if (method === 'createUserWithAccount') stored.push(args[1])
      if (method === 'updateAccount') stored.push(args[0])
    })
    const here = setting({}, adapter)
    here.idp.faults.token = { extra: 'x', expires_in: 60 }
    await signIn(here)
    await signIn(here)
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
    const user = await userByAccount(here)
    expect(stored).toEqual([kept, { ...kept, userId: user?.id }])
  })

  // proves CB-17, §10.2 j, §11.1
  it('asks the signIn callback about the user that the database knows, before anything is written', async () => {
    const users: unknown[] = []
    const here = setting({ callbacks: { signIn: ({ user }) => users.push(user) > 1 } })
    await signIn(here)
    expect(await userByAccount(here)).toBeNull()
    await signIn(here)
    await signIn(here)
    expect(users[2]).toEqual(await userByAccount(here))
  })

  // proves P-CC-3, P-AL-5
  it.each([
    ['with the method for it', (adapter: Adapter) => adapter],
    ['with the common methods alone', ({ createUserWithAccount, ...adapter }: Adapter) => adapter],
  ])('twenty times at once the first time makes one user, %s', async (_, shape) => {
    const here = setting({}, slow(shape(memory())))
    const browsers = await Promise.all(Array.from({ length: 20 }, () => signedIn(here)))
    for (const browser of browsers) expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
    expect(here.told.filter(([name]) => name === 'createUser')).toHaveLength(1)
    expect(here.app.errors).toEqual([])
  })

  // proves P-CC-3
  it('a first sign-in that another one overtakes between its two looks gets the same user', async () => {
    const adapter = memory()
    let overtake: (() => Promise<unknown>) | undefined
    const here = setting(
      {},
      watched(adapter, (method) => (method === 'getUserByEmail' ? overtake?.() : undefined)),
    )
    overtake = () => {
      overtake = undefined
      return signIn(here)
    }
    expect(await session(await signedIn(here))).toMatchObject({ user: { name: 'Ann' } })
    expect(here.told.filter(([name]) => name === 'createUser')).toHaveLength(1)
    expect(here.app.errors).toEqual([])
  })

  // proves CB-4, CB-5, ST-13, ST-14, SES-3, §11.3
  it('works with sessions in a cookie, and tells the jwt callback who is new', async () => {
    const triggers: unknown[] = []
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token, trigger, isNewUser }) => {
        if (trigger) triggers.push([trigger, isNewUser])
        return token
      },
    }
    const here = setting({ session: { strategy: 'jwt' }, callbacks })
    const browser = await signedIn(here)
    await signIn(here)
    expect(triggers).toEqual([
      ['signUp', true],
      ['signIn', false],
    ])
    expect(tokenOf(browser).split('.')).toHaveLength(5)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves §7.4, §20 Q-25
  it('works with an adapter that is an instance of a class', async () => {
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
    const here = setting({}, new Database() as Adapter)
    expect(await session(await signedIn(here))).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves §12.2 d, §20 Q-10
  it('works with credentials, too', async () => {
    const adapter = memory()
    const user = await adapter.createUser?.({
      id: 'ann',
      name: 'Ann',
      email: 'ann@example.com',
      emailVerified: null,
    })
    const here = setting({}, adapter)
    const browser = new Browser(here.app)
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    expect(user?.id).toBe('ann')
    expect(tokenOf(browser)).toMatch(/^[0-9a-f]{64}$/)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
  })
})
