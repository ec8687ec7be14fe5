import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
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
  page = await newPage()
})

afterEach(() => context.close())

/** Opens an empty page in a new browser context. */
async function newPage(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  await context?.close()
  context = await browser.newContext({ baseURL: site, ...options })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

/** Signs Ann in for all tabs. */
async function signInAnn(): Promise<void> {
  const form = { email: 'ann@example.com', password: 'right' }
  await context.request.post('/auth/callback/credentials', {
    form,
    headers: { origin: site },
    maxRedirects: 0,
  })
}

/** Ends the session without notifying a tab. */
async function endSession(): Promise<void> {
  await context.request.post('/auth/signout', { headers: { origin: site }, maxRedirects: 0 })
}

/** Opens a page and waits for its scripts unless JavaScript is disabled. */
async function open(path: string, tab = page): Promise<void> {
  await tab.goto(path)
  const hasScripts = await tab.evaluate(() => matchMedia('(scripting: enabled)').matches)
  if (hasScripts) await tab.locator('body[data-ready]').waitFor()
}

const status = (tab = page): Promise<string | null> => tab.locator('#status').textContent()
const waitForStatus = (text: string, tab = page): Promise<void> =>
  tab.locator('#status', { hasText: text }).waitFor()
const press = (name: string | RegExp, section: string): Promise<void> =>
  page.locator(`#${section}`).getByRole('button', { name, exact: true }).click()
const clientResult = async (): Promise<unknown> => {
  await page.waitForFunction(() => document.querySelector('#result')?.textContent !== 'null')
  return JSON.parse((await page.locator('#result').textContent()) ?? '')
}

describe.for([
  { scripts: 'with JavaScript', javaScriptEnabled: true },
  { scripts: 'without JavaScript', javaScriptEnabled: false },
])('SignIn and SignOut $scripts', ({ javaScriptEnabled }) => {
  beforeEach(async () => {
    page = await newPage({ javaScriptEnabled })
  })

  // proves C-7, EP-7, EP-11, EP-12, §18.2
  it('sign in at the provider and sign out, through the pages /signin and /signout', async () => {
    await open('/components')
    const authorization = page.waitForRequest((request) => request.url().startsWith(`${issuer}/auth?`))
    await press('Sign in with my-idp', 'plain')
    const { searchParams } = new URL((await authorization).url())
    expect({
      prompt: searchParams.get('prompt'),
      redirectUri: searchParams.get('redirect_uri'),
    }).toEqual({ prompt: 'login', redirectUri: `${site}/auth/callback/my-idp` })
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${site}/components`)
    expect(await status()).toBe('authenticated: Ada Lovelace')
    await press('Sign out', 'plain')
    await waitForStatus('unauthenticated')
    expect(page.url()).toBe(`${site}/components`)
  })

  // proves C-7
  it('have the classes and attributes of the form, and send options that are not text', async () => {
    await open('/components')
    const signIn = page.locator('#attributes form#sign-in')
    expect(await signIn.getAttribute('class')).toBe('signInButton')
    expect(await signIn.getAttribute('data-area')).toBe('header')
    const fields = await signIn
      .locator('input')
      .evaluateAll((inputs) =>
        inputs.map((input) => `${input.getAttribute('name')}=${input.getAttribute('value')}`),
      )
    expect(fields).toEqual([
      'providerId=my-idp',
      'redirect=false',
      'otp=123456',
      'authorizationParams-prompt=login',
    ])
    const signOut = page.locator('#attributes form#sign-out')
    expect(await signOut.getAttribute('class')).toBe('signOutButton')
    expect(await signOut.locator('input').getAttribute('value')).toBe('false')
  })

  // proves C-7, C-8, EP-12
  it('use the pages from their props, and show snippets as fields and in buttons', async () => {
    await open('/components')
    const form = page.locator('#snippet form.card')
    expect(await form.getAttribute('action')).toMatch(/\/forms\?\/signIn$/)
    await form.getByLabel('E-mail').fill('ann@example.com')
    await form.getByLabel('Password').fill('right')
    expect(await form.getByRole('button').innerHTML()).toContain('Sign in <b>now</b>')
    await press('Sign in now', 'snippet')
    await page.waitForURL(`${site}/streamed`)
    await open('/components')
    expect(await status()).toBe('authenticated: Ann')
    await press('Sign out now', 'snippet')
    await page.waitForURL(`${site}/about`)
    await open('/')
    expect(await status()).toBe('unauthenticated: no user')
  })

  // proves C-8
  it('show slots in their buttons', async () => {
    await open('/components')
    expect(await page.locator('#slot button').allTextContents()).toEqual(['Send a link', 'Sign out here'])
    await page.locator('#slot').getByLabel('E-mail').waitFor()
    await signInAnn()
    await press('Sign out here', 'slot')
    await waitForStatus('unauthenticated')
  })
})

describe('the client functions signIn and signOut', () => {
  // proves C-5, C-6, §18.2
  it('sign in with credentials and sign out, without leaving the page', async () => {
    await open('/components')
    await press('Sign in with a wrong password', 'client')
    expect(await clientResult()).toMatchObject({
      ok: false,
      error: 'CredentialsSignin',
      code: 'credentials',
      url: null,
    })
    expect(await status()).toBe('unauthenticated: no user')
    await press('Sign in without redirect', 'client')
    await waitForStatus('authenticated: Ann')
    expect(await clientResult()).toMatchObject({ ok: true, status: 200 })
    await press('Sign out without redirect', 'client')
    await waitForStatus('unauthenticated: no user')
    expect(await context.cookies()).toEqual([])
  })

  // proves C-5, C-6
  it('redirect to the provider with parameters, and after the sign-out to another page', async () => {
    await open('/components')
    const authorization = page.waitForRequest((request) => request.url().startsWith(`${issuer}/auth?`))
    await press('Sign in at the provider', 'client')
    expect(new URL((await authorization).url()).searchParams.get('prompt')).toBe('login')
    await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
    await signInAnn()
    await open('/components')
    await press('Sign out', 'client')
    await page.waitForURL(`${site}/about`)
  })

  // proves C-5, C-6, AMB-2
  it('use the endpoints below `paths.base`', async () => {
    const shop = inject('kitShop')
    await open(`${shop}/components`)
    await press('Sign in without redirect', 'client')
    await waitForStatus('authenticated: Ann')
    await press('Sign out without redirect', 'client')
    await waitForStatus('unauthenticated: no user')
    expect(await page.locator('#plain form').first().getAttribute('action')).toMatch(/signin$/)
    await press('Sign in with my-idp', 'plain')
    await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
  })
})

describe('the session of a page', () => {
  // proves C-9
  it('is the session in the layout data, without a request', async () => {
    await signInAnn()
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await open('/')
    expect(await status()).toBe('authenticated: Ann')
    expect(requests.filter((path) => path.startsWith('/auth/'))).toEqual([])
  })

  // proves C-9
  it('is updated when another tab signs in or out', async () => {
    await open('/components')
    const other = await context.newPage()
    await open('/', other)
    expect(await status(other)).toBe('unauthenticated: no user')
    await press('Sign in without redirect', 'client')
    await waitForStatus('authenticated: Ann', other)
    await press('Sign out without redirect', 'client')
    await waitForStatus('unauthenticated: no user', other)
  })

  // proves C-9, AMB-2
  it('follows other tabs below `paths.base`, on a page that has only forms', async () => {
    const shop = inject('kitShop')
    await open(`${shop}/components`)
    const other = await context.newPage()
    await open(`${shop}/forms-only`, other)
    await press('Sign in without redirect', 'client')
    await waitForStatus('authenticated: Ann', other)
  })

  // proves C-9
  it('is loaded again with every navigation, so that no page shows an old session', async () => {
    await signInAnn()
    await open('/')
    await endSession()
    await page.getByRole('link', { name: 'forms' }).click()
    await page.waitForURL(`${site}/forms`)
    await waitForStatus('unauthenticated: no user')
    expect(await page.locator('#layout').textContent()).toBe('null')
    expect(await page.locator('#page').textContent()).toBe('null')
  })

  // proves P-IN-2
  it('stays the same while the server returns an error', async () => {
    await signInAnn()
    await open('/')
    await context.addCookies([{ name: 'variant', value: 'down', url: site }])
    const response = page.waitForResponse((response) => response.url() === `${site}/auth/session`)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect((await response).status()).toBe(500)
    expect(await status()).toBe('authenticated: Ann')
  })
})

describe('a remote function', () => {
  // proves §18.2
  it('can change the session in a command and read the new one', async () => {
    await signInAnn()
    await open('/remote')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#renamed', { hasText: 'Anna' }).waitFor()
    await open('/')
    expect(await status()).toBe('authenticated: Anna')
  })
})
