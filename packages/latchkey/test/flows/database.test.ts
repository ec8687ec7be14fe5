import { type Adapter, type AdapterUser, type AuthConfig, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { watched } from '../kit/adapter.ts'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import type { Idp } from '../kit/idp.ts'

const NAME = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60

interface Setting {
  readonly app: App
  readonly idp: Idp
  readonly adapter: Adapter
  readonly told: [string, unknown][]
}

/** An application with a database, and what its listeners were told. */
function setting(config: Partial<AuthConfig> = {}, adapter: Adapter = memory()): Setting {
  const idp = createIdp()
  const told: Setting['told'] = []
  const listen =
    (name: string) =>
    (message: unknown): unknown =>
      told.push([name, message])
  const names = ['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session']
  const events = Object.fromEntries(names.map((name) => [name, listen(name)]))
  const providers = [oidcFor(idp), oidcFor(idp, { id: 'second' }), passwordProvider]
  return { app: createApp({ adapter, providers, events, ...config }), idp, adapter, told }
}

const ann = { sub: 'ann', name: 'Ann', email: 'Ann@Example.com', picture: 'https://id.test/ann.png' }

async function signIn(
  { app, idp }: Setting,
  browser = new Browser(app),
  person: object = ann,
  provider = 'idp',
): Promise<Response> {
  const begin = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl: '/after' })
  return browser.get(idp.agree(begin.headers.get('location') ?? '', person as Record<string, unknown>).href)
}

async function signedIn(here: Setting, ...rest: [object?, string?]): Promise<Browser> {
  const browser = new Browser(here.app)
  await signIn(here, browser, ...rest)
  return browser
}

async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

function tokenOf(browser: Browser): string {
  return browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.value ?? ''
}

/** An adapter that answers as late as a database does, so that requests overlap between its steps. */
function slow(adapter: Adapter): Adapter {
  return watched(adapter, () => new Promise((resolve) => setTimeout(resolve, 5)))
}

async function userByAccount(
  { adapter }: Setting,
  provider = 'idp',
  providerAccountId = 'ann',
): Promise<AdapterUser | null | undefined> {
  return adapter.getUserByAccount?.({ provider, providerAccountId })
}

afterEach(() => {
  vi.useRealTimers()
})

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

describe('linking', () => {
  // proves P-AL-3, EV-5, §7.2 linkAccount, §11.2 7
  it('adds an account to who is signed in and began it', async () => {
    const here = setting()
    const browser = await signedIn(here)
    here.told.length = 0
    await signIn(here, browser, { ...ann, sub: 'other', email: 'other@example.com' }, 'second')
    const user = await userByAccount(here)
    expect(await userByAccount(here, 'second', 'other')).toEqual(user)
    expect(here.told.map(([name]) => name)).toEqual(['linkAccount', 'signIn'])
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  // proves P-AL-3, P-SE-3
  it('never from a sign-in that began before: the account is a stranger’s then', async () => {
    const here = setting()
    const browser = new Browser(here.app)
    const begin = await browser.post(`${BASE}/signin/second`)
    await signIn(here, browser)
    const bob = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
    await browser.get(here.idp.agree(begin.headers.get('location') ?? '', bob).href)
    expect((await userByAccount(here, 'second', 'bob'))?.id).not.toBe((await userByAccount(here))?.id)
    expect(await session(browser)).toMatchObject({ user: { name: 'Bob' } })
  })

  // proves P-AL-3
  it('never to who was signed in at the beginning, when somebody else is at the end', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const begin = await browser.post(`${BASE}/signin/second`)
    await browser.post(`${BASE}/signout`)
    await signIn(here, browser, { sub: 'bob', name: 'Bob', email: 'bob@example.com' })
    const response = await browser.get(
      here.idp.agree(begin.headers.get('location') ?? '', { sub: 'new', email: 'new@example.com' }).href,
    )
    expect(response.status).toBe(302)
    const owner = await userByAccount(here, 'second', 'new')
    expect(owner).toMatchObject({ email: 'new@example.com' })
    expect([(await userByAccount(here))?.id, (await userByAccount(here, 'idp', 'bob'))?.id]).not.toContain(
      owner?.id,
    )
  })

  // proves P-AL-5, §14 OAuthAccountNotLinked
  it('of one account by two users at once gives it to one of them', async () => {
    const here = setting({}, slow(memory()))
    const people = [
      { sub: 'ann', name: 'Ann', email: 'ann@example.com' },
      { sub: 'bob', name: 'Bob', email: 'bob@example.com' },
    ]
    const browsers = await Promise.all(people.map((person) => signedIn(here, person)))
    const shared = { sub: 'shared', name: 'Shared', email: 'shared@example.com' }
    const answers = await Promise.all(browsers.map((browser) => signIn(here, browser, shared, 'second')))
    expect(answers.map((answer) => answer.headers.get('location')).sort()).toEqual([
      `${ORIGIN}/after`,
      `${BASE}/signin?error=OAuthAccountNotLinked`,
    ])
  })

  // proves P-AL-3, §11.2 6, §14 OAuthAccountNotLinked
  it('refuses an account of another user', async () => {
    const here = setting()
    await signedIn(here, { ...ann, sub: 'bob', name: 'Bob', email: 'bob@example.com' })
    const browser = await signedIn(here)
    const response = await signIn(here, browser, { ...ann, sub: 'bob' })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-AL-2, §11.2 8, §14 OAuthAccountNotLinked
  it.each([
    ['not asked for', {}, true, new Date()],
    ['not verified by the provider', { allowDangerousEmailAccountLinking: true }, false, new Date()],
    [
      'no word about it from the provider',
      { allowDangerousEmailAccountLinking: true },
      undefined,
      new Date(),
    ],
    ['the word "true" instead of a yes', { allowDangerousEmailAccountLinking: true }, 'true', new Date()],
    ['not proved here', { allowDangerousEmailAccountLinking: true }, true, null],
  ])('by e-mail is refused: %s', async (_, options, email_verified, emailVerified) => {
    const here = await withNamesake(options, emailVerified)
    const browser = new Browser(here.app)
    const response = await signIn(here, browser, { ...ann, email_verified })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await session(browser)).toBeNull()
    expect(await userByAccount(here)).toBeNull()
  })

  // proves P-AL-2, §8.2 j, §11.2 8, §20 Q-9
  it('by e-mail works when it is asked for and proved on both sides', async () => {
    const here = await withNamesake({ allowDangerousEmailAccountLinking: true }, new Date())
    const browser = new Browser(here.app)
    await signIn(here, browser, { ...ann, email_verified: true })
    expect((await userByAccount(here))?.id).toBe('namesake')
    expect(here.told.map(([name]) => name)).toEqual(['linkAccount', 'signIn'])
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  async function withNamesake(options: object, emailVerified: Date | null): Promise<Setting> {
    const adapter = memory()
    await adapter.createUser?.({ id: 'namesake', name: 'Ann', email: 'ann@example.com', emailVerified })
    const here = setting({}, adapter)
    return { ...here, app: createApp({ ...here.app.config, providers: [oidcFor(here.idp, options)] }) }
  }
})

describe('a session in the database', () => {
  // proves GEN-6, SES-2, SES-4, SES-8, SES-9, P-SE-1, P-SE-2, §7.2 createSession
  // proves §7.2 getSessionAndUser, §11.2 a
  it('is found by a token that the database itself does not hold', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const token = tokenOf(browser)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(await here.adapter.getSessionAndUser?.(token)).toBeNull()
    const clear = setting({
      session: { hashToken: false, generateSessionToken: () => 'made by the application' },
    })
    await signedIn(clear)
    expect(await clear.adapter.getSessionAndUser?.('made by the application')).toMatchObject({
      user: { name: 'Ann' },
    })
  })

  // proves USR-6, CB-11, P-SE-7, P-IN-4, §13.2, §13.3, §20 Q-26
  it('shows name, e-mail and image, even when the callback returns what it is given', async () => {
    const given: unknown[] = []
    const here = setting({
      callbacks: {
        session: (params) => {
          given.push(params)
          return params.session
        },
      },
    })
    const shown = await session(await signedIn(here))
    expect(shown).toEqual({
      user: { name: 'Ann', email: 'ann@example.com', image: ann.picture },
      expires: expect.any(String),
    })
    expect(given).toEqual([{ session: shown, user: await userByAccount(here) }])
  })

  // proves SES-5, SES-6, LIM-2, §7.2 updateSession, §13 refreshed, §13.2 a
  it('writes nothing while it is fresh; after updateAge row and cookie end later', async () => {
    const here = setting()
    const browser = await signedIn(here)
    expect((await browser.get(`${BASE}/session`)).headers.getSetCookie()).toEqual([])
    vi.useFakeTimers({ now: Date.now() + (DAY + 1) * 1000, toFake: ['Date'] })
    const response = await browser.get(`${BASE}/session`)
    expect(response.headers.getSetCookie()).toHaveLength(1)
    const { expires } = (await response.json()) as { expires: string }
    expect(Date.parse(expires)).toBe(Date.now() + 30 * DAY * 1000)
    const caller = {
      headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }),
      canWrite: false,
    }
    expect((await createAuth(here.app.config).session(caller)).session?.expires).toBe(expires)
  })

  // proves SES-5, LIM-1, P-SE-5, P-SE-6, §7.2 deleteSession, §13 expired, §13.2
  it('ends with its time, and its row with it', async () => {
    const deleted: unknown[] = []
    const adapter = watched(memory(), (method, args) => method === 'deleteSession' && deleted.push(args))
    const browser = await signedIn(setting({ session: { maxAge: 60 } }, adapter))
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    expect(await session(browser)).toBeNull()
    expect(deleted).toHaveLength(1)
    expect(browser.cookies(ORIGIN)).toEqual([])
  })

  // proves P-SE-5
  it.each([
    ['no date', 'x'],
    ['nothing', undefined],
  ])('that ends at %s is over', async (_, expires) => {
    const base = memory()
    const adapter: Adapter = {
      ...base,
      getSessionAndUser: async (token) => {
        const found = await base.getSessionAndUser?.(token)
        return found ? { ...found, session: { ...found.session, expires: expires as unknown as Date } } : null
      },
    }
    expect(await session(await signedIn(setting({}, adapter)))).toBeNull()
  })

  // proves P-SE-3
  it('of the same browser is replaced by a new sign-in', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const stolen = new Browser(here.app)
    stolen.plant(ORIGIN, NAME, tokenOf(browser))
    await signIn(here, browser)
    expect(await session(browser)).not.toBeNull()
    expect(await session(stolen)).toBeNull()
  })

  // proves ST-11, EV-8, P-SE-4, §7.2 deleteSession, §13 ended, §13.5
  it('is over after signing out, also for who kept the cookie', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const kept = new Browser(here.app)
    kept.plant(ORIGIN, NAME, tokenOf(browser))
    await browser.post(`${BASE}/signout`)
    expect([await session(browser), await session(kept)]).toEqual([null, null])
    expect(here.told.at(-1)).toEqual([
      'signOut',
      { session: expect.objectContaining({ userId: (await userByAccount(here))?.id }) },
    ])
  })

  // proves CB-11, §13.2 b, §13.4
  it('is updated by the application’s own callback', async () => {
    const here = setting({
      callbacks: {
        session: ({ session, newSession, trigger }) => ({
          ...session,
          nickname: trigger === 'update' ? newSession.nickname : undefined,
        }),
      },
    })
    const browser = await signedIn(here)
    const headers = { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
    const response = await browser.send(`${BASE}/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { nickname: 'Annie' } }),
    })
    expect(await response.json()).toMatchObject({ nickname: 'Annie' })
  })

  it('takes one query to read', async () => {
    const asked: string[] = []
    const counting = watched(memory(), (method) => asked.push(method))
    const browser = await signedIn(setting({}, counting))
    asked.length = 0
    await session(browser)
    expect(asked).toEqual(['getSessionAndUser'])
  })
})

describe('a database that is down', () => {
  function failing(method: keyof Adapter): { adapter: Adapter; fail: () => void } {
    const base = memory()
    let isDown = false
    const inner = base[method] as (...args: unknown[]) => unknown
    const broken = (...args: unknown[]): unknown => {
      if (isDown) throw new Error('connection refused, password=hunter2')
      return inner(...args)
    }
    return {
      adapter: { ...base, [method]: broken },
      fail: () => {
        isDown = true
      },
    }
  }

  // proves P-SE-9, P-LG-3, §7.4 a, §13.2 c, §14 AdapterError
  it('signs nobody out', async () => {
    const { adapter, fail } = failing('getSessionAndUser')
    const here = setting({}, adapter)
    const browser = await signedIn(here)
    fail()
    const response = await browser.get(`${BASE}/session`)
    expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
    expect(await response.text()).not.toContain('hunter2')
    expect(here.app.errors).toEqual(['AdapterError'])
    const caller = { headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }) }
    await expect(createAuth(here.app.config).session(caller)).rejects.toMatchObject({
      type: 'AdapterError',
      cause: { method: 'getSessionAndUser' },
    })
  })

  // proves P-SE-9, §14 AdapterError
  it('lets nobody in', async () => {
    const { adapter, fail } = failing('createSession')
    const here = setting({}, adapter)
    fail()
    const browser = new Browser(here.app)
    expect((await signIn(here, browser)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
    expect(browser.cookies(ORIGIN).filter(({ name }) => name === NAME)).toEqual([])
  })

  // proves §7.5 a, §13.5, §14 SignOutError
  it('keeps nobody from signing out here', async () => {
    const { adapter, fail } = failing('deleteSession')
    const here = setting({}, adapter)
    const browser = await signedIn(here)
    fail()
    const response = await browser.post(`${BASE}/signout`)
    expect(response.status).toBe(302)
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(here.app.errors).toEqual(['SignOutError'])
  })
})
