import { type AuthConfig, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { decode, encode } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watched } from '../kit/adapter.ts'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { moveTo, signedIn } from '../kit/session.ts'
import { signInAt } from '../kit/sign-in.ts'

const NAME = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60

afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

function update(browser: Browser, data: unknown): Promise<Response> {
  return browser.send(`${BASE}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ data }),
  })
}

const application = (config: Partial<AuthConfig> = {}): App => createApp({ store: memoryStore(), ...config })

describe('a session in a cookie that is over', () => {
  // proves P-SE-4
  it('is over for every copy of its cookie', async () => {
    const app = application()
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    await browser.post(`${BASE}/signout`)
    expect(await session(thief)).toBeNull()
    expect(thief.cookies(ORIGIN).map(({ name }) => name)).not.toContain(NAME)
  })

  // proves P-JW-6
  it.each([{}, { absoluteMaxAge: 90 * DAY }])(
    'is over for the copies from before it was renewed, with %o',
    async (options) => {
      const app = application({ session: options })
      const browser = await signedIn(app)
      const thief = moveTo(app, browser)
      later(DAY + 1)
      const renewed = await browser.get(`${BASE}/session`)
      expect(renewed.headers.getSetCookie()).toHaveLength(1)
      await browser.post(`${BASE}/signout`)
      expect(await session(thief)).toBeNull()
    },
  )

  // proves P-SE-3
  it('is over when somebody signs in instead', async () => {
    const app = application()
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
    expect(await session(browser)).not.toBeNull()
    expect(await session(thief)).toBeNull()
  })

  // proves P-CC-4
  it('does not come back by a renewal that was under way', async () => {
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

  it('ends no other session of the user', async () => {
    const app = application()
    const [phone, laptop] = [await signedIn(app), await signedIn(app)]
    await phone.post(`${BASE}/signout`)
    expect(await session(laptop)).toMatchObject({ user: { name: 'Ann' } })
  })

  it('is over in every process that shares the store', async () => {
    const store = memoryStore()
    const [here, there] = [application({ store }), application({ store })]
    const browser = await signedIn(here)
    const thief = moveTo(there, browser)
    expect(await session(thief)).not.toBeNull()
    await browser.post(`${BASE}/signout`)
    expect(await session(thief)).toBeNull()
  })

  // proves P-JW-6
  it('is over for the copies of a token that the application writes itself', async () => {
    const secret = 'a secret that the application has beside ours'
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
    expect(await session(thief)).toBeNull()
  })

  // proves P-SE-4
  it('is over for every copy, also when the application signs its tokens itself and gives them no `jti`', async () => {
    const app = application({
      jwt: {
        encode: ({ token }) => Buffer.from(JSON.stringify(token)).toString('base64url'),
        decode: ({ token = '' }) => JSON.parse(Buffer.from(token, 'base64url').toString()),
      },
    })
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    expect(await session(thief)).not.toBeNull()
    await browser.post(`${BASE}/signout`)
    expect(await session(thief)).toBeNull()
  })

  // proves P-SE-8, P-JW-6
  it('is over although a callback wrote another `jti` into the token that it is given', async () => {
    const app = application({
      callbacks: { jwt: ({ token, session: given }) => Object.assign(token, given) },
    })
    const browser = await signedIn(app)
    const thief = moveTo(app, browser)
    await update(browser, { jti: 'another' })
    await browser.post(`${BASE}/signout`)
    expect(await session(thief)).toBeNull()
  })

  it('is gone from the browser although the store is down', async () => {
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
    expect(app.errors).toEqual(['StoreError'])
  })

  // proves P-SE-9
  it('is neither over nor valid while the store cannot tell', async () => {
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
    expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
    isDown = false
    expect(await session(browser)).not.toBeNull()
  })
})

describe('a session that the `jwt` callback ended', () => {
  const idp = createIdp()
  let isEnded = false
  const setting = (adapter = memory()): App =>
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

  it.each(['read', 'updated'])('links no account to its user, once it was %s', async (how) => {
    const adapter = memory()
    const app = setting(adapter)
    const browser = new Browser(app)
    await signInAt(idp, browser, { claims: { sub: 'ann', email: 'ann@example.com' } })
    const thief = moveTo(app, browser)
    isEnded = true
    const answer = how === 'read' ? await browser.get(`${BASE}/session`) : await update(browser, {})
    expect(await answer.json()).toBeNull()
    await signInAt(idp, thief, { claims: { sub: 'thief', email: 'thief@example.com' } })
    const userOf = (id: string) => adapter.getUserByAccount?.({ provider: 'idp', providerAccountId: id })
    const [ann, owner] = [await userOf('ann'), await userOf('thief')]
    expect(owner?.id).toBeDefined()
    expect(owner?.id).not.toBe(ann?.id)
  })
})

describe.each(['jwt', 'database'] as const)('all sessions of a user, with the strategy %s', (strategy) => {
  const idp = createIdp()
  const setting = (): App =>
    application({ adapter: memory(), session: { strategy }, providers: [oidcFor(idp), passwordProvider] })

  async function arrive(app: App, person = 'ann'): Promise<Browser> {
    const browser = new Browser(app)
    const begin = await browser.post(`${BASE}/signin/idp`)
    await browser.get(
      idp.agree(begin.headers.get('location') ?? '', { sub: person, email: `${person}@example.com` }).href,
    )
    return browser
  }

  const idOf = async (app: App, providerAccountId: string): Promise<string> =>
    (await app.config.adapter?.getUserByAccount?.({ provider: 'idp', providerAccountId }))?.id ?? ''

  // proves P-SE-10
  it('are over at once, and nobody else’s', async () => {
    const app = setting()
    const [phone, laptop, other] = [await arrive(app), await arrive(app), await arrive(app, 'ben')]
    await createAuth(app.config).revokeSessions(await idOf(app, 'ann'))
    expect([await session(phone), await session(laptop)]).toEqual([null, null])
    expect(await session(other)).toMatchObject({ user: { email: 'ben@example.com' } })
  })

  it('do not hinder who signs in again in the same second, nor the renewals of that session', async () => {
    const app = setting()
    await arrive(app)
    await createAuth(app.config).revokeSessions(await idOf(app, 'ann'))
    const back = await arrive(app)
    expect(await session(back)).toMatchObject({ user: { email: 'ann@example.com' } })
    await back.post(`${BASE}/session`, { data: 'anything' })
    expect(await session(back)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  it('are over for who signed in between two calls in one second', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
    const app = setting()
    const auth = createAuth(app.config)
    await arrive(app)
    const ann = await idOf(app, 'ann')
    await auth.revokeSessions(ann)
    const between = await arrive(app)
    await auth.revokeSessions(ann)
    expect(await session(between)).toBeNull()
    expect(await session(await arrive(app))).not.toBeNull()
  })
})

it('sessions in a database that cannot end those of one user are told so', async () => {
  const { deleteSessionsByUserId: _, ...adapter } = memory()
  const auth = createAuth(application({ adapter }).config)
  await expect(auth.revokeSessions('ann')).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
})

it('with a configuration that cannot be used no session is ended, and it is said', async () => {
  const auth = createAuth({ ...createApp().config, session: { maxAge: -1 } })
  await expect(auth.revokeSessions('ann')).rejects.toMatchObject({ type: 'InvalidOption' })
})

describe.each(['jwt', 'database'] as const)(
  'a session that may get no older, with the strategy %s',
  (strategy) => {
    const idp = createIdp()
    const adapter = memory()

    async function arrive(options: AuthConfig['session'] = {}): Promise<Browser> {
      const app = application({ adapter, session: { strategy, ...options }, providers: [oidcFor(idp)] })
      const browser = new Browser(app)
      const begin = await browser.post(`${BASE}/signin/idp`)
      await browser.get(
        idp.agree(begin.headers.get('location') ?? '', { sub: 'ann', email: 'ann@example.com' }).href,
      )
      return browser
    }

    // proves P-SE-5
    it('ends in spite of use', async () => {
      const browser = await arrive({ absoluteMaxAge: 50 * DAY })
      for (let day = 10; day < 50; day += 10) {
        later(10 * DAY)
        expect(await session(browser)).not.toBeNull()
      }
      later(10 * DAY + 1)
      expect(await session(browser)).toBeNull()
    })

    it('says when', async () => {
      const browser = await arrive({ absoluteMaxAge: 35 * DAY })
      const begun = Date.now()
      later(20 * DAY)
      const { expires } = (await session(browser)) as { expires: string }
      expect(Math.abs(Date.parse(expires) - begun - 35 * DAY * 1000)).toBeLessThan(5000)
      const cookie = browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.header ?? ''
      expect(
        Math.abs(Date.parse(/Expires=([^;]*)/.exec(cookie)?.[1] ?? '') - begun - 35 * DAY * 1000),
      ).toBeLessThan(5000)
    })

    it('is as short from the beginning as the limit', async () => {
      const browser = await arrive({ absoluteMaxAge: DAY })
      const { expires } = (await session(browser)) as { expires: string }
      expect(Math.abs(Date.parse(expires) - Date.now() - DAY * 1000)).toBeLessThan(5000)
    })

    it('ends at once when the limit is lowered below its age', async () => {
      const before = await arrive({ absoluteMaxAge: 50 * DAY })
      const app = application({
        adapter,
        session: { strategy, absoluteMaxAge: 5 * DAY },
        providers: [oidcFor(idp)],
      })
      const browser = moveTo(app, before)
      expect(await session(browser)).not.toBeNull()
      later(6 * DAY)
      expect(await session(browser)).toBeNull()
    })

    it('is not extended by a beginning that somebody writes into the cookie', async () => {
      const browser = await arrive({ absoluteMaxAge: 10 * DAY })
      const value = browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.value ?? ''
      browser.plant(ORIGIN, NAME, `${value}.9999999999`)
      expect(await session(browser)).toBeNull()
    })

    it('lives on when the limit is set later, but not for ever', async () => {
      const before = await arrive()
      const app = application({
        adapter,
        session: { strategy, absoluteMaxAge: 50 * DAY },
        providers: [oidcFor(idp)],
      })
      const browser = moveTo(app, before)
      later(20 * DAY)
      expect(await session(browser)).not.toBeNull()
      for (let day = 0; day < 60; day += 10) {
        later(10 * DAY)
        await session(browser)
      }
      expect(await session(browser)).toBeNull()
    })
  },
)

// proves P-SE-5, P-SE-8
it('a session that may get no older is not extended by a beginning that a callback writes into its token', async () => {
  const app = application({
    session: { absoluteMaxAge: 35 * DAY },
    callbacks: { jwt: ({ token, session: given }) => Object.assign(token, given) },
  })
  const browser = await signedIn(app)
  await update(browser, { auth_time: 99_999_999_999 })
  later(20 * DAY)
  expect(await session(browser)).not.toBeNull()
  later(16 * DAY)
  expect(await session(browser)).toBeNull()
})

it('who signs in again in the second in which all sessions were ended is in, also by an id that a callback sets', async () => {
  const app = application({
    callbacks: { jwt: ({ token, user }) => (user ? { ...token, sub: 'ann in the database' } : token) },
  })
  await createAuth(app.config).revokeSessions('ann in the database')
  expect(await session(await signedIn(app))).toMatchObject({ user: { name: 'Ann' } })
})

describe('a sign-in that fails where somebody is signed in', () => {
  // proves P-SE-9
  it('leaves their session in a cookie as it was', async () => {
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
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-SE-9
  it('leaves their session in a database as it was', async () => {
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
    expect(await session(browser)).not.toBeNull()
  })
})

// proves P-HT-1
it('a session in a database is not extended by HEAD', async () => {
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

it('a session in a database whose end cannot be moved is not written again', async () => {
  const written: string[] = []
  const idp = createIdp()
  const app = application({
    adapter: watched(memory(), (method) => written.push(method)),
    session: { absoluteMaxAge: 35 * DAY },
    providers: [oidcFor(idp)],
  })
  const browser = new Browser(app)
  const begin = await browser.post(`${BASE}/signin/idp`)
  await browser.get(
    idp.agree(begin.headers.get('location') ?? '', { sub: 'ann', email: 'ann@example.com' }).href,
  )
  later(20 * DAY)
  for (let count = 0; count < 3; count++) await session(browser)
  expect(written.filter((method) => method === 'updateSession')).toHaveLength(1)
})
