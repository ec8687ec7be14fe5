import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext
/** The requests of all pages to Latchkey's endpoints. */
let requests: string[]
/** The errors and warnings of the pages, such as a hydration mismatch. */
let problems: string[]

beforeAll(async () => {
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

beforeEach(async () => {
  context = await browser.newContext({ baseURL: inject('site') })
  context.setDefaultTimeout(10_000)
  requests = []
  problems = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/auth/')) requests.push(`${request.method()} ${pathname}`)
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
})

afterEach(async () => {
  await context.close()
  expect(problems).toEqual([])
})

/** Signs Ann in for all pages. */
async function signInAnn(): Promise<void> {
  const form = { email: 'ann@example.com', password: 'right' }
  await context.request.post('/api/auth/callback/credentials', {
    form,
    headers: { origin: inject('site') },
    maxRedirects: 0,
  })
}

async function openPage(): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/client')
  return page
}

/**
 * `with-initial-data`: the page passes the session of the server. `without-initial-data`: the
 * client requests it.
 */
type Output = 'with-initial-data' | 'without-initial-data'

async function expectShown(page: Page, id: Output, text: string): Promise<void> {
  await expect.poll(() => page.locator(`#${id}`).textContent(), { timeout: 5_000 }).toBe(text)
}

describe('createSession', () => {
  it('shows the session that the server renders, without a request', async () => {
    await signInAnn()
    const html = await (await context.request.get('/client')).text()
    expect(html).toMatch(/<output[^>]*id="with-initial-data"[^>]*>authenticated Ann</)
    expect(html).toMatch(/<output[^>]*id="without-initial-data"[^>]*>loading no user</)
    const page = await openPage()
    await expectShown(page, 'with-initial-data', 'authenticated Ann')
    await expectShown(page, 'without-initial-data', 'authenticated Ann')
    expect(requests).toEqual([])
  })

  it('shows that the visitor is signed out', async () => {
    const page = await openPage()
    await expectShown(page, 'with-initial-data', 'unauthenticated no user')
    await expectShown(page, 'without-initial-data', 'unauthenticated no user')
  })

  it('shows an update in all tabs', async () => {
    await signInAnn()
    const [first, second] = [await openPage(), await openPage()]
    await expectShown(second, 'without-initial-data', 'authenticated Ann')
    await first.getByRole('button', { name: 'Rename', exact: true }).click()
    for (const page of [first, second]) {
      await expectShown(page, 'without-initial-data', 'authenticated Anna')
      await expectShown(page, 'with-initial-data', 'authenticated Anna')
    }
  })

  it('updates the other tabs when a page is loaded, as after a form submission', async () => {
    await signInAnn()
    const [first, second] = [await openPage(), await openPage()]
    await expectShown(first, 'with-initial-data', 'authenticated Ann')
    await context.request.post('/api/auth/signout', { headers: { origin: inject('site') }, maxRedirects: 0 })
    await second.goto('/client')
    await expectShown(second, 'with-initial-data', 'unauthenticated no user')
    await expectShown(first, 'with-initial-data', 'unauthenticated no user')
  })

  it('shows the new session after a server action', async () => {
    await signInAnn()
    const page = await openPage()
    await expectShown(page, 'without-initial-data', 'authenticated Ann')
    requests.splice(0)
    await page.getByRole('button', { name: 'Rename on the server' }).click()
    await expectShown(page, 'with-initial-data', 'authenticated Grace')
    await expectShown(page, 'without-initial-data', 'authenticated Grace')
    expect(requests).toEqual([])
  })

  it('shows a sign-out in all tabs', async () => {
    await signInAnn()
    const [first, second] = [await openPage(), await openPage()]
    await expectShown(second, 'without-initial-data', 'authenticated Ann')
    await first.getByRole('button', { name: 'Sign out' }).click()
    for (const page of [first, second]) {
      await expectShown(page, 'without-initial-data', 'unauthenticated no user')
      await expectShown(page, 'with-initial-data', 'unauthenticated no user')
    }
    expect(requests).toContain('POST /api/auth/signout')
  })
})
