import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  ann,
  readToken,
  SESSION_COOKIE,
  setUp,
  signedIn,
  signIn,
  userByAccount,
} from '@latchkey/test-support/kit/database.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type Cookie, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

const DAY = 24 * 60 * 60

afterEach(() => {
  vi.useRealTimers()
})

describe('a session in the database', () => {
  // proves GEN-6, SES-2, SES-4, SES-8, SES-9, P-SE-1, P-SE-2, §7.2 createSession
  // proves §7.2 getSessionAndUser, §11.2 a
  it('is stored under a hash of its token, or under the token with `hashToken: false`', async () => {
    const setup = setUp()
    const browser = await signedIn(setup)
    const token = readToken(browser)
    expect(token).toMatch(/^[0-9a-f]{64}\.\d{10}$/)
    expect(await setup.adapter.getSessionAndUser?.(token)).toBeNull()
    const plaintext = setUp({
      session: { hashToken: false, generateSessionToken: () => 'made by the application' },
    })
    await signedIn(plaintext)
    expect(await plaintext.adapter.getSessionAndUser?.('made by the application')).toMatchObject({
      user: { name: 'Ann' },
    })
  })

  // proves P-SE-7, P-IN-4, §13.3
  it('contains name, e-mail address and image without a callback', async () => {
    expect(await readSession(await signedIn(setUp()))).toEqual({
      user: { name: 'Ann', email: 'ann@example.com', image: ann.picture },
      expires: expect.any(String),
    })
  })

  // proves SES-5, SES-6, LIM-2, §7.2 updateSession, §13 refreshed, §13.2 a
  it('is renewed after `updateAge`, in the database and in the cookie, and not before', async () => {
    const setup = setUp()
    const browser = await signedIn(setup)
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
    expect((await createAuth(setup.app.config).session(caller)).session?.expires).toBe(expires)
  })

  // proves SES-5, TOK-1
  it('is renewed by `currentUser` where it can set cookies, without another look-up', async () => {
    const methods: string[] = []
    const setup = setUp(
      {},
      watched(memory(), (method) => methods.push(method)),
    )
    const browser = await signedIn(setup)
    const auth = createAuth(setup.app.config)
    const written: Cookie[] = []
    const readUser = async (write?: (cookies: readonly Cookie[]) => void): Promise<object> => {
      methods.length = 0
      written.length = 0
      const headers = { host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }
      const user = await auth.currentUser(new Request(`${ORIGIN}/page`, { headers }), write)
      return { isSignedIn: user !== null, methods: [...methods], cookies: written.map(({ name }) => name) }
    }
    const read = { isSignedIn: true, methods: ['getSessionAndUser'], cookies: [] }
    const write = (cookies: readonly Cookie[]): void => void written.push(...cookies)
    expect(await readUser(write)).toEqual(read)
    vi.useFakeTimers({ now: Date.now() + (DAY + 1) * 1000, toFake: ['Date'] })
    expect(await readUser()).toEqual(read)
    const renewed = await readUser(write)
    expect(renewed).toMatchObject({ isSignedIn: true, cookies: [SESSION_COOKIE] })
    expect(written[0]).toMatchObject({ value: readToken(browser), options: { expires: expect.any(Date) } })
    expect(written[0]?.options.expires?.getTime()).toBe(Date.now() + 30 * DAY * 1000)
    expect(await readUser(write)).toEqual(read)
    // Longer after the sign-in than a session lasts that is not renewed.
    vi.useFakeTimers({ now: Date.now() + 29.5 * DAY * 1000, toFake: ['Date'] })
    expect(await readUser()).toEqual(read)
  })

  // proves SES-5, TOK-1
  it('returns no user if it ends while `currentUser` renews it', async () => {
    const base = memory()
    let reads = 0
    const adapter: Adapter = {
      ...base,
      getSessionAndUser: async (token) =>
        reads++ === 0 ? ((await base.getSessionAndUser?.(token)) ?? null) : null,
      updateSession: async () => null,
    }
    const setup = setUp({ session: { updateAge: 0 } }, adapter)
    const browser = await signedIn(setup)
    const headers = { host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }
    const written: Cookie[] = []
    const write = (cookies: readonly Cookie[]): void => void written.push(...cookies)
    const request = new Request(`${ORIGIN}/page`, { headers })
    expect(await createAuth(setup.app.config).currentUser(request, write)).toBeNull()
    expect(written).toEqual([])
  })

  // proves SES-5, LIM-1, P-SE-5, P-SE-6, §7.2 deleteSession, §13 expired, §13.2
  it('expires after `maxAge`, and is deleted from the database', async () => {
    const deleted: unknown[] = []
    const adapter = watched(memory(), (method, args) => method === 'deleteSession' && deleted.push(args))
    const browser = await signedIn(setUp({ session: { maxAge: 60 } }, adapter))
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    expect(await readSession(browser)).toBeNull()
    expect(deleted).toHaveLength(1)
    expect(browser.cookies(ORIGIN)).toEqual([])
  })

  // proves P-SE-5
  it.each(['x', undefined])('is not valid when its `expires` is %s', async (expires) => {
    const base = memory()
    const adapter: Adapter = {
      ...base,
      getSessionAndUser: async (token) => {
        const found = await base.getSessionAndUser?.(token)
        return found ? { ...found, session: { ...found.session, expires: expires as unknown as Date } } : null
      },
    }
    expect(await readSession(await signedIn(setUp({}, adapter)))).toBeNull()
  })

  // proves P-SE-3
  it('is replaced by a new sign-in in the same browser', async () => {
    const setup = setUp()
    const browser = await signedIn(setup)
    const stolen = new Browser(setup.app)
    stolen.plant(ORIGIN, SESSION_COOKIE, readToken(browser))
    await signIn(setup, browser)
    expect(await readSession(browser)).not.toBeNull()
    expect(await readSession(stolen)).toBeNull()
  })

  // proves ST-11, EV-8, P-SE-4, §7.2 deleteSession, §13 ended, §13.5
  it('ends at sign-out, even for a copy of the cookie', async () => {
    const setup = setUp()
    const browser = await signedIn(setup)
    const copy = new Browser(setup.app)
    copy.plant(ORIGIN, SESSION_COOKIE, readToken(browser))
    await browser.post(`${BASE}/signout`)
    expect({ original: await readSession(browser), copy: await readSession(copy) }).toEqual({
      original: null,
      copy: null,
    })
    expect(setup.events.at(-1)).toEqual({
      name: 'signOut',
      message: {
        session: expect.objectContaining({ userId: (await userByAccount(setup))?.id }),
        by: 'user',
      },
    })
  })

  // proves CB-11, §13.2 b, §13.4
  it('is updated by the session callback', async () => {
    const setup = setUp({
      callbacks: {
        session: ({ session, newSession, trigger }) => ({
          ...session,
          nickname: trigger === 'update' ? newSession.nickname : undefined,
        }),
      },
    })
    const browser = await signedIn(setup)
    const headers = { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
    const response = await browser.send(`${BASE}/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { nickname: 'Annie' } }),
    })
    expect(await response.json()).toMatchObject({ nickname: 'Annie' })
  })

  it('is read with one query', async () => {
    const calls: string[] = []
    const counting = watched(memory(), (method) => calls.push(method))
    const browser = await signedIn(setUp({}, counting))
    calls.length = 0
    await readSession(browser)
    expect(calls).toEqual(['getSessionAndUser'])
  })
})
