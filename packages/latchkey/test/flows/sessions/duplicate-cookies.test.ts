import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { Auth, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { getToken } from 'latchkey/jwt'
import { Latchkey } from 'latchkey/node'
import { describe, expect, it } from 'vitest'

const NAME = '__Secure-latchkey.session-token'
const idp = createIdp()

isolateEnvironment()

const createStrategyApp = (strategy: 'jwt' | 'database', filler?: string): App =>
  createApp({
    adapter: memory(),
    session: { strategy, updateAge: 0 },
    providers: [oidcFor(idp)],
    callbacks: { jwt: ({ token, user }) => (user && filler ? { ...token, filler } : token) },
  })

/** Returns the session cookies of a user who signed in. */
async function readCookies(app: App, user: string): Promise<string> {
  const browser = new Browser(app)
  await signInAt(idp, browser, { claims: { sub: user, email: `${user}@example.com` } })
  const cookies = browser.cookies(ORIGIN).filter(({ name }) => name.startsWith(NAME))
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

interface Outcome {
  readonly user: string | null
  readonly cookies: readonly string[]
}

/** Reads the session of a request in every way that a server can. */
async function readers(app: App, cookie: string): Promise<Record<string, Outcome>> {
  const request = new Request(`${BASE}/session`, { headers: { cookie } })
  const response = await app.fetch(request)
  const call = await createAuth(app.config).session(request)
  const node = { headers: { cookie, host: 'app.test' }, url: '/', method: 'GET', socket: { encrypted: true } }
  const token = await getToken({ req: request, secret: SECRET, secureCookie: true })
  const readEmail = (session: unknown): string | null =>
    (session as { user?: { email: string } } | null)?.user?.email ?? null
  return {
    endpoint: { user: readEmail(await response.json()), cookies: response.headers.getSetCookie() },
    call: { user: readEmail(call.session), cookies: call.cookies.map(({ name }) => name) },
    node: { user: readEmail(await Latchkey(app.config).auth(node as never)), cookies: [] },
    getToken: { user: token?.email ?? null, cookies: [] },
  }
}

const signedOut = Object.fromEntries(
  ['endpoint', 'call', 'node', 'getToken'].map((name) => [name, { user: null, cookies: [] }]),
)

describe.each(['jwt', 'database'] as const)('two session cookies with the strategy %s', (strategy) => {
  // proves AUD-F15, P-CK-3
  it('with different values are both ignored and kept, with one warning', async () => {
    const app = createStrategyApp(strategy)
    const [eve, ann] = [await readCookies(app, 'eve'), await readCookies(app, 'ann')]
    for (const cookie of [`${eve}; ${ann}`, `${ann}; other=1; ${eve}`, `${ann};${eve};${ann}`])
      expect(await readers(app, cookie), cookie).toEqual(signedOut)
    const warnings = app.log.filter(({ level }) => level === 'warn')
    expect(warnings).toEqual([
      { level: 'warn', entry: 'duplicate-cookie', details: [expect.stringContaining(NAME)] },
    ])
    expect(app.errors).toEqual([])
  })

  // proves AUD-F15, AUD-D11
  it('cause one warning, even if each request has its own configuration and logger', async () => {
    const app = createStrategyApp(strategy)
    const headers = { cookie: `${await readCookies(app, 'eve')}; ${await readCookies(app, 'ann')}` }
    for (let request = 0; request < 3; request++)
      await Auth(new Request(`${BASE}/session`, { headers }), {
        ...app.config,
        logger: { ...app.config.logger },
      })
    expect(app.log.filter(({ entry }) => entry === 'duplicate-cookie')).toHaveLength(1)
  })

  // proves AUD-F15
  it('with the same value are one session', async () => {
    const app = createStrategyApp(strategy)
    const ann = await readCookies(app, 'ann')
    const { endpoint } = await readers(app, `${ann}; other=1; ${ann}`)
    expect(endpoint?.user).toBe('ann@example.com')
    expect(app.log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  // proves AUD-F15
  it('neither update nor link anything, and are replaced by signing out', async () => {
    const app = createStrategyApp(strategy)
    const cookie = `${await readCookies(app, 'eve')}; ${await readCookies(app, 'ann')}`
    const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const post = (path: string, body: unknown): Promise<Response> =>
      app.fetch(new Request(`${BASE}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
    expect(await (await post('/session', { data: 1 })).json()).toBeNull()
    expect((await post('/signout', {})).headers.getSetCookie()).toEqual([
      expect.stringMatching(new RegExp(`^${NAME}=; Max-Age=0`)),
    ])
  })
})

describe('a session cookie beside chunks of another one', () => {
  const [small, large] = [createStrategyApp('jwt'), createStrategyApp('jwt', 'x'.repeat(5000))]

  // proves AUD-F15, P-CK-4
  it('is ignored, like the chunks, and kept', async () => {
    const [eve, ann] = [await readCookies(small, 'eve'), await readCookies(large, 'ann')]
    expect(ann.split('; ').map((pair) => pair.split('=', 1)[0])).toEqual([`${NAME}.0`, `${NAME}.1`])
    const [first = '', second = ''] = ann.split('; ')
    for (const cookie of [
      `${eve}; ${ann}`,
      `${ann}; ${eve}`,
      `${eve}; ${first}x; ${ann}`,
      `${eve}; ${eve}x; ${ann}`,
    ])
      expect(await readers(small, cookie), cookie.slice(0, 80)).toEqual(signedOut)
    for (const cookie of [`${first}x; ${ann}`, `${ann}; ${second}x`])
      expect(await readers(large, cookie), cookie.slice(0, 80)).toEqual(signedOut)
    expect((await readers(large, `${ann}; ${first}`)).endpoint?.user).toBe('ann@example.com')
  })

  // proves AUD-F15, P-CK-4
  it('stays the session beside a cookie that cannot be a first chunk', async () => {
    const eve = await readCookies(small, 'eve')
    for (const cookie of [`${eve}; ${NAME}.0=x`, `${NAME}.0=x; ${eve}`, `${eve}; ${NAME}.1=x`])
      expect((await readers(small, cookie)).endpoint?.user, cookie.slice(-20)).toBe('eve@example.com')
  })
})

// proves AUD-F15
it('chunks of a token do not count as a second cookie with database sessions', async () => {
  const app = createStrategyApp('database')
  const ann = await readCookies(app, 'ann')
  const chunks = `${NAME}.0=left; ${NAME}.1=over`
  expect((await readers(app, chunks)).endpoint?.user).toBeNull()
  expect((await readers(app, `${chunks}; ${ann}`)).endpoint?.user).toBe('ann@example.com')
  expect(app.log.filter(({ level }) => level === 'warn')).toEqual([])
})

describe('two other cookies of Latchkey with different values', () => {
  // proves AUD-F15, P-CK-3
  it('count as absent: the CSRF token, and a sign-in in progress', async () => {
    const app = createApp({ providers: [oidcFor(idp)] })
    const browser = new Browser(app)
    const { csrfToken } = await (await browser.get(`${BASE}/csrf`)).json()
    const started = await browser.post(`${BASE}/signin/idp`, { csrfToken })
    const callback = idp.agree(started.headers.get('location') ?? '').href
    const cookies = browser.cookiesFor(ORIGIN)
    const doubled = cookies.replace(/([^=;\s]+)=[^;]*/g, '$1=planted; $&')
    const csrf = await app.fetch(new Request(`${BASE}/csrf`, { headers: { cookie: doubled } }))
    expect((await csrf.json()).csrfToken).not.toBe(csrfToken)
    const rejected = await app.fetch(new Request(callback, { headers: { cookie: doubled } }))
    expect(rejected.headers.getSetCookie().join()).not.toContain(NAME)
    const accepted = await app.fetch(new Request(callback, { headers: { cookie: `${cookies}; ${cookies}` } }))
    expect(accepted.headers.getSetCookie().join()).toContain(NAME)
  })
})
