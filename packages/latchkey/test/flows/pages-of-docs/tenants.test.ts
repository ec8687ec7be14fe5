import type { DatabaseSync } from 'node:sqlite'
import { createIdp } from '@latchkey/test-support/kit/app.ts'
import { Browser, type Site } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { type AuthConfig, type createAuth, memoryStore } from 'latchkey'
import type { LatchkeyResult as NextResult, Session } from 'latchkey/next'
import type { LatchkeyResult as SolidResult } from 'latchkey/solid-start'
import type { LatchkeyResult as KitResult } from 'latchkey/sveltekit'
import { NextRequest } from 'next/server.js'
import { provideRequestEvent } from 'solid-js/web/storage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** The request whose headers and cookies Next.js returns while a page is rendered. */
const current = vi.hoisted(() => ({ request: new Request('http://localhost') }))
vi.mock('next/headers', () => nextHeaders())
vi.mock('next/headers.js', () => nextHeaders())
vi.mock('next/server.js', async (original) => ({ ...(await original<object>()), connection: async () => {} }))
// SvelteKit's own modules exist only in its builds, and SolidStart's bundler removes this one.
vi.mock('$app/paths', () => ({ base: '', resolve: (path: string) => path }))
vi.mock('$app/server', () => ({ getRequestEvent: () => undefined }))
vi.mock('@sveltejs/kit/hooks', () => ({
  sequence: (first: KitHandle, second: KitHandle) => (input: KitInput) =>
    first({ ...input, resolve: (event) => second({ ...input, event }) }),
}))
vi.mock('server-only', () => ({}))
// Its modules are for the compiler of Solid. On the server, a query calls its function.
vi.mock('@solidjs/router', () => ({ query: <T>(read: T) => read }))

interface KitInput {
  readonly event: unknown
  readonly resolve: (event: unknown) => unknown
}
type KitHandle = (input: KitInput) => unknown

async function nextHeaders() {
  const { NextRequest } = await import('next/server.js')
  return {
    headers: async () => current.request.headers,
    cookies: async () => new NextRequest(current.request).cookies,
  }
}

type Auth = ReturnType<typeof createAuth>

const APP = 'https://app.example.com'
const ACME = 'https://acme.example.com'
const GLOBEX = 'https://globex.example.com'
const COOKIE = '__Secure-latchkey.session-token'

const example = createIdp('https://id.test')
const acme = createIdp('https://sso.acme.test')
const globex = createIdp('https://sso.globex.test')
const idps = [example, acme, globex]

const createTenant = (id: string, origin: string, { issuer, clientId, clientSecret }: typeof acme) => ({
  id,
  name: id,
  host: new URL(origin).host,
  issuer,
  clientId,
  clientSecret,
})

/** The files of the page "Several tenants". */
let page: PageFiles
let db: DatabaseSync

isolateEnvironment()
beforeAll(async () => {
  page = await writePageFiles('guides/tenants')
})
beforeEach(() => {
  vi.stubEnv('MEMBERSHIPS_FILE', ':memory:')
  vi.stubEnv(
    'TENANTS',
    JSON.stringify([createTenant('acme', ACME, acme), createTenant('globex', GLOBEX, globex)]),
  )
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('AUTH_SECRET', 'a secret that is long enough for every test here')
  vi.stubEnv('AUTH_EXAMPLE_ISSUER', example.issuer)
  vi.stubEnv('AUTH_EXAMPLE_ID', example.clientId)
  vi.stubEnv('AUTH_EXAMPLE_SECRET', example.clientSecret)
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const { origin } = new URL(input instanceof Request ? input.url : input)
    const idp = idps.find(({ issuer }) => issuer === origin)
    if (!idp) throw new TypeError(`fetch failed: no server at ${origin}`)
    return idp.fetch(input, init)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // The modules of the page and of SvelteKit keep the variables of the first request.
  vi.resetModules()
})
afterAll(() => page.remove())

/** An integration: its endpoints, and the session that its server code reads. */
interface Application {
  readonly base: string
  respond(request: Request): Promise<Response | undefined>
  read(request: Request): Promise<Session | null>
}

/** Returns the event of SvelteKit for a request. */
function asEvent(request: Request, params = {}) {
  const { cookies } = new NextRequest(request.url, { headers: request.headers })
  return {
    url: new URL(request.url),
    request,
    cookies: {
      get: (name: string) => cookies.get(name)?.value,
      getAll: () => cookies.getAll(),
      set: () => undefined,
    },
    params,
    locals: {} as { auth(): Promise<Session | null> },
    route: { id: 'tenant' in params ? '/[tenant]' : '/' },
    isDataRequest: false,
  }
}

const INTEGRATIONS = [
  {
    name: 'Next.js',
    folder: 'src/',
    open: ({ handlers, auth }: NextResult): Application => ({
      base: '/api/auth',
      respond: (request) => handlers[request.method as 'GET'](new NextRequest(request)),
      read: async (request) => {
        current.request = request
        return auth()
      },
    }),
  },
  {
    name: 'SvelteKit',
    folder: 'SvelteKit/src/',
    open: ({ handle }: KitResult): Application => ({
      base: '/auth',
      respond: async (request) =>
        handle({ event: asEvent(request) as never, resolve: () => new Response(null, { status: 404 }) }),
      read: async (request) => {
        const event = asEvent(request)
        let session: Session | null = null
        const resolve = async () => {
          session = await event.locals.auth()
          return new Response()
        }
        await handle({ event: event as never, resolve: resolve as never })
        return session
      },
    }),
  },
  {
    name: 'SolidStart',
    folder: 'SolidStart/src/',
    open: ({ GET, auth }: SolidResult): Application => ({
      base: '/api/auth',
      respond: (request) => GET({ request }),
      read: (request) => inSolidRequest(request, auth),
    }),
  },
] as const

/** Those, and a server that calls the core. */
const SERVERS = [
  ...INTEGRATIONS,
  {
    name: 'your own server',
    folder: '',
    open: ({ authFor }: { authFor(request: Request): Auth }): Application => ({
      base: '/auth',
      respond: (request) => authFor(request).handle(request),
      read: async (request) => (await authFor(request).session(request)).session,
    }),
  },
] as const

function inSolidRequest<T>(request: Request, run: () => T): T {
  const event = { request, response: { headers: new Headers() }, locals: {} }
  return provideRequestEvent(event as never, run)
}

/** Sends what a request to a host contains, whatever address the framework listens on. */
function createSite({ respond }: Application, origin: string): Site {
  return {
    origin,
    fetch: async (request) =>
      (await respond(withHost(request, new URL(origin).host))) ?? new Response(null, { status: 404 }),
  }
}

function withHost(request: Request, host: string): Request {
  const sent = new Request(request)
  sent.headers.set('host', host)
  sent.headers.set('x-forwarded-host', host)
  sent.headers.set('x-forwarded-proto', 'https')
  return sent
}

/** Returns a request of a browser to a path, as its server receives it. */
const toRequest = (browser: Browser, url: string): Request =>
  withHost(
    new Request(url, { headers: { cookie: browser.cookiesFor(new URL(url).origin) } }),
    new URL(url).host,
  )

async function signIn(
  browser: Browser,
  address: string,
  id: string,
  idp: typeof acme,
  claims?: Record<string, unknown>,
): Promise<Response> {
  const started = await browser.post(`${address}/signin/${id}`)
  return browser.get(idp.agree(started.headers.get('location') ?? '', claims).href)
}

const sessionAt = async (browser: Browser, address: string): Promise<Session & { tenant?: string }> =>
  (await browser.get(`${address}/session`)).json()

const readToken = (browser: Browser, origin: string): string =>
  browser.cookies(origin).find(({ name }) => name === COOKIE)?.value ?? ''

describe.for(SERVERS)('a provider for each tenant, in $name', ({ folder, open }) => {
  let application: Application
  let sites: Site[]

  beforeEach(async () => {
    application = open(await page.import(`${folder}auth-per-tenant.ts`))
    sites = [createSite(application, ACME), createSite(application, GLOBEX)]
  })

  // proves P-CC-5
  it('signs users in at the provider of their tenant, and only there', async () => {
    const browser = new Browser(...sites)
    const { base } = application
    for (const [origin, id] of [
      [ACME, 'sso-acme'],
      [GLOBEX, 'sso-globex'],
    ] as const)
      expect(Object.keys(await (await browser.get(`${origin}${base}/providers`)).json())).toEqual([id])
    expect((await signIn(browser, ACME + base, 'sso-acme', acme)).headers.get('location')).toBe(ACME)
    expect(await sessionAt(browser, ACME + base)).toMatchObject({ user: { name: 'Ann' }, tenant: 'acme' })
    expect(await sessionAt(browser, GLOBEX + base)).toBeNull()
    expect(await application.read(toRequest(browser, `${ACME}/x`))).toMatchObject({ tenant: 'acme' })
    expect(await application.read(toRequest(browser, `${GLOBEX}/x`))).toBeNull()
  })

  // proves AUD-F16, P-JW-2
  it('rejects a session of one tenant at the host of another', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const browser = new Browser(...sites)
    const { base, read } = application
    await signIn(browser, ACME + base, 'sso-acme', acme)
    browser.plant(GLOBEX, COOKIE, readToken(browser, ACME))
    expect(await read(toRequest(browser, `${GLOBEX}/x`))).toBeNull()
    expect(await sessionAt(browser, GLOBEX + base)).toBeNull()
    expect(await sessionAt(browser, ACME + base)).toMatchObject({ tenant: 'acme' })
  })

  it('creates two users for the same account id at two providers', async () => {
    const browser = new Browser(...sites)
    const { base } = application
    await signIn(browser, ACME + base, 'sso-acme', acme, { sub: 'ann' })
    await signIn(browser, GLOBEX + base, 'sso-globex', globex, { sub: 'ann' })
    const [one, two] = [await sessionAt(browser, ACME + base), await sessionAt(browser, GLOBEX + base)]
    expect(one.user?.id).toEqual(expect.any(String))
    expect(two.user?.id).not.toBe(one.user?.id)
  })

  it('accepts no response for another tenant', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const browser = new Browser(...sites)
    const { base } = application
    const started = await browser.post(`${ACME}${base}/signin/sso-acme`)
    const { search } = acme.agree(started.headers.get('location') ?? '')
    for (const { name, value } of browser.cookies(ACME)) browser.plant(GLOBEX, name, value)
    await browser.get(`${GLOBEX}${base}/callback/sso-globex${search}`)
    await browser.get(`${GLOBEX}${base}/callback/sso-acme${search}`)
    expect(await sessionAt(browser, GLOBEX + base)).toBeNull()
  })

  // proves P-HO-2
  it('fails for an unknown host, without naming a tenant', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const unknown = 'https://unknown.example.com'
    const browser = new Browser(createSite(application, unknown))
    const response = await browser.get(`${unknown}${application.base}/session`)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toMatch(/acme|globex/)
    await expect(application.read(toRequest(browser, `${unknown}/x`))).rejects.toThrow()
  })
})

describe('several applications with one session', () => {
  const LOGIN = 'https://login.example.com'
  const SHOP = 'https://shop.example.com'
  let browser: Browser
  let shop: NextResult

  beforeEach(async () => {
    vi.stubGlobal('store', memoryStore())
    const next = INTEGRATIONS[0]
    vi.stubEnv('AUTH_URL', LOGIN)
    const login = next.open(await page.import('src/auth-login.ts'))
    // The variable is read with the first request of an application.
    await createSite(login, LOGIN).fetch(new Request(`${LOGIN}/api/auth/session`))
    vi.stubEnv('AUTH_URL', SHOP)
    shop = await page.import<NextResult>('src/auth-shop.ts')
    browser = new Browser(createSite(login, LOGIN), createSite(next.open(shop), SHOP))
  })

  /** Sends the cookies of the domain to both hosts, as browsers do. */
  function shareCookies(): void {
    for (const { name, value, header } of browser.cookies(LOGIN))
      if (/; Domain=example\.com;/.test(header)) browser.plant(SHOP, name, value)
  }

  const isSignedIn = async (origin: string): Promise<boolean> =>
    (await sessionAt(browser, `${origin}/api/auth`)) !== null

  it('signs in at the one with the providers, and returns to the page of the other', async () => {
    const { auth: proxy } = shop
    const refused = await proxy(new NextRequest(toRequest(browser, `${SHOP}/account`)), {} as never)
    const signInPage = refused?.headers.get('location') ?? ''
    const callbackUrl = `${SHOP}/account`
    expect(signInPage).toBe(`${LOGIN}/api/auth/signin?${new URLSearchParams({ callbackUrl })}`)
    expect((await browser.get(signInPage)).status).toBe(200)
    const started = await browser.post(`${LOGIN}/api/auth/signin/example`, { callbackUrl })
    const response = await browser.get(example.agree(started.headers.get('location') ?? '').href)
    expect(response.headers.get('location')).toBe(callbackUrl)
    shareCookies()
    expect(await isSignedIn(SHOP)).toBe(true)
    const allowed = await proxy(new NextRequest(toRequest(browser, `${SHOP}/account`)), {} as never)
    expect(allowed?.headers.get('x-middleware-next')).toBe('1')
  })

  it('does not return to another domain', async () => {
    const callbackUrl = 'https://evil.test/'
    const started = await browser.post(`${LOGIN}/api/auth/signin/example`, { callbackUrl })
    const response = await browser.get(example.agree(started.headers.get('location') ?? '').href)
    expect(response.headers.get('location')).toBe(LOGIN)
  })

  it('ends the session in both with a sign-out in one of them', async () => {
    await signIn(browser, `${LOGIN}/api/auth`, 'example', example)
    shareCookies()
    expect([await isSignedIn(LOGIN), await isSignedIn(SHOP)]).toEqual([true, true])
    await browser.post(`${SHOP}/api/auth/signout`)
    // Also the copy of the cookie that the other host still receives.
    expect([await isSignedIn(LOGIN), await isSignedIn(SHOP)]).toEqual([false, false])
  })
})

describe.for(INTEGRATIONS)('tenants in the path, in $name', ({ name, folder, open }) => {
  let application: Application
  let browser: Browser
  let address: string
  let userId: string

  beforeEach(async () => {
    vi.stubEnv('AUTH_URL', APP)
    application = open(await page.import(`${folder}auth.ts`))
    browser = new Browser(createSite(application, APP))
    address = APP + application.base
    await signIn(browser, address, 'example', example)
    userId = (await sessionAt(browser, address)).user?.id ?? ''
    ;({ db } = await page.import<{ db: DatabaseSync }>(`${folder}memberships.ts`))
    db.exec('DELETE FROM memberships')
    db.prepare(`INSERT INTO memberships VALUES (?, 'acme', 'member'), (?, 'initech', 'admin')`).run(
      userId,
      userId,
    )
  })

  // proves AUTHN-12
  it('are open to their members only', async () => {
    const seenAt = (path: string, visitor: Browser) =>
      openTenant[name](toRequest(visitor, APP + path), path.slice(1))
    expect(await seenAt('/acme', browser)).toBe('acme')
    expect(await seenAt('/initech', browser)).toBe('initech')
    expect(await seenAt('/globex', browser)).toBe(404)
    expect(await seenAt('/constructor', browser)).toBe(404)
    db.exec(`DELETE FROM memberships WHERE tenant = 'acme'`)
    expect(await seenAt('/acme', browser)).toBe(404)
    expect([303, 302, 401]).toContain(await seenAt('/acme', new Browser()))
  })

  it('can be switched in the session, to a tenant of the user only', async () => {
    const membership = async () =>
      ((await sessionAt(browser, address)) as { membership?: unknown }).membership
    const choose = async (data: unknown) => {
      const headers = { 'content-type': 'application/json', origin: APP, 'sec-fetch-site': 'same-origin' }
      await browser.send(`${address}/session`, { method: 'POST', headers, body: JSON.stringify({ data }) })
      return membership()
    }
    expect(await membership()).toBeUndefined()
    expect(await choose({ tenant: 'initech' })).toEqual({ tenant: 'initech', isAdmin: true })
    for (const tenant of ['globex', ['acme'], null, { id: 'acme' }])
      expect(await choose({ tenant })).toEqual({ tenant: 'initech', isAdmin: true })
    expect(await choose({ tenant: 'acme', isAdmin: true, sub: 'ben' })).toEqual({
      tenant: 'acme',
      isAdmin: false,
    })
    db.exec('DELETE FROM memberships')
    expect(await membership()).toBeUndefined()
  })
})

/** Returns the tenant whose data a browser receives, or the status of the response. */
type OpenTenant = (request: Request, tenant: string) => Promise<string | number>

const openTenant: Record<(typeof INTEGRATIONS)[number]['name'], OpenTenant> = {
  async 'Next.js'(request, tenant) {
    const { GET } = await page.import<{ GET(request: Request, context: unknown): Promise<Response> }>(
      'src/app/[tenant]/api/invoices/route.ts',
    )
    const response = await GET(new NextRequest(request), { params: Promise.resolve({ tenant }) })
    return response.ok ? (await response.json()).tenant : response.status
  },
  async SvelteKit(request, tenant) {
    const { handle } = await page.import<{ handle(input: unknown): Promise<Response> }>(
      'SvelteKit/src/hooks.server.ts',
    )
    const { load } = await page.import<{ load(event: unknown): Promise<{ tenant: string }> }>(
      'SvelteKit/src/routes/[tenant]/+page.server.ts',
    )
    const event = asEvent(request, { tenant })
    const resolve = async () => Response.json(await load(event))
    // SvelteKit's `redirect` and `error` throw.
    return handle({ event, resolve }).then(
      async (response) => (await response.json()).tenant,
      (thrown: { status: number }) => thrown.status,
    )
  },
  async SolidStart(request, tenant) {
    const { getInvoices } = await page.import<{
      getInvoices(tenant: string): Promise<{ tenant: string } | null>
    }>('SolidStart/src/invoices.ts')
    return inSolidRequest(request, () => getInvoices(tenant)).then(
      (invoices) => invoices?.tenant ?? 404,
      (thrown: Response) => thrown.status,
    )
  },
}

describe('subdomains that share a session', () => {
  it('sign users in once for all of them', async () => {
    const { open } = INTEGRATIONS[0]
    const application = open(await page.import('src/auth-subdomains.ts'))
    const browser = new Browser(createSite(application, ACME), createSite(application, GLOBEX))
    const response = await signIn(browser, `${ACME}/api/auth`, 'example', example)
    const [cookie = ''] = response.headers.getSetCookie().filter((header) => header.startsWith(COOKIE))
    expect(cookie).toMatch(/; Domain=example\.com;/)
    browser.plant(GLOBEX, COOKIE, readToken(browser, ACME))
    expect(await sessionAt(browser, `${GLOBEX}/api/auth`)).toMatchObject({ user: { name: 'Ann' } })
    const { tenantOfHost } = await page.import<{ tenantOfHost(host: string | null): unknown }>(
      'src/tenant-of-host.ts',
    )
    expect(
      ['acme.example.com', 'a.b.example.com', 'acme.example.com.evil.test', null].map(tenantOfHost),
    ).toEqual(['acme', undefined, undefined, undefined])
  })
})

describe('one callback URL for all subdomains', () => {
  it('signs users in at their tenant through the redirect proxy', async () => {
    const shared = 'https://auth.example.com'
    vi.stubEnv('AUTH_REDIRECT_PROXY_URL', `${shared}/api/auth`)
    const { open } = INTEGRATIONS[0]
    const application = open(await page.import('src/auth-subdomains.ts'))
    const browser = new Browser(createSite(application, ACME), createSite(application, shared))
    const forwarded = await signIn(browser, `${ACME}/api/auth`, 'example', example)
    expect(forwarded.headers.get('location')).toMatch(
      /^https:\/\/acme\.example\.com\/api\/auth\/callback\/example\?/,
    )
    await browser.get(forwarded.headers.get('location') ?? '')
    expect(await sessionAt(browser, `${ACME}/api/auth`)).toMatchObject({ user: { name: 'Ann' } })
  })
})

it('creates the configuration of a host once, and trusts no unknown host', async () => {
  const { configFor } = await page.import<{ configFor(host: string | null): AuthConfig }>(
    'src/tenant-config.ts',
  )
  expect(configFor('acme.example.com')).toBe(configFor('ACME.example.com'))
  expect(configFor('evil.test')).toMatchObject({ providers: [], trustHost: false })
})
