import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { launchBrowser } from '../../../../e2e/launch-browser.ts'

let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext
/** The requests of all pages to our doors. */
let asked: string[]
/** What the pages complained about, as of a hydration that does not fit. */
let complaints: string[]

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
  asked = []
  complaints = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/auth/')) asked.push(`${request.method()} ${pathname}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
})

afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
})

async function haveSession(): Promise<void> {
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

async function expectShown(page: Page, id: 'given' | 'asked', text: string): Promise<void> {
  await expect.poll(() => page.locator(`#${id}`).textContent(), { timeout: 5_000 }).toBe(text)
}

describe('createSession', () => {
  it('shows what the server tells in the page as it comes, and asks for nothing', async () => {
    await haveSession()
    const html = await (await context.request.get('/client')).text()
    expect(html).toMatch(/<output[^>]*id="given"[^>]*>authenticated Ann</)
    expect(html).toMatch(/<output[^>]*id="asked"[^>]*>loading nobody</)
    const page = await openPage()
    await expectShown(page, 'given', 'authenticated Ann')
    await expectShown(page, 'asked', 'authenticated Ann')
    expect(asked).toEqual([])
  })

  it('knows of nobody', async () => {
    const page = await openPage()
    await expectShown(page, 'given', 'unauthenticated nobody')
    await expectShown(page, 'asked', 'unauthenticated nobody')
  })

  it('shows an update, in the other tabs too', async () => {
    await haveSession()
    const [one, other] = [await openPage(), await openPage()]
    await expectShown(other, 'asked', 'authenticated Ann')
    await one.getByRole('button', { name: 'Rename', exact: true }).click()
    for (const page of [one, other]) {
      await expectShown(page, 'asked', 'authenticated Anna')
      await expectShown(page, 'given', 'authenticated Anna')
    }
  })

  it('tells the other tabs to look when a page was loaded, as after a form of the server', async () => {
    await haveSession()
    const [one, other] = [await openPage(), await openPage()]
    await expectShown(one, 'given', 'authenticated Ann')
    await context.request.post('/api/auth/signout', { headers: { origin: inject('site') }, maxRedirects: 0 })
    await other.goto('/client')
    await expectShown(other, 'given', 'unauthenticated nobody')
    await expectShown(one, 'given', 'unauthenticated nobody')
  })

  it('takes over what the server tells anew', async () => {
    await haveSession()
    const page = await openPage()
    await expectShown(page, 'asked', 'authenticated Ann')
    asked.splice(0)
    await page.getByRole('button', { name: 'Rename on the server' }).click()
    await expectShown(page, 'given', 'authenticated Grace')
    await expectShown(page, 'asked', 'authenticated Grace')
    expect(asked).toEqual([])
  })

  it('shows that somebody signed out, in the other tabs too', async () => {
    await haveSession()
    const [one, other] = [await openPage(), await openPage()]
    await expectShown(other, 'asked', 'authenticated Ann')
    await one.getByRole('button', { name: 'Sign out' }).click()
    for (const page of [one, other]) {
      await expectShown(page, 'asked', 'unauthenticated nobody')
      await expectShown(page, 'given', 'unauthenticated nobody')
    }
    expect(asked).toContain('POST /api/auth/signout')
  })
})
