import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import type { JWT } from 'latchkey'
import OIDC from 'latchkey/providers/oidc'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Site, startSite } from './site.ts'

const SECRET = 'a secret that is long enough for every test here'

/** The files of the page "Test your application". */
let files: PageFiles
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let site: Site
let port: number
let page: Page

beforeAll(async () => {
  port = await freePort()
  const acme = { clientId: 'app', clientSecret: 'secret', issuer: `http://localhost:${port}` }
  files = await writePageFiles('guides/testing')
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
  const providers = [OIDC({ id: 'acme', name: 'Acme', ...acme })]
  site = await startSite({ api: { basePath: '/api/auth', secret: SECRET, trustHost: true, providers } })
})
beforeEach(async () => {
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_ACME_ID', 'app')
  vi.stubEnv('AUTH_ACME_SECRET', 'secret')
  page = await (await browser.newContext({ baseURL: site.origin })).newPage()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await page.context().close()
})
afterAll(async () => {
  await Promise.all([site.close(), server.close(), files.remove()])
})

/** Returns the session as the browser reads it. */
async function readSession(): Promise<unknown> {
  await page.goto('/')
  return page.evaluate(async () => (await fetch('/api/auth/session')).json())
}

it('a browser with the session cookie of the page is signed in', async () => {
  const { signInWithCookie } = await files.import<{
    signInWithCookie(context: BrowserContext, url: string, token: JWT): Promise<void>
  }>('e2e/sign-in-with-cookie.ts')
  expect(await readSession()).toBeNull()
  await signInWithCookie(page.context(), site.origin, { sub: 'ann', name: 'Ann', notes: 'x'.repeat(5000) })
  expect(await readSession()).toMatchObject({ user: { name: 'Ann' } })
})

it('the provider of the page accepts any user name', async () => {
  const { startProvider } = await files.import<{
    startProvider(application: string, port: number): Promise<{ stop(): void }>
  }>('test/provider.ts')
  const { signInAtProvider } = await files.import<{
    signInAtProvider(page: Page, name: string): Promise<void>
  }>('e2e/sign-in-at-provider.ts')
  const notices = vi.spyOn(console, 'info').mockImplementation(() => {})
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const provider = await startProvider(site.origin, port)
  try {
    await signInAtProvider(page, 'ben')
    await page.waitForURL(`${site.origin}/`)
    expect(await readSession()).toMatchObject({ user: { name: 'ben', email: 'ben@example.test' } })
  } finally {
    provider.stop()
    notices.mockRestore()
    warnings.mockRestore()
  }
})
