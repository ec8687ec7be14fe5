import { BASE, createApp, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { createAuth } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

const NAME = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

afterEach(() => {
  vi.useRealTimers()
})

describe('reading a session', () => {
  // proves EP-4, §3 GET /session, §13 none, §13.1
  it('returns null without a session', async () => {
    const response = await new Browser(createApp()).get(`${BASE}/session`)
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves SES-10, CB-14, AUTHN-18, P-SE-7, P-PG-5, P-HT-3, §2.8 a, §3 GET /session, §13.3
  it('returns name, e-mail address and image, and nothing else from the token', async () => {
    const browser = await signedIn(createApp())
    const response = await browser.get(`${BASE}/session`)
    expect(await response.json()).toEqual({
      user: { name: 'Ann', email: 'ann@example.com' },
      expires: expect.any(String),
    })
    expect(response.headers.get('cache-control')).toBe('private, no-cache, no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  // proves §13.1 c
  it('sets no cookie until the session is due for renewal', async () => {
    const browser = await signedIn(createApp())
    expect((await browser.get(`${BASE}/session`)).headers.getSetCookie()).toEqual([])
  })

  // proves SES-6, LIM-2, §13 refreshed, §13.1 c
  it('renews the session after `updateAge`', async () => {
    const browser = await signedIn(createApp())
    later(DAY + 1)
    const response = await browser.get(`${BASE}/session`)
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining(`${NAME}=`)])
    const { expires } = (await response.json()) as { expires: string }
    expect(Date.parse(expires) / 1000).toBe(Math.floor(Date.now() / 1000) + 30 * DAY)
  })

  // proves SES-7, LIM-2, §13.1 c
  it('renews the session on every read with `updateAge: 0`', async () => {
    const browser = await signedIn(createApp({ session: { updateAge: 0 } }))
    expect((await browser.get(`${BASE}/session`)).headers.getSetCookie()).toHaveLength(1)
  })

  // proves CB-8, CB-9, §13.1 c
  it('sets a new cookie only when the jwt callback changes the token', async () => {
    const counting = createApp({
      callbacks: { jwt: ({ token }) => ({ ...token, count: Number(token.count ?? 0) + 1 }) },
    })
    const unchanged = createApp({ callbacks: { jwt: ({ token }) => ({ ...token }) } })
    expect((await (await signedIn(counting)).get(`${BASE}/session`)).headers.getSetCookie()).toHaveLength(1)
    expect((await (await signedIn(unchanged)).get(`${BASE}/session`)).headers.getSetCookie()).toEqual([])
  })

  // proves SES-5, LIM-1, P-JW-3, P-SE-6, §4.2 b, §13 expired, §13.1 a, §14 JWTSessionError
  it('returns null after `maxAge` and deletes the cookie', async () => {
    const app = createApp({ session: { maxAge: 60 } })
    const browser = await signedIn(app)
    later(61)
    const response = await browser.get(`${BASE}/session`)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^${NAME}=; Max-Age=0; Path=/; HttpOnly; Secure`)),
    ])
    expect(app.errors).toEqual(['JWTSessionError'])
  })

  // proves SES-5, §13 refreshed
  it('keeps a session with a short `maxAge` alive while it is used', async () => {
    const browser = await signedIn(createApp({ session: { maxAge: 3600 } }))
    for (let count = 0; count < 5; count++) {
      later(2000)
      expect(await (await browser.get(`${BASE}/session`)).json()).not.toBeNull()
    }
  })

  // proves P-JW-3, SES-5
  it('returns null when `maxAge` is lowered below the age of the session', async () => {
    const browser = await signedIn(createApp())
    const strict = moveTo(createApp({ session: { maxAge: 10 } }), browser)
    later(30)
    expect(await (await strict.get(`${BASE}/session`)).json()).toBeNull()
  })

  const damaged: [string, (value: string) => string][] = [
    ['truncated', (value) => value.slice(0, -4)],
    ['modified', (value) => value.replace(/\.(\w)(\w)/, '.$2$1x')],
    ['not a token', () => 'hello'],
    ['five empty parts', () => '....'],
    ['too long', () => 'x'.repeat(30_000)],
  ]
  // proves P-JW-4, §13 invalid, §13.1 a
  it.each(damaged)('returns null and deletes the cookie when it is %s', async (_, damage) => {
    const app = createApp()
    const browser = await signedIn(app)
    const { value = '' } = browser.cookies(ORIGIN).find(({ name }) => name === NAME) ?? {}
    browser.plant(ORIGIN, NAME, damage(value))
    const response = await browser.get(`${BASE}/session`)
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^${NAME}=; Max-Age=0`)),
    ])
  })

  // proves CFG-32, CB-10, AUTHN-1, P-JW-5, §13 invalid, §13.1 a
  it('returns null and deletes a cookie that was encrypted with another secret', async () => {
    const browser = moveTo(
      createApp({ secret: 'another secret that is long enough as well' }),
      await signedIn(createApp()),
    )
    const response = await browser.get(`${BASE}/session`)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  // proves P-SE-6, P-JW-5, P-SE-4
  it('checks expiry, secret and sign-out on each read, even for a known token', async () => {
    const app = createApp()
    const browser = await signedIn(app)
    const read = async (): Promise<unknown> => (await browser.get(`${BASE}/session`)).json()
    const copy = moveTo(app, browser)
    for (let count = 0; count < 3; count++) expect(await read()).toMatchObject({ user: { name: 'Ann' } })
    const otherSecret = moveTo(createApp({ secret: 'another secret that is long enough as well' }), browser)
    expect(await (await otherSecret.get(`${BASE}/session`)).json()).toBeNull()
    await browser.post(`${BASE}/signout`)
    expect(await (await copy.get(`${BASE}/session`)).json()).toBeNull()
    const other = await signedIn(app)
    expect(await (await other.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    later(31 * DAY)
    expect(await (await other.get(`${BASE}/session`)).json()).toBeNull()
  })

  it('passes unmodified claims to the session callback, even if an earlier call changed them', async () => {
    const seen: unknown[] = []
    const app = createApp({
      callbacks: {
        session({ session, token }) {
          seen.push(structuredClone(token))
          Object.assign(token, { name: 'Eve', role: 'admin' })
          return session
        },
      },
    })
    const browser = await signedIn(app)
    for (let count = 0; count < 3; count++) await browser.get(`${BASE}/session`)
    expect(seen.map((token) => (token as { name: string; role?: string }).name)).toEqual([
      'Ann',
      'Ann',
      'Ann',
    ])
    expect(seen[2]).not.toHaveProperty('role')
  })

  // proves CFG-33, CFG-34, CFG-35, P-JW-5
  it('accepts an older secret and encrypts the cookie again with the newest', async () => {
    const newest = 'a new secret that is long enough for a rotation'
    const browser = moveTo(createApp({ secret: [newest, SECRET] }), await signedIn(createApp()))
    const response = await browser.get(`${BASE}/session`)
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toHaveLength(1)
    const rotated = moveTo(createApp({ secret: newest }), browser)
    expect(await (await rotated.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-SE-9, P-LG-3, §13.1 d
  it.each(['jwt', 'session'] as const)(
    'returns an error and keeps the cookie when the %s callback throws',
    async (name) => {
      const browser = await signedIn(createApp())
      const failing = createApp({
        callbacks: {
          [name]: () => {
            throw new Error('database is down, password=hunter2')
          },
        },
      })
      const moved = moveTo(failing, browser)
      const response = await moved.get(`${BASE}/session`)
      expect(response.status).toBe(500)
      expect(response.headers.getSetCookie()).toEqual([])
      const text = await response.text()
      expect(text).not.toContain('hunter2')
      expect(JSON.parse(text)).toEqual({
        error: 'Configuration',
        message: expect.any(String),
        reference: expect.stringMatching(/^[0-9a-f]{8}$/),
        url: expect.any(String),
      })
      expect(failing.errors).toEqual(['SessionError'])
      expect(await (await moveTo(createApp(), moved).get(`${BASE}/session`)).json()).toMatchObject({
        user: { name: 'Ann' },
      })
    },
  )

  // proves P-SE-9
  it.each([
    { name: 'session', message: 'The `session` callback returned nothing' },
    { name: 'jwt', message: 'The `jwt` callback returned neither a token nor `null`' },
  ])('logs which callback returned nothing: $name', async ({ name, message }) => {
    const app = createApp({ callbacks: { [name]: () => undefined } as never })
    const moved = moveTo(app, await signedIn(createApp()))
    const response = await moved.get(`${BASE}/session`)
    expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
      status: 500,
      cookies: [],
    })
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'SessionError',
      message: expect.stringContaining(message),
    })
  })

  // proves P-SE-9
  it('keeps all chunks of a large cookie when the session callback throws during a renewal', async () => {
    const browser = await signedIn(createApp())
    const app = createApp({
      callbacks: {
        jwt: ({ token }) => ({ ...token, filler: 'm'.repeat(9000) }),
        session: () => {
          throw new Error('down')
        },
      },
    })
    const response = await moveTo(app, browser).get(`${BASE}/session`)
    expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
      status: 500,
      cookies: [],
    })
  })

  it('returns an error when the session cannot be serialized as JSON', async () => {
    const app = createApp({ callbacks: { session: ({ session }) => ({ ...session, big: 1n }) } })
    const response = await moveTo(app, await signedIn(createApp())).get(`${BASE}/session`)
    expect(response.status).toBe(500)
    expect(app.errors).toEqual(['SessionError'])
  })

  // proves P-SE-9
  it('works when the logger throws, and reports that on the console', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const error = (): never => {
      throw new Error('disk full')
    }
    const browser = new Browser(createApp({ logger: { error } }))
    browser.plant(ORIGIN, NAME, 'broken')
    expect((await browser.get(`${BASE}/session`)).status).toBe(200)
    expect(consoleError).toHaveBeenCalledOnce()
    consoleError.mockRestore()
  })

  // proves P-CK-4, §5.2 a
  it('returns null and deletes the chunks of an incomplete cookie', async () => {
    const browser = new Browser(createApp())
    browser.plant(ORIGIN, `${NAME}.0`, 'a')
    browser.plant(ORIGIN, `${NAME}.2`, 'c')
    const response = await browser.get(`${BASE}/session`)
    expect(await response.json()).toBeNull()
    expect(browser.cookies(ORIGIN)).toEqual([])
  })

  // proves CB-7, §13 ended, §13.1 b
  it('ends the session when the jwt callback returns null', async () => {
    const browser = moveTo(createApp({ callbacks: { jwt: () => null } }), await signedIn(createApp()))
    const response = await browser.get(`${BASE}/session`)
    expect(await response.json()).toBeNull()
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/Max-Age=0/)])
  })

  // proves AUTHN-17, CB-11, CB-13, CB-14, CFG-8, EV-9, §13.1
  it('returns what the session callback adds, and sends the session event', async () => {
    const events: unknown[] = []
    const app = createApp({
      callbacks: {
        session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
      },
      events: { session: (message) => events.push(message) },
    })
    const browser = await signedIn(app)
    const session = await (await browser.get(`${BASE}/session`)).json()
    expect(session).toMatchObject({ user: { id: 'ann', name: 'Ann' } })
    expect(events).toEqual([
      {
        session: expect.objectContaining({
          user: { id: 'ann', name: 'Ann', email: 'ann@example.com', image: undefined },
        }),
        token: expect.objectContaining({ sub: 'ann' }),
      },
    ])
  })

  // proves EV-1, §14 EventError
  it('works when event listeners throw, and logs their errors', async () => {
    const fail = (): never => {
      throw new Error('failed')
    }
    const app = createApp({ events: { session: fail, signIn: fail, signOut: fail } })
    const browser = await signedIn(app)
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    await browser.post(`${BASE}/signout`)
    expect(await (await browser.get(`${BASE}/session`)).json()).toBeNull()
    expect(app.errors).toEqual(['EventError', 'EventError', 'EventError'])
  })

  // proves P-CK-4, P-CK-6, §5.2, §5.2 b
  it('splits a large cookie into chunks, and removes them when the session gets small', async () => {
    const large = createApp({ callbacks: { jwt: ({ token }) => ({ ...token, filler: 'm'.repeat(9000) }) } })
    const browser = await signedIn(large)
    expect(browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(
      [0, 1, 2, 3].map((index) => `${NAME}.${index}`),
    )
    for (const { name, value } of browser.cookies(ORIGIN))
      expect(name.length + value.length).toBeLessThanOrEqual(4096)
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    const small = moveTo(
      createApp({ callbacks: { jwt: ({ token: { filler, ...token } }) => token } }),
      browser,
    )
    await small.get(`${BASE}/session`)
    expect(small.cookies(ORIGIN).map(({ name }) => name)).toEqual([NAME])
  })

  // proves P-CK-6
  it('logs an error and sets no cookie when the session is too large for cookies', async () => {
    const app = createApp({ callbacks: { jwt: ({ token }) => ({ ...token, filler: 'm'.repeat(21_000) }) } })
    const browser = await signedIn(app)
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      message: expect.stringContaining('Return less data from the `jwt` callback'),
    })
  })

  // proves P-HT-1, P-CS-6
  it('responds to HEAD like to GET, without body and without a renewal', async () => {
    const browser = await signedIn(createApp({ session: { updateAge: 0 } }))
    const response = await browser.send(`${BASE}/session`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('')
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('reading a session from server code', () => {
  const caller = (browser: Browser): { headers: Headers } => ({
    headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }),
  })

  it('returns the same session as over HTTP', async () => {
    const app = createApp()
    const auth = createAuth(app.config)
    const { session, cookies } = await auth.session(caller(await signedIn(app)))
    expect(session).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
    expect(cookies).toEqual([])
  })

  it('returns no cookies with `canWrite: false`', async () => {
    const app = createApp({ session: { updateAge: 0 } })
    const auth = createAuth(app.config)
    const browser = await signedIn(app)
    expect((await auth.session({ ...caller(browser), canWrite: false })).cookies).toEqual([])
    expect((await auth.session(caller(browser))).cookies).toHaveLength(1)
  })

  // proves P-SE-9
  it('throws when the session callback throws', async () => {
    const app = createApp()
    const browser = await signedIn(app)
    const failing = createApp({
      callbacks: {
        session: () => {
          throw new Error('down')
        },
      },
    })
    await expect(createAuth(failing.config).session(caller(browser))).rejects.toMatchObject({
      type: 'SessionError',
      cause: { err: { message: 'down' } },
    })
  })
})

describe('updating a session', () => {
  // proves CB-4, CB-6, ST-15, AUTHN-19, AUTHN-20, P-CS-1, P-SE-8, §2.5 a, §3 POST /session, §13.1 e
  // proves §13.4
  it('passes the data to the jwt callback and merges nothing by itself', async () => {
    const seen: unknown[] = []
    const app = createApp({
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          if (trigger === 'update') seen.push(session)
          return trigger === 'update' && typeof session?.name === 'string'
            ? { ...token, name: session.name }
            : token
        },
      },
    })
    const browser = await signedIn(app)
    const update = (data: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      browser.send(`${BASE}/session`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: ORIGIN,
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        body: JSON.stringify({ data }),
      })
    const response = await update({ name: 'Annabel', email: 'root@example.com', sub: 'root' })
    expect(await response.json()).toMatchObject({ user: { name: 'Annabel', email: 'ann@example.com' } })
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({
      user: { name: 'Annabel', email: 'ann@example.com' },
    })
    expect(seen).toHaveLength(1)
    const crossSite = await update(
      { name: 'Evil' },
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    )
    expect({ status: crossSite.status, body: await crossSite.json() }).toEqual({ status: 400, body: null })
    expect(seen).toHaveLength(1)
  })

  // proves AUD-F24, P-DS-1
  it.each([
    { levels: 50, status: 200 },
    { levels: 51, status: 400 },
    { levels: 30_000, status: 400 },
  ])('responds to data with $levels nested lists with status $status', async ({ levels, status }) => {
    const app = createApp({
      callbacks: { jwt: ({ token, session }) => ({ ...token, ...(session && { data: session }) }) },
    })
    const browser = await signedIn(app)
    const response = await browser.send(`${BASE}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      body: `{"data":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    })
    expect({ status: response.status, errors: app.errors }).toEqual({
      status,
      errors: status === 200 ? [] : ['BadRequest'],
    })
  })
})
