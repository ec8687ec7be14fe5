import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { launchBrowser } from '../../../../e2e/launch-browser.ts'
import { site } from './visitor.ts'

const issuer = inject('kitIssuer')

let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

beforeEach(async () => {
  page = await visit()
})

afterEach(() => context.close())

async function visit(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  await context?.close()
  context = await browser.newContext({ baseURL: site, ...options })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

/** Signs Ann in, for all tabs. */
async function haveSession(): Promise<void> {
  const form = { email: 'ann@example.com', password: 'right' }
  await context.request.post('/auth/callback/credentials', {
    form,
    headers: { origin: site },
    maxRedirects: 0,
  })
}

/** Ends the session without any tab's doing. */
async function endSession(): Promise<void> {
  await context.request.post('/auth/signout', { headers: { origin: site }, maxRedirects: 0 })
}

/** Opens a page and waits for its scripts, where it has some. */
async function open(path: string, tab = page): Promise<void> {
  await tab.goto(path)
  const hasScripts = await tab.evaluate(() => matchMedia('(scripting: enabled)').matches)
  if (hasScripts) await tab.locator('body[data-ready]').waitFor()
}

const watched = (tab = page): Promise<string | null> => tab.locator('#watched').textContent()
const until = (text: string, tab = page): Promise<void> =>
  tab.locator('#watched', { hasText: text }).waitFor()
const press = (name: string | RegExp, section: string): Promise<void> =>
  page.locator(`#${section}`).getByRole('button', { name, exact: true }).click()
const said = async (): Promise<unknown> => {
  await page.waitForFunction(() => document.querySelector('#said')?.textContent !== 'null')
  return JSON.parse((await page.locator('#said').textContent()) ?? '')
}

describe.for([
  { scripts: 'with JavaScript', javaScriptEnabled: true },
  { scripts: 'without JavaScript', javaScriptEnabled: false },
])('SignIn and SignOut, $scripts', ({ javaScriptEnabled }) => {
  beforeEach(async () => {
    page = await visit({ javaScriptEnabled })
  })

  // proves C-7, EP-7, EP-11, EP-12, §18.2
  it('lead through the provider and back, and out, by the pages /signin and /signout', async () => {
    await open('/components')
    const authorization = page.waitForRequest((request) => request.url().startsWith(`${issuer}/auth?`))
    await press('Sign in with my-idp', 'plain')
    const { searchParams } = new URL((await authorization).url())
    expect([searchParams.get('prompt'), searchParams.get('redirect_uri')]).toEqual([
      'login',
      `${site}/auth/callback/my-idp`,
    ])
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${site}/components`)
    expect(await watched()).toBe('authenticated: Ada Lovelace')
    await press('Sign out', 'plain')
    await until('unauthenticated')
    expect(page.url()).toBe(`${site}/components`)
  })

  // proves C-7, C-8, EP-12
  it('use the pages of their properties, and show snippets in their buttons and fields', async () => {
    await open('/components')
    const form = page.locator('#snippet form.card')
    expect(await form.getAttribute('action')).toMatch(/\/forms\?\/enter$/)
    await form.getByLabel('E-mail').fill('ann@example.com')
    await form.getByLabel('Password').fill('right')
    expect(await form.getByRole('button').innerHTML()).toContain('Enter <b>now</b>')
    await press('Enter now', 'snippet')
    await page.waitForURL(`${site}/streamed`)
    await open('/components')
    expect(await watched()).toBe('authenticated: Ann')
    await press('Leave now', 'snippet')
    await page.waitForURL(`${site}/about`)
    await open('/')
    expect(await watched()).toBe('unauthenticated: nobody')
  })

  // proves C-8
  it('show slots in their buttons', async () => {
    await open('/components')
    expect(await page.locator('#slot button').allTextContents()).toEqual(['By mail', 'Bye'])
    await page.locator('#slot').getByLabel('E-mail').waitFor()
    await haveSession()
    await press('Bye', 'slot')
    await until('unauthenticated')
  })
})

describe('the functions of the client', () => {
  // proves C-5, C-6, §18.2
  it('sign in with what a form would say, and out, without leaving the page', async () => {
    await open('/components')
    await press('Fail without leaving', 'client')
    expect(await said()).toMatchObject({
      ok: false,
      error: 'CredentialsSignin',
      code: 'credentials',
      url: null,
    })
    expect(await watched()).toBe('unauthenticated: nobody')
    await press('Enter without leaving', 'client')
    await until('authenticated: Ann')
    expect(await said()).toMatchObject({ ok: true, status: 200 })
    await press('Leave without leaving', 'client')
    await until('unauthenticated: nobody')
    expect(await context.cookies()).toEqual([])
  })

  // proves C-5, C-6
  it('go to the provider with parameters, and out to another page', async () => {
    await open('/components')
    const authorization = page.waitForRequest((request) => request.url().startsWith(`${issuer}/auth?`))
    await press('To the provider', 'client')
    expect(new URL((await authorization).url()).searchParams.get('prompt')).toBe('login')
    await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
    await haveSession()
    await open('/components')
    await press('Leave', 'client')
    await page.waitForURL(`${site}/about`)
  })

  // proves C-5, C-6, AMB-2
  it('find the doors below `paths.base`', async () => {
    const shop = inject('kitShop')
    await open(`${shop}/components`)
    await press('Enter without leaving', 'client')
    await until('authenticated: Ann')
    await press('Leave without leaving', 'client')
    await until('unauthenticated: nobody')
    expect(await page.locator('#plain form').first().getAttribute('action')).toMatch(/signin$/)
    await press('Sign in with my-idp', 'plain')
    await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
  })
})

describe('the session of a page', () => {
  // proves C-9
  it('is what the layout said, at once and without a request', async () => {
    await haveSession()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await open('/')
    expect(await watched()).toBe('authenticated: Ann')
    expect(requests.filter((path) => path.startsWith('/auth/'))).toEqual([])
  })

  // proves C-9
  it('follows the other tabs', async () => {
    await open('/components')
    const other = await context.newPage()
    await open('/', other)
    expect(await watched(other)).toBe('unauthenticated: nobody')
    await press('Enter without leaving', 'client')
    await until('authenticated: Ann', other)
    await press('Leave without leaving', 'client')
    await until('unauthenticated: nobody', other)
  })

  // proves C-9
  it('is asked for again with every navigation: nobody sees an old one', async () => {
    await haveSession()
    await open('/')
    await endSession()
    await page.getByRole('link', { name: 'forms' }).click()
    await page.waitForURL(`${site}/forms`)
    await until('unauthenticated: nobody')
    expect(await page.locator('#layout').textContent()).toBe('null')
    expect(await page.locator('#own').textContent()).toBe('null')
  })

  // proves P-IN-2
  it('keeps what it knows while the server cannot say', async () => {
    await haveSession()
    await open('/')
    await context.addCookies([{ name: 'variant', value: 'down', url: site }])
    const answer = page.waitForResponse((response) => response.url() === `${site}/auth/session`)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect((await answer).status()).toBe(500)
    expect(await watched()).toBe('authenticated: Ann')
  })
})

describe('a remote function', () => {
  // proves §18.2
  it('that commands changes the session, and sees what came of it', async () => {
    await haveSession()
    await open('/remote')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#renamed', { hasText: 'Anna' }).waitFor()
    await open('/')
    expect(await watched()).toBe('authenticated: Anna')
  })
})
