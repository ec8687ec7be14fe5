import { watched } from '@latchkey/test-support/kit/adapter.ts'
import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { decode, encode } from 'latchkey/jwt'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const NAME = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60

afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

function update(browser: Browser, data: unknown): Promise<Response> {
  return browser.send(`${BASE}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ data }),
  })
}

const application = (config: Partial<AuthConfig> = {}): App => createApp({ store: memoryStore(), ...config })

describe('a cookie session after sign-out', () => {
  // proves DB-15
  it.each(['signs out', 'ends all sessions'])(
    'logs one line at the level debug when the user %s',
    async (how) => {
      const app = application()
      const browser = await signedIn(app)
      const copy = moveTo(app, browser)
      if (how === 'signs out') await browser.post(`${BASE}/signout`)
      else await createAuth(app.config).revokeSessions('ann')
      app.log.length = 0
      expect(await readSession(copy)).toBeNull()
      expect(app.log.filter(({ level }) => level !== 'debug')).toEqual([])
      expect(app.log.filter(({ entry }) => String(entry).includes('cookie'))).toEqual([
        {
          level: 'debug',
          entry: expect.stringMatching(
            /^A session cookie was removed: its session was ended before it expired/,
          ),
          details: [{ user: 'ann' }],
        },
      ])
    },
  )

  // proves P-SE-4
  it('is invalid for every copy of its cookie', async () => {
    const app = application()
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    await browser.post(`${BASE}/signout`)
    expect(await readSession(thief)).toBeNull()
    expect(thief.cookies(ORIGIN).map(({ name }) => name)).not.toContain(NAME)
  })

  // proves P-JW-6
  it.each([{}, { absoluteMaxAge: 90 * DAY }])(
    'is invalid for copies from before a renewal, with %o',
    async (options) => {
      const app = application({ session: options })
      const browser = await signedIn(app)
      const thief = moveTo(app, browser)
      later(DAY + 1)
      const renewed = await browser.get(`${BASE}/session`)
      expect(renewed.headers.getSetCookie()).toHaveLength(1)
      await browser.post(`${BASE}/signout`)
      expect(await readSession(thief)).toBeNull()
    },
  )

  // proves P-SE-3
  it('is invalid after another sign-in in the same browser', async () => {
    const app = application()
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    expect(await readSession(browser)).not.toBeNull()
    expect(await readSession(thief)).toBeNull()
  })

  // proves P-CC-4
  it('is not restored by a renewal that was in progress', async () => {
    let resume = (): void => {}
    const pause = new Promise<void>((resolve) => {
      resume = resolve
    })
    let isSlow = false
    const app = application({
      session: { updateAge: 0 },
      callbacks: {
        async jwt({ token }) {
          if (isSlow) await pause
          return token
        },
      },
    })
    const browser = await signedIn(app)
    const other = moveTo(app, browser)
    isSlow = true
    const reading = other.get(`${BASE}/session`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    isSlow = false
    await browser.post(`${BASE}/signout`)
    resume()
    const response = await reading
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie().filter((cookie) => !/Max-Age=0/.test(cookie))).toEqual([])
  })

  it('leaves other sessions of the user valid', async () => {
    const app = application()
    const [phone, laptop] = [await signedIn(app), await signedIn(app)]
    await phone.post(`${BASE}/signout`)
    expect(await readSession(laptop)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('is invalid in every process that shares the store', async () => {
    const store = memoryStore()
    const [first, second] = [application({ store }), application({ store })]
    const browser = await signedIn(first)
    const thief = moveTo(second, browser)
    expect(await readSession(thief)).not.toBeNull()
    await browser.post(`${BASE}/signout`)
    expect(await readSession(thief)).toBeNull()
  })

  // proves P-JW-6
  it('is invalid for copies of a renewed token with custom `jwt` functions', async () => {
    const secret = 'a secret of the application for its own tokens'
    const app = application({
      jwt: {
        encode: (params) => encode({ ...params, secret }),
        decode: (params) => decode({ ...params, secret }),
      },
      callbacks: { jwt: ({ token: { name, email, sub } }) => ({ name, email, sub }) },
    })
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    later(DAY + 1)
    expect((await browser.get(`${BASE}/session`)).headers.getSetCookie()).toHaveLength(1)
    await browser.post(`${BASE}/signout`)
    expect(await readSession(thief)).toBeNull()
  })

  // proves P-SE-4
  it('is invalid for every copy of a custom token without `jti`', async () => {
    const app = application({
      jwt: {
        encode: ({ token }) => Buffer.from(JSON.stringify(token)).toString('base64url'),
        decode: ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()),
      },
    })
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    expect(await readSession(thief)).not.toBeNull()
    await browser.post(`${BASE}/signout`)
    expect(await readSession(thief)).toBeNull()
  })

  // proves P-SE-8, P-JW-6
  it('is invalid even if a callback wrote another `jti` into its token', async () => {
    const app = application({
      callbacks: { jwt: ({ token, session: data }) => Object.assign(token, data) },
    })
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    await update(browser, { jti: 'another' })
    await browser.post(`${BASE}/signout`)
    expect(await readSession(thief)).toBeNull()
  })

  it('is deleted from the browser even if the store is down', async () => {
    const store = memoryStore()
    let isDown = false
    const app = application({
      store: {
        ...store,
        get(key) {
          if (isDown) throw new Error('refused')
          return store.get(key)
        },
      },
    })
    const browser = await signedIn(app)
    isDown = true
    await browser.post(`${BASE}/signout`)
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).not.toContain(NAME)
    expect(app.errors).toEqual(['SignOutError'])
  })

  // proves P-SE-9
  it('is neither ended nor valid while the store is down', async () => {
    const store = memoryStore()
    let isDown = false
    const app = application({
      store: {
        ...store,
        get(key) {
          if (isDown) throw new Error('refused')
          return store.get(key)
        },
      },
    })
    const browser = await signedIn(app)
    isDown = true
    const response = await browser.get(`${BASE}/session`)
    expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
      status: 500,
      cookies: [],
    })
    isDown = false
    expect(await readSession(browser)).not.toBeNull()
  })
})

describe('a session that the `jwt` callback ended', () => {
  const idp = createIdp()
  let isEnded = false
  const createEndingApp = (adapter = memory()): App =>
    application({
      adapter,
      session: { strategy: 'jwt' },
      providers: [oidcFor(idp)],
      callbacks: {
        jwt: ({ token, trigger }) => (isEnded && (!trigger || trigger === 'update') ? null : token),
      },
    })

  beforeEach(() => {
    isEnded = false
  })

  it.each(['read', 'updated'])('links no account to its user after it was %s', async (how) => {
    const adapter = memory()
    const app = createEndingApp(adapter)
    const browser = new Browser(app)
    await signInAt(idp, browser, { claims: { sub: 'ann', email: 'ann@example.com' } })
    const thief = moveTo(app, browser)
    isEnded = true
    const response = how === 'read' ? await browser.get(`${BASE}/session`) : await update(browser, {})
    expect(await response.json()).toBeNull()
    await signInAt(idp, thief, { claims: { sub: 'thief', email: 'thief@example.com' } })
    const toUser = (id: string) => adapter.getUserByAccount?.({ provider: 'idp', providerAccountId: id })
    const [ann, owner] = [await toUser('ann'), await toUser('thief')]
    expect(owner?.id).toBeDefined()
    expect(owner?.id).not.toBe(ann?.id)
  })
})

describe.each(['jwt', 'database'] as const)('`revokeSessions` with the strategy %s', (strategy) => {
  const idp = createIdp()
  const createStrategyApp = (): App =>
    application({ adapter: memory(), session: { strategy }, providers: [oidcFor(idp), passwordProvider] })

  async function signInAs(app: App, user = 'ann'): Promise<Browser> {
    const browser = new Browser(app)
    await signInAt(idp, browser, { claims: { sub: user, email: `${user}@example.com` } })
    return browser
  }

  const findId = async (app: App, providerAccountId: string): Promise<string> =>
    (await app.config.adapter?.getUserByAccount?.({ provider: 'idp', providerAccountId }))?.id ?? ''

  // proves P-SE-10
  it('ends all sessions of a user, and no session of another user', async () => {
    const app = createStrategyApp()
    const [phone, laptop, other] = [await signInAs(app), await signInAs(app), await signInAs(app, 'ben')]
    await createAuth(app.config).revokeSessions(await findId(app, 'ann'))
    expect({ phone: await readSession(phone), laptop: await readSession(laptop) }).toEqual({
      phone: null,
      laptop: null,
    })
    expect(await readSession(other)).toMatchObject({ user: { email: 'ben@example.com' } })
  })

  it('allows a new sign-in in the same second, and the renewals of its session', async () => {
    const app = createStrategyApp()
    await signInAs(app)
    await createAuth(app.config).revokeSessions(await findId(app, 'ann'))
    const browser = await signInAs(app)
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    await browser.post(`${BASE}/session`, { data: 'anything' })
    expect(await readSession(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  it('ends a session that was created between two calls in one second', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
    const app = createStrategyApp()
    const auth = createAuth(app.config)
    await signInAs(app)
    const ann = await findId(app, 'ann')
    await auth.revokeSessions(ann)
    const between = await signInAs(app)
    await auth.revokeSessions(ann)
    expect(await readSession(between)).toBeNull()
    expect(await readSession(await signInAs(app))).not.toBeNull()
  })
})

it('`revokeSessions` throws when the adapter lacks deleteSessionsByUserId', async () => {
  const { deleteSessionsByUserId: _, ...adapter } = memory()
  const auth = createAuth(application({ adapter }).config)
  await expect(auth.revokeSessions('ann')).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
})

it('`revokeSessions` throws with an invalid configuration', async () => {
  const auth = createAuth({ ...createApp().config, session: { maxAge: -1 } })
  await expect(auth.revokeSessions('ann')).rejects.toMatchObject({ type: 'InvalidOption' })
})

describe.each(['jwt', 'database'] as const)('`absoluteMaxAge` with the strategy %s', (strategy) => {
  const idp = createIdp()
  const adapter = memory()

  async function signInWith(options: AuthConfig['session'] = {}): Promise<Browser> {
    const app = application({ adapter, session: { strategy, ...options }, providers: [oidcFor(idp)] })
    const browser = new Browser(app)
    await signInAt(idp, browser, { claims: { sub: 'ann', email: 'ann@example.com' } })
    return browser
  }

  // proves P-SE-5
  it('ends a session even if it is in use', async () => {
    const browser = await signInWith({ absoluteMaxAge: 50 * DAY })
    for (let day = 10; day < 50; day += 10) {
      later(10 * DAY)
      expect(await readSession(browser)).not.toBeNull()
    }
    later(10 * DAY + 1)
    expect(await readSession(browser)).toBeNull()
  })

  it('limits `expires` of the session and of the cookie', async () => {
    const browser = await signInWith({ absoluteMaxAge: 35 * DAY })
    const start = Date.now()
    later(20 * DAY)
    const { expires } = (await readSession(browser)) as { expires: string }
    expect(Math.abs(Date.parse(expires) - start - 35 * DAY * 1000)).toBeLessThan(5000)
    const cookie = browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.header ?? ''
    expect(
      Math.abs(Date.parse(/Expires=([^;]*)/.exec(cookie)?.[1] ?? '') - start - 35 * DAY * 1000),
    ).toBeLessThan(5000)
  })

  it('limits a new session that would live longer', async () => {
    const browser = await signInWith({ absoluteMaxAge: DAY })
    const { expires } = (await readSession(browser)) as { expires: string }
    expect(Math.abs(Date.parse(expires) - Date.now() - DAY * 1000)).toBeLessThan(5000)
  })

  it('ends existing sessions that are older than a lowered limit', async () => {
    const before = await signInWith({ absoluteMaxAge: 50 * DAY })
    const app = application({
      adapter,
      session: { strategy, absoluteMaxAge: 5 * DAY },
      providers: [oidcFor(idp)],
    })
    const browser = moveTo(app, before)
    expect(await readSession(browser)).not.toBeNull()
    later(6 * DAY)
    expect(await readSession(browser)).toBeNull()
  })

  it('is not extended by a start time that is appended to the cookie', async () => {
    const browser = await signInWith({ absoluteMaxAge: 10 * DAY })
    const value = browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.value ?? ''
    browser.plant(ORIGIN, NAME, `${value}.9999999999`)
    expect(await readSession(browser)).toBeNull()
  })

  it('applies to existing sessions from the moment when it is set', async () => {
    const before = await signInWith()
    const app = application({
      adapter,
      session: { strategy, absoluteMaxAge: 50 * DAY },
      providers: [oidcFor(idp)],
    })
    const browser = moveTo(app, before)
    later(20 * DAY)
    expect(await readSession(browser)).not.toBeNull()
    for (let day = 0; day < 60; day += 10) {
      later(10 * DAY)
      await readSession(browser)
    }
    expect(await readSession(browser)).toBeNull()
  })
})

describe.each(['jwt', 'database'] as const)('`absoluteMaxAge` as a function: %s', (strategy) => {
  const HOUR = 60 * 60
  const chosen: NonNullable<AuthConfig['session']>['absoluteMaxAge'] = ({ user }) =>
    (user as { remember?: unknown }).remember === 'on' ? undefined : 8 * HOUR

  function choose(absoluteMaxAge: unknown = chosen): App {
    const adapter = memory()
    return application({
      adapter,
      session: { strategy, absoluteMaxAge: absoluteMaxAge as typeof chosen },
      providers: [
        Credentials({
          credentials: { remember: { type: 'checkbox' } },
          async authorize({ remember }) {
            const email = 'ann@example.com'
            const user = { id: 'ann', name: 'Ann', email, emailVerified: null }
            const stored = (await adapter.getUserByEmail(email)) ?? (await adapter.createUser(user))
            return { ...stored, remember }
          },
        }),
      ],
    })
  }

  async function signedInWith(remember: string, app = choose()): Promise<Browser> {
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { remember })
    return browser
  }

  // proves P-SE-5
  it('ends a session at the time that its sign-in chose, even if it is in use', async () => {
    const browser = await signedInWith('off')
    for (let hour = 0; hour < 7; hour += 1) {
      later(HOUR)
      await update(browser, { session_end: 99_999_999_999 })
      expect(await readSession(browser)).not.toBeNull()
    }
    later(HOUR + 1)
    expect(await readSession(browser)).toBeNull()
  })

  it('limits `expires` of the session and of the cookie', async () => {
    const browser = await signedInWith('off')
    const { expires } = (await readSession(browser)) as { expires: string }
    const cookie = browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.header ?? ''
    for (const time of [expires, /Expires=([^;]*)/.exec(cookie)?.[1] ?? ''])
      expect(Math.abs(Date.parse(time) - Date.now() - 8 * HOUR * 1000)).toBeLessThan(5000)
  })

  it('renews a session without a maximum as long as it is used', async () => {
    const browser = await signedInWith('on')
    for (let day = 0; day < 100; day += 20) {
      later(20 * DAY)
      expect(await readSession(browser)).not.toBeNull()
    }
  })

  it('keeps the maximum of each session when others sign in', async () => {
    const app = choose()
    const [short, long] = [await signedInWith('off', app), await signedInWith('on', app)]
    later(8 * HOUR + 1)
    expect([await readSession(short), await readSession(long)]).toEqual([null, expect.anything()])
  })

  it('is not extended by an end that is appended to the cookie', async () => {
    const browser = await signedInWith('off')
    const value = browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.value ?? ''
    browser.plant(ORIGIN, NAME, `${value.replace(/-\d+$/, '')}-9999999999`)
    expect(await readSession(browser)).toBeNull()
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
      /threw/,
    ],
    ['returns 0', () => 0, /did not return a number of seconds/],
    ['returns a text', () => '8h', /did not return a number of seconds/],
    ['returns null', () => null, /did not return a number of seconds/],
  ])('signs no user in if it %s', async (_, choice, message) => {
    const app = choose(choice)
    const browser = await signedInWith('off', app)
    expect(await readSession(browser)).toBeNull()
    expect(String(app.log.find(({ level }) => level === 'error')?.entry)).toMatch(message)
  })
})

// proves P-SE-5, P-SE-8
it('`absoluteMaxAge` ignores a start time that a callback writes into the token', async () => {
  const app = application({
    session: { absoluteMaxAge: 35 * DAY },
    callbacks: { jwt: ({ token, session: data }) => Object.assign(token, data) },
  })
  const browser = await signedIn(app)
  await update(browser, { auth_time: 99_999_999_999 })
  later(20 * DAY)
  expect(await readSession(browser)).not.toBeNull()
  later(16 * DAY)
  expect(await readSession(browser)).toBeNull()
})

it('`revokeSessions` allows a new sign-in in the same second with an id that a callback sets', async () => {
  const app = application({
    callbacks: { jwt: ({ token, user }) => (user ? { ...token, sub: 'ann in the database' } : token) },
  })
  await createAuth(app.config).revokeSessions('ann in the database')
  expect(await readSession(await signedIn(app))).toMatchObject({ user: { name: 'Ann' } })
})

describe('a failed sign-in of a signed-in user', () => {
  // proves P-SE-9
  it('keeps the session in the cookie', async () => {
    let isBroken = false
    const app = application({
      callbacks: {
        jwt({ token, trigger }) {
          if (isBroken && trigger === 'signIn') throw new Error('out of order')
          return token
        },
      },
    })
    const browser = await signedIn(app)
    isBroken = true
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    expect(app.errors).toEqual(['SessionError'])
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-SE-9
  it('keeps the session in the database', async () => {
    const idp = createIdp()
    let isBroken = false
    const adapter = watched(memory(), (method) => {
      if (isBroken && method === 'createSession') throw new Error('out of order')
    })
    const app = application({ adapter, providers: [oidcFor(idp)] })
    const browser = new Browser(app)
    await signInAt(idp, browser)
    isBroken = true
    await signInAt(idp, browser)
    expect(app.errors).toEqual(['AdapterError'])
    expect(await readSession(browser)).not.toBeNull()
  })
})

// proves P-HT-1
it('a database session is not renewed by HEAD', async () => {
  const called: string[] = []
  const idp = createIdp()
  const app = application({
    adapter: watched(memory(), (method) => called.push(method)),
    providers: [oidcFor(idp)],
  })
  const browser = new Browser(app)
  await signInAt(idp, browser)
  later(2 * DAY)
  await browser.send(`${BASE}/session`, { method: 'HEAD' })
  expect(called).not.toContain('updateSession')
  await browser.get(`${BASE}/session`)
  expect(called).toContain('updateSession')
})

it('a database session that ends at `absoluteMaxAge` is not written again', async () => {
  const written: string[] = []
  const idp = createIdp()
  const app = application({
    adapter: watched(memory(), (method) => written.push(method)),
    session: { absoluteMaxAge: 35 * DAY },
    providers: [oidcFor(idp)],
  })
  const browser = new Browser(app)
  await signInAt(idp, browser, { claims: { sub: 'ann', email: 'ann@example.com' } })
  later(20 * DAY)
  for (let count = 0; count < 3; count++) await readSession(browser)
  expect(written.filter((method) => method === 'updateSession')).toHaveLength(1)
})
