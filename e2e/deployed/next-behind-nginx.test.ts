import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Browser } from '../../packages/latchkey/test/kit/browser.ts'
import { startProvider } from '../../playground/provider.ts'
import { startNginx } from '../../scripts/nginx.mjs'
import { freePorts } from '../../scripts/ports.mjs'
import { startExample, stopAll } from '../../scripts/servers.mjs'
import { httpsSite } from './site.ts'
import { agree, open, press } from './steps.ts'

const HOST = 'app.example.test'
const ADA = { email: 'ada@example.com', password: 'correct horse' }
const client = { clientId: 'latchkey-example', clientSecret: randomBytes(32).toString('base64url') }

const [toldPort = 0, silentPort = 0, lostPort = 0, ...applications] = await freePorts(6)
/** Behind a proxy that says under which address it is reached; the application believes it. */
const told = `https://${HOST}:${toldPort}`
/** Behind a proxy that says nothing; the application knows its address by itself. */
const silent = `https://${HOST}:${silentPort}`
/** Behind the first kind of proxy, but nobody told the application to believe it. */
const lost = `https://${HOST}:${lostPort}`

let folder: string
let certificate: string
let provider: Awaited<ReturnType<typeof startProvider>>
let stopNginx: (() => Promise<void>) | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
  const redirectUris = [told, silent].map((origin) => `${origin}/api/auth/callback/playground`)
  provider = await startProvider({ clients: [{ ...client, redirectUris }] })
  const [believing = 0, knowing = 0, doubting = 0] = applications
  await Promise.all([
    start(believing, { AUTH_TRUST_HOST: 'true' }),
    start(knowing, { AUTH_URL: silent }),
    start(doubting, {}),
  ])
  const nginx = await startNginx([
    { host: HOST, port: toldPort, application: believing, forwardsHost: true },
    { host: HOST, port: silentPort, application: knowing, forwardsHost: false },
    { host: HOST, port: lostPort, application: doubting, forwardsHost: true },
  ])
  certificate = nginx.certificate
  stopNginx = nginx.stop
})

afterAll(async () => {
  await Promise.all([stopNginx?.(), provider?.close(), stopAll()])
  await rm(folder, { recursive: true })
})

function start(port: number, env: NodeJS.ProcessEnv): ReturnType<typeof startExample> {
  const settings = {
    // One for all three: servers that start together get on with each other.
    DATABASE_PATH: join(folder, 'app.db'),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_PLAYGROUND_ISSUER: provider.issuer,
    AUTH_PLAYGROUND_ID: client.clientId,
    AUTH_PLAYGROUND_SECRET: client.clientSecret,
  }
  return startExample('next', { port, env: { ...settings, ...env } })
}

function visit(origin: string): Browser {
  return new Browser(httpsSite(origin, certificate))
}

async function readSession(browser: Browser, origin: string): Promise<unknown> {
  return (await browser.get(`${origin}/api/auth/session`)).json()
}

describe.for([
  { way: 'that says its address', origin: told },
  { way: 'that says nothing, with AUTH_URL', origin: silent },
])('Next.js behind a proxy $way', ({ origin }) => {
  // proves A-17, ST-9, ENV-1, P-HO-1, P-HO-3, §9.2, §9.3
  test('leads from a protected page through the provider and back', async () => {
    const browser = visit(origin)
    const page = await open(browser, `${origin}/account?tab=1`)
    expect(new URL(page.url).pathname).toBe('/api/auth/signin')
    expect(new URL(page.url).searchParams.get('callbackUrl')).toBe(`${origin}/account?tab=1`)
    const start = await press(browser, page, 'Playground ID')
    const authorization = new URL(start.headers.get('location') ?? '')
    expect(authorization.origin).toBe(provider.issuer)
    expect(authorization.searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback/playground`)
    const account = await agree(browser, start, 'Ada Lovelace')
    expect(account.url).toBe(`${origin}/account?tab=1`)
    expect(await account.response.text()).toContain('Your account')
    expect(await readSession(browser, origin)).toMatchObject({ user: { email: ADA.email } })
  })

  // proves P-HO-3
  test('signs in with a password, and its cookies are for https and this host alone', async () => {
    const browser = visit(origin)
    const answer = await press(
      browser,
      await open(browser, `${origin}/account`),
      'Sign in with password',
      ADA,
    )
    expect(answer.headers.get('location')).toBe(`${origin}/account`)
    expect(browser.cookies(origin).map(({ name }) => name)).toContain('__Secure-latchkey.session-token')
    for (const { name, header } of browser.cookies(origin)) {
      expect(name).toMatch(/^__(Secure|Host)-/)
      expect(header).toMatch(/; Path=\/;/)
      expect(header).toMatch(/; Secure/)
      expect(header).not.toMatch(/; Domain=/)
    }
    const { response } = await open(browser, `${origin}/`)
    expect(await response.text()).toContain('You are signed in')
  })

  // proves P-HO-1
  test('names no other address, whatever a client says of itself', async () => {
    const spoofed = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
    const browser = visit(origin)
    const providers = await browser.get(`${origin}/api/auth/providers`, spoofed)
    expect(await providers.json()).toMatchObject({
      playground: { callbackUrl: `${origin}/api/auth/callback/playground` },
    })
    const page = await browser.get(`${origin}/api/auth/signin?callbackUrl=https://evil.test/x`, spoofed)
    expect(addressesIn(await page.text())).toEqual([origin])
    const redirect = await browser.get(`${origin}/account`, spoofed)
    const target = new URL(redirect.headers.get('location') ?? '', origin)
    expect([target.origin, target.searchParams.get('callbackUrl')]).toEqual([origin, `${origin}/account`])
  })

  test('is not reached under another name', async () => {
    expect((await visit(origin).get(`${origin}/api/auth/signin`, { host: 'evil.test' })).status).toBe(421)
  })
})

// proves ST-8, P-HO-3
test('Server actions sign in and out behind a proxy that says its address', async () => {
  const browser = visit(told)
  const start = await press(browser, await open(browser, `${told}/`), 'Sign in with Playground ID')
  expect(new URL(start.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
    `${told}/api/auth/callback/playground`,
  )
  const home = await agree(browser, start, 'Ada Lovelace')
  expect(home.url).toBe(`${told}/`)
  const left = await press(browser, home, 'Sign out')
  expect(new URL(left.headers.get('location') ?? '', told).href).toBe(`${told}/`)
  expect(await readSession(browser, told)).toBeNull()
  await press(browser, await open(browser, `${told}/`), 'Sign in with password', ADA)
  expect(await readSession(browser, told)).toMatchObject({ user: { email: ADA.email } })
})

describe('Next.js in production, told nothing about its address', () => {
  // proves P-HO-2, P-HO-4
  test.for(['signin', 'providers', 'csrf', 'session', 'signout'])(
    'refuses GET %s, without a cookie and without the name',
    async (door) => {
      const response = await visit(lost).get(`${lost}/api/auth/${door}`)
      expect(response.status).toBe(500)
      await expectNothingTold(response)
    },
  )

  // proves P-HO-4
  test('signs nobody in, and sends nobody to the provider', async () => {
    const browser = visit(lost)
    for (const door of ['signin/playground', 'callback/credentials']) {
      const response = await browser.post(`${lost}/api/auth/${door}`, ADA)
      expect(response.status).toBe(500)
      await expectNothingTold(response)
    }
    const action = await press(browser, await open(browser, `${lost}/`), 'Sign in with Playground ID')
    // What the example does with an `AuthError`: to the sign-in page, by a path.
    expect(action.headers.get('location')).toBe('/api/auth/signin?error=UntrustedHost')
    expect(action.headers.getSetCookie()).toEqual([])
  })

  // proves P-HO-4
  test('protects its pages all the same', async () => {
    const response = await visit(lost).get(`${lost}/account`)
    expect(response.headers.get('location')).toBe('/api/auth/signin?callbackUrl=%2Faccount')
  })

  async function expectNothingTold(response: Response): Promise<void> {
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).not.toContain(HOST)
  }
})

/** The origins of all absolute addresses in a page, those of namespaces left out. */
function addressesIn(html: string): string[] {
  const found = [...html.matchAll(/https?:\/\/[^\s"'<>/]+/g)].map(([address]) => address)
  return [...new Set(found)].filter((address) => address !== 'http://www.w3.org')
}
