import { randomBytes } from 'node:crypto'
import { startExample, stopAll } from '@latchkey/test-support/applications/servers.mjs'
import { httpsSite } from '@latchkey/test-support/browser/https-site.ts'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { open, press, signInAtProvider } from '@latchkey/test-support/browser/steps.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { startNginx } from '@latchkey/test-support/machine/nginx.mjs'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildPackedNext, type PackedApplication } from './packed-application.ts'

const HOST = 'shop.example.test'
const client = { clientId: 'packed', clientSecret: randomBytes(32).toString('base64url') }

/**
 * The same build with its URL configured in different ways, and the resulting URL path of the
 * library.
 */
const [first = 0, second = 0, third = 0, fourth = 0, ...applications] = await freePorts(8)
const setups = [
  {
    port: first,
    source: 'its proxy',
    env: { AUTH_TRUST_HOST: 'true' },
    forwardsHost: true,
    basePath: '/shop/api/auth',
  },
  {
    port: second,
    source: 'AUTH_URL without a path',
    env: { AUTH_URL: `https://${HOST}:${second}` },
    forwardsHost: false,
    basePath: '/shop/api/auth',
  },
  {
    port: third,
    source: 'AUTH_URL with the full path',
    env: { AUTH_URL: `https://${HOST}:${third}/shop/api/auth` },
    forwardsHost: false,
    basePath: '/shop/api/auth',
  },
  {
    port: fourth,
    source: 'AUTH_URL and a basePath of the library',
    env: { AUTH_URL: `https://${HOST}:${fourth}/shop`, MOUNT_PATH: '/second-mount' },
    forwardsHost: true,
    basePath: '/shop/second-mount',
  },
].map((setting, index) => ({
  ...setting,
  origin: `https://${HOST}:${setting.port}`,
  application: applications[index] ?? 0,
}))

let built: PackedApplication | undefined
let provider: Awaited<ReturnType<typeof startProvider>> | undefined
let nginx: Awaited<ReturnType<typeof startNginx>> | undefined

beforeAll(async () => {
  built = await buildPackedNext()
  const redirectUris = setups.map(({ origin, basePath }) => `${origin}${basePath}/callback/playground`)
  provider = await startProvider({ clients: [{ ...client, redirectUris }] })
  const settings = {
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    AUTH_PLAYGROUND_ISSUER: provider.issuer,
    AUTH_PLAYGROUND_ID: client.clientId,
    AUTH_PLAYGROUND_SECRET: client.clientSecret,
  }
  const { folder } = built
  await Promise.all(
    setups.map(({ application, env }) =>
      startExample('next', { port: application, folder, env: { ...settings, ...env } }),
    ),
  )
  nginx = await startNginx(setups.map((setup) => ({ ...setup, host: HOST })))
})

afterAll(async () => {
  await Promise.all([nginx?.stop(), provider?.close(), stopAll()])
  await built?.remove()
})

describe.for(setups)(
  'The packed library in Next.js below /shop, with its URL from $source',
  ({ origin, basePath }) => {
    async function signInWithPassword(browser: Browser): Promise<Response> {
      const page = await open(browser, `${origin}/shop/account?tab=1`)
      return press(browser, page, 'Sign in with password', { password: 'correct horse' })
    }

    // proves CFG-5, P-HO-3, §9.2, §9.3
    test('has its endpoints below both paths', async () => {
      const browser = browserFor(origin)
      expect(await (await browser.get(`${origin}${basePath}/session`)).json()).toBeNull()
      const providers = await (await browser.get(`${origin}${basePath}/providers`)).json()
      expect(providers.playground).toMatchObject({
        signinUrl: `${origin}${basePath}/signin/playground`,
        callbackUrl: `${origin}${basePath}/callback/playground`,
      })
    })

    // proves A-17, ST-9, P-HO-3
    test('redirects from the protected page to the provider and back', async () => {
      const browser = browserFor(origin)
      const page = await open(browser, `${origin}/shop/account?tab=1`)
      expect(page.url).toBe(
        `${origin}${basePath}/signin?callbackUrl=${encodeURIComponent(`${origin}/shop/account?tab=1`)}`,
      )
      const start = await press(browser, page, 'Playground ID')
      const account = await signInAtProvider(browser, start, 'Ada Lovelace')
      expect(account.url).toBe(`${origin}/shop/account?tab=1`)
      expect(await account.response.text()).toMatch(/Account of (<!-- -->)?Ada Lovelace/)
    })

    test('signs in with a password, for the App Router and the Pages Router', async () => {
      const browser = browserFor(origin)
      const response = await signInWithPassword(browser)
      expect(response.headers.get('location')).toBe(`${origin}/shop/account?tab=1`)
      const session = browser.cookies(origin).find(({ name }) => name === '__Secure-latchkey.session-token')
      expect(session?.header).toMatch(/; Path=\/;.*; Secure/)
      expect(await (await browser.get(`${origin}/shop`)).text()).toContain('Signed in as Ada Lovelace')
      expect(await (await browser.get(`${origin}/shop/legacy`)).text()).toContain(
        'Legacy page of Ada Lovelace',
      )
    })
  },
)

// Behind a proxy that does not forward the host, Next.js rejects its own actions: it compares the
// origin of the form with its own host.
// proves ST-8
test.for(setups.filter(({ forwardsHost }) => forwardsHost))(
  'Server actions sign in and out below /shop, with the URL from $source',
  async ({ origin, basePath }) => {
    const browser = browserFor(origin)
    const start = await press(browser, await open(browser, `${origin}/shop`), 'Sign in')
    const account = await signInAtProvider(browser, start, 'Ada Lovelace')
    expect(account.url).toBe(`${origin}/shop/account`)
    const left = await press(browser, await open(browser, `${origin}/shop`), 'Sign out')
    expect(new URL(left.headers.get('location') ?? '', origin).href).toBe(`${origin}/shop`)
    expect(await (await browser.get(`${origin}${basePath}/session`)).json()).toBeNull()
  },
)

// The other application has its endpoints at another path, which the page would have to name.
// proves WEB-13
test.for(setups.filter(({ basePath }) => basePath === '/shop/api/auth'))(
  'SessionProvider and signIn use the endpoints below /shop in a browser, with the URL from $source',
  async ({ origin }) => {
    const server = await launchBrowser([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`])
    onTestFinished(() => server.close())
    const chrome = await chromium.connect(server.wsEndpoint())
    const page = await (await chrome.newContext({ ignoreHTTPSErrors: true })).newPage()
    const paths: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') paths.push(new URL(request.url()).pathname)
    })
    await page.goto(`${origin}/shop/browser`)
    await page.getByRole('status').getByText('unauthenticated', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign in here' }).click()
    await page.getByRole('status').getByText('authenticated: Ada Lovelace', { exact: true }).waitFor()
    expect(paths.filter((path) => path.includes('/api/auth'))).toEqual([
      '/shop/api/auth/session',
      '/shop/api/auth/providers',
      '/shop/api/auth/callback/credentials',
      '/shop/api/auth/session',
    ])
  },
)

function browserFor(origin: string): Browser {
  return new Browser(httpsSite(origin, nginx?.certificate ?? ''))
}
