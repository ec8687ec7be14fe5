import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startExample, stopAll } from '@latchkey/test-support/applications/servers.mjs'
import { httpsSite } from '@latchkey/test-support/browser/https-site.ts'
import { open, press, signInAtProvider } from '@latchkey/test-support/browser/steps.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { startNginx } from '@latchkey/test-support/machine/nginx.mjs'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const HOST = 'app.example.test'
const ADA = { email: 'ada@example.com', password: 'correct horse' }
const client = { clientId: 'latchkey-example', clientSecret: randomBytes(32).toString('base64url') }

const [trustedPort = 0, fixedPort = 0, untrustedPort = 0, ...applications] = await freePorts(6)
/** Behind a proxy that forwards the public host. The application trusts the headers. */
const trusted = `https://${HOST}:${trustedPort}`
/** Behind a proxy that does not forward the host. The application has a fixed URL. */
const fixed = `https://${HOST}:${fixedPort}`
/** Behind a proxy that forwards the public host, but the application does not trust the headers. */
const untrusted = `https://${HOST}:${untrustedPort}`

let folder: string
let certificate: string
let provider: Awaited<ReturnType<typeof startProvider>>
let stopNginx: (() => Promise<void>) | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
  const redirectUris = [trusted, fixed].map((origin) => `${origin}/api/auth/callback/playground`)
  provider = await startProvider({ clients: [{ ...client, redirectUris }] })
  const [trustingApplication = 0, fixedApplication = 0, distrustingApplication = 0] = applications
  await Promise.all([
    start(trustingApplication, { AUTH_TRUST_HOST: 'true' }),
    start(fixedApplication, { AUTH_URL: fixed }),
    start(distrustingApplication, {}),
  ])
  const nginx = await startNginx([
    { host: HOST, port: trustedPort, application: trustingApplication, forwardsHost: true },
    { host: HOST, port: fixedPort, application: fixedApplication, forwardsHost: false },
    { host: HOST, port: untrustedPort, application: distrustingApplication, forwardsHost: true },
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
    // One database for all three, to test servers that start at the same time.
    DATABASE_PATH: join(folder, 'app.db'),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_PLAYGROUND_ISSUER: provider.issuer,
    AUTH_PLAYGROUND_ID: client.clientId,
    AUTH_PLAYGROUND_SECRET: client.clientSecret,
    // No test sends an e-mail.
    AUTH_NODEMAILER_SERVER: 'smtp://localhost:1',
  }
  return startExample('next', { port, env: { ...settings, ...env } })
}

function browserFor(origin: string): Browser {
  return new Browser(httpsSite(origin, certificate))
}

async function readSession(browser: Browser, origin: string): Promise<unknown> {
  return (await browser.get(`${origin}/api/auth/session`)).json()
}

describe.for([
  { proxy: 'that forwards the host', origin: trusted },
  { proxy: 'that does not forward the host, with AUTH_URL', origin: fixed },
])('Next.js behind a proxy $proxy', ({ origin }) => {
  // proves A-17, ST-9, ENV-1, P-HO-1, P-HO-3, §9.2, §9.3
  test('redirects from a protected page to the provider and back', async () => {
    const browser = browserFor(origin)
    const page = await open(browser, `${origin}/account?tab=1`)
    expect(new URL(page.url).pathname).toBe('/api/auth/signin')
    expect(new URL(page.url).searchParams.get('callbackUrl')).toBe(`${origin}/account?tab=1`)
    const start = await press(browser, page, 'Playground ID')
    const authorization = new URL(start.headers.get('location') ?? '')
    expect(authorization.origin).toBe(provider.issuer)
    expect(authorization.searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/callback/playground`)
    const account = await signInAtProvider(browser, start, 'Ada Lovelace')
    expect(account.url).toBe(`${origin}/account?tab=1`)
    expect(await account.response.text()).toContain('Your account')
    expect(await readSession(browser, origin)).toMatchObject({ user: { email: ADA.email } })
  })

  // proves P-HO-3
  test('signs in with a password, with cookies that are limited to HTTPS and this host', async () => {
    const browser = browserFor(origin)
    const signIn = await press(
      browser,
      await open(browser, `${origin}/account`),
      'Sign in with password',
      ADA,
    )
    expect(signIn.headers.get('location')).toBe(`${origin}/account`)
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
  test('ignores forwarded headers of the client', async () => {
    const spoofed = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
    const browser = browserFor(origin)
    const providers = await browser.get(`${origin}/api/auth/providers`, spoofed)
    expect(await providers.json()).toMatchObject({
      playground: { callbackUrl: `${origin}/api/auth/callback/playground` },
    })
    const page = await browser.get(`${origin}/api/auth/signin?callbackUrl=https://evil.test/x`, spoofed)
    expect(originsIn(await page.text())).toEqual([origin])
    const redirect = await browser.get(`${origin}/account`, spoofed)
    const target = new URL(redirect.headers.get('location') ?? '', origin)
    expect([target.origin, target.searchParams.get('callbackUrl')]).toEqual([origin, `${origin}/account`])
  })

  test('is not reachable under another host name', async () => {
    expect((await browserFor(origin).get(`${origin}/api/auth/signin`, { host: 'evil.test' })).status).toBe(
      421,
    )
  })
})

// proves ST-8, P-HO-3
test('Server actions sign in and out behind a proxy that forwards the host', async () => {
  const browser = browserFor(trusted)
  const start = await press(browser, await open(browser, `${trusted}/`), 'Sign in with Playground ID')
  expect(new URL(start.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
    `${trusted}/api/auth/callback/playground`,
  )
  const home = await signInAtProvider(browser, start, 'Ada Lovelace')
  expect(home.url).toBe(`${trusted}/`)
  const left = await press(browser, home, 'Sign out')
  expect(new URL(left.headers.get('location') ?? '', trusted).href).toBe(`${trusted}/`)
  expect(await readSession(browser, trusted)).toBeNull()
  await press(browser, await open(browser, `${trusted}/`), 'Sign in with password', ADA)
  expect(await readSession(browser, trusted)).toMatchObject({ user: { email: ADA.email } })
})

describe('Next.js in production without a trusted host', () => {
  // proves P-HO-2, P-HO-4
  test.for(['signin', 'providers', 'csrf', 'session', 'signout'])(
    'rejects GET %s without setting a cookie or revealing the host',
    async (action) => {
      const response = await browserFor(untrusted).get(`${untrusted}/api/auth/${action}`)
      expect(response.status).toBe(500)
      await expectNoDetails(response)
    },
  )

  // proves P-HO-4
  test('rejects sign-in, and does not redirect to the provider', async () => {
    const browser = browserFor(untrusted)
    for (const action of ['signin/playground', 'callback/credentials']) {
      const response = await browser.post(`${untrusted}/api/auth/${action}`, ADA)
      expect(response.status).toBe(500)
      await expectNoDetails(response)
    }
    // The untrusted application shows no form. The server action has the same id in both.
    const { response } = await open(browserFor(trusted), `${trusted}/`)
    const page = { url: `${untrusted}/`, response }
    const action = await press(browser, page, 'Sign in with Playground ID')
    // A path, so that no header of the request chooses the host.
    expect(action.headers.get('location')).toMatch(/^\/api\/auth\/error\?error=Configuration&reference=/)
    expect(action.headers.getSetCookie()).toEqual([])
  })

  // proves P-HO-4
  test('responds with an error to protected pages', async () => {
    const response = await browserFor(untrusted).get(`${untrusted}/account`)
    expect(response.status).toBe(500)
    await expectNoDetails(response)
  })

  // proves P-HO-4
  test('renders nothing that depends on the session', async () => {
    const response = await browserFor(untrusted).get(`${untrusted}/`)
    const html = await response.text()
    // Next.js has sent the status before the page fails.
    expect(html).toContain('<html id="__next_error__"')
    expect(html).not.toContain('<form')
    expect(html).not.toContain(HOST)
  })

  async function expectNoDetails(response: Response): Promise<void> {
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).not.toContain(HOST)
  }
})

/** Returns the origins of all absolute URLs in a page, except XML namespaces. */
function originsIn(html: string): string[] {
  const found = [...html.matchAll(/https?:\/\/[^\s"'<>/]+/g)].map(([address]) => address)
  return [...new Set(found)].filter((address) => address !== 'http://www.w3.org')
}
