import { addDevice } from '@latchkey/test-support/browser/device.ts'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import memory from 'latchkey/adapters/memory'
import type { SignInResponse } from 'latchkey/client'
import Passkey from 'latchkey/providers/passkey'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClientName } from './client-page.ts'
import { type ClientSite, startClientSite } from './client-site.ts'
import { BROWSERS, restrict } from './older-browser.ts'

let site: ClientSite
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const ignore = (): void => undefined
  site = await startClientSite({
    secret: SECRET,
    trustHost: true,
    basePath: '/api/auth',
    adapter: memory(),
    session: { strategy: 'jwt' },
    providers: [passwordProvider, Passkey({ registration: 'anyone' })],
    logger: { error: ignore, warn: ignore, debug: ignore },
  })
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  site?.close()
})

beforeEach(async () => {
  context = await browser.newContext({ baseURL: site.origin })
  context.setDefaultTimeout(10_000)
  page = await context.newPage()
  await page.goto('/page')
  await page.waitForFunction(() => 'signInWith' in window)
  await page.getByLabel('Draft').fill('typed')
  site.requests.splice(0)
})

afterEach(async () => {
  site.fault = undefined
  await context.close()
})

const CLIENTS: readonly { name: ClientName; provider: string }[] = [
  { name: 'client', provider: 'credentials' },
  { name: 'react', provider: 'credentials' },
  { name: 'solid-start/client', provider: 'credentials' },
  { name: 'sveltekit/client', provider: 'credentials' },
  { name: 'sveltekit/client', provider: 'passkey' },
  { name: 'webauthn', provider: 'passkey' },
]

/** Returns the result of `signIn` with `redirect: false`, or the name of the error. */
function signInInPlace(name: ClientName, provider: string | undefined): Promise<SignInResponse | string> {
  return page.evaluate(
    ({ name, provider }) =>
      window.signInWith[name](provider, { password: 'right', redirect: false }).catch(
        ({ name }: Error) => name,
      ),
    { name, provider },
  )
}

/** Checks that the page was not left: what the user typed is still there. */
async function expectStayed(): Promise<void> {
  expect(page.url()).toBe(`${site.origin}/page`)
  expect(await page.getByLabel('Draft').inputValue()).toBe('typed')
}

const HTML = { headers: { 'content-type': 'text/html' } }

describe.each(CLIENTS)('signIn of latchkey/$name with $provider and `redirect: false`', (client) => {
  // proves WEB-4, §17.2
  it('rejects and stays on the page while the browser is offline', async () => {
    await context.setOffline(true)
    expect(await signInInPlace(client.name, client.provider)).toBe('TypeError')
    await expectStayed()
  })

  // proves WEB-4, WEB-21, §17.2
  it.each([
    { fault: 'an error', status: 500, respond: () => Response.json({ message: 'no' }, { status: 500 }) },
    { fault: 'a page', status: 200, respond: () => new Response('<p>Log in to the Wi-Fi', HTML) },
  ])('returns an error and stays on the page when the server responds with $fault', async (row) => {
    site.fault = row.respond
    expect(await signInInPlace(client.name, client.provider)).toEqual({
      error: 'Configuration',
      code: undefined,
      status: row.status,
      ok: false,
      url: null,
    })
    await expectStayed()
    expect(site.requests).toEqual(['GET /api/auth/providers'])
  })

  // proves WEB-4, §17.2
  it('returns an error for an unknown provider, and the sign-in page without a provider', async () => {
    expect(await signInInPlace(client.name, 'unknown')).toMatchObject({
      error: 'Configuration',
      status: 0,
      ok: false,
      url: null,
    })
    expect(await signInInPlace(client.name, undefined)).toMatchObject({
      error: undefined,
      status: 0,
      ok: true,
      url: `${site.origin}/api/auth/signin?${new URLSearchParams({ callbackUrl: page.url() })}`,
    })
    await expectStayed()
  })
})

describe.each(['webauthn', 'sveltekit/client'] as const)('passkeys with latchkey/%s', (name) => {
  // proves WEB-7, WEB-16, §17.5
  it.each(BROWSERS)('are registered and used in a browser $browser', async ({ browser }) => {
    await addDevice(page)
    await page.evaluate(restrict, browser)
    const email = `${name}-${browser}@example.com`.replaceAll(/[ /]/g, '-').toLowerCase()
    for (const action of ['register', undefined]) {
      const result = await page.evaluate(
        ({ name, ...fields }) => window.signInWith[name]('passkey', { ...fields, redirect: false }),
        { name, email, action, registered: undefined },
      )
      expect(result).toMatchObject({ error: undefined, ok: true })
      const session = await (await page.request.get('/api/auth/session')).json()
      expect(session).toMatchObject({ user: { email } })
      await page.request.post('/api/auth/signout', { headers: { origin: site.origin }, maxRedirects: 0 })
    }
  })

  // proves WEB-7, §17.5
  it('reject with a NotSupportedError in a browser without passkeys, before any challenge', async () => {
    await page.evaluate(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    expect(await signInInPlace(name, 'passkey')).toBe('NotSupportedError')
    expect(site.requests).toEqual(['GET /api/auth/providers'])
  })
})
