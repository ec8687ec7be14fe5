import memory from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../e2e/launch-browser.ts'
import { passwordProvider, SECRET } from '../kit/app.ts'
import { addDevice } from './device.ts'
import type { PageOptions } from './react-application.ts'
import type {} from './react-page.ts'
import { pagePath, type ReactSite, startReactSite } from './react-site.ts'

let site: ReactSite
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  const quiet = (): void => undefined
  site = await startReactSite({
    secret: SECRET,
    trustHost: true,
    basePath: '/api/auth',
    adapter: memory(),
    session: { strategy: 'jwt' },
    providers: [passwordProvider, Passkey],
    experimental: { enableWebAuthn: true },
    logger: { error: quiet, warn: quiet, debug: quiet },
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === 'update' ? { ...token, name: String(session.name) } : token,
    },
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
  site.requests.splice(0)
})

afterEach(async () => {
  site.fault = undefined
  await context.close()
})

/** Signs Ann in, in all tabs, before any is open. */
async function haveSession(): Promise<void> {
  const form = { email: 'ann@example.com', password: 'right' }
  await context.request.post('/api/auth/callback/credentials', {
    form,
    headers: { origin: site.origin },
    maxRedirects: 0,
  })
  site.requests.splice(0)
}

/** Ends the session without any tab's doing. */
async function endSession(): Promise<void> {
  await context.request.post('/api/auth/signout', { headers: { origin: site.origin }, maxRedirects: 0 })
  site.requests.splice(0)
}

/** Opens a page; `complaints` are the errors and warnings of its console. */
async function open(options?: PageOptions): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(pagePath(options))
  await page.waitForFunction(() => 'hands' in window)
  return { page, complaints }
}

/** Waits until a page shows a status, with the name and the error if there are some. */
async function see(page: Page, line: string): Promise<void> {
  await page.locator('#account').getByText(line, { exact: true }).waitFor()
}

const shownOn = (page: Page): Promise<string[]> => page.evaluate(() => window.hands.shown)
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('A page that was told nothing', () => {
  // proves §17.3, §17.4
  it('is loading, then shows the session, with one request', async () => {
    await haveSession()
    const { page, complaints } = await open()
    await see(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'authenticated Ann'])
    expect(site.requests).toEqual(['GET /api/auth/session'])
    expect(complaints).toEqual([])
  })

  // proves §17.3
  it('asks once in StrictMode, too', async () => {
    const { page } = await open({ isStrict: true })
    await see(page, 'unauthenticated')
    expect(site.requests).toEqual(['GET /api/auth/session'])
  })

  // proves §17.3, §17.4
  it('signs nobody out when it cannot ask, and says so', async () => {
    await haveSession()
    site.fault = 503
    const { page } = await open()
    await see(page, 'loading error')
    site.fault = undefined
    await page.evaluate(() => window.hands.update?.())
    await see(page, 'authenticated Ann')
  })
})

describe.each([{ isStrict: false }, { isStrict: true }])(
  'A page that was told the session, $isStrict',
  ({ isStrict }) => {
    // proves §17.3
    it.each([false, true])('shows it without a request; rendered on the server: %s', async (isRendered) => {
      await haveSession()
      const { page, complaints } = await open({ isStrict, isRendered, hasSession: true })
      await see(page, 'authenticated Ann')
      await pause(100)
      expect([await shownOn(page), site.requests, complaints]).toEqual([['authenticated Ann'], [], []])
      expect(await page.evaluate(() => window.hands.errors)).toEqual([])
    })

    // proves §17.3
    it('shows nobody without a request', async () => {
      const { page, complaints } = await open({ isStrict, isRendered: true, hasSession: true })
      await see(page, 'unauthenticated')
      await pause(100)
      expect([await shownOn(page), site.requests, complaints]).toEqual([['unauthenticated'], [], []])
    })
  },
)

describe('A page rendered on the server without the session', () => {
  // proves §17.3
  it('takes the markup over without complaint, and asks', async () => {
    await haveSession()
    const { page, complaints } = await open({ isRendered: true, isStrict: true })
    await see(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'authenticated Ann'])
    expect([complaints, await page.evaluate(() => window.hands.errors)]).toEqual([[], []])
  })
})

describe('A layout that is rendered again', () => {
  // proves §17.3
  it('shows what its server says now, without a request, and other tabs follow', async () => {
    await haveSession()
    const { page } = await open({ hasSession: true })
    const { page: other } = await open({ hasSession: true })
    await endSession()
    await page.evaluate(() => window.hands.render({ session: null }))
    await see(page, 'unauthenticated')
    await see(other, 'unauthenticated')
    expect(site.requests).toEqual(['GET /api/auth/session'])
    await page.evaluate(() =>
      window.hands.render({ session: { user: { name: 'Ben' }, expires: '2099-01-01' } }),
    )
    await see(page, 'authenticated Ben')
    expect(await shownOn(page)).toEqual(['authenticated Ann', 'unauthenticated', 'authenticated Ben'])
  })

  // proves §17.3
  it('with the session of before does not bring it back', async () => {
    await haveSession()
    const { page } = await open({ hasSession: true })
    await page.evaluate(() => window.hands.signOut({ redirect: false }))
    await see(page, 'unauthenticated')
    await page.evaluate(() => window.hands.render({}))
    await pause(100)
    await see(page, 'unauthenticated')
  })

  // proves §17.3
  it('after it was hidden asks again, as nobody kept its session in step', async () => {
    await haveSession()
    const { page } = await open({ hasSession: true })
    await page.evaluate(() => window.hands.render({ isHidden: true }))
    await pause(100)
    await endSession()
    await page.evaluate(() => window.hands.render({ isHidden: false }))
    await see(page, 'unauthenticated')
    expect(site.requests).toEqual(['GET /api/auth/session'])
  })
})

describe('Signing in without leaving the page', () => {
  // proves §17.2
  it('tells what was wrong, and shows the session when it was right', async () => {
    const { page } = await open()
    await see(page, 'unauthenticated')
    const wrong = await page.evaluate(() =>
      window.hands.signIn('credentials', { password: 'wrong', redirect: false }),
    )
    expect(wrong).toEqual({
      error: 'CredentialsSignin',
      code: 'credentials',
      status: 401,
      ok: false,
      url: null,
    })
    await see(page, 'unauthenticated')
    const credentials = { email: 'ann@example.com', password: 'right' }
    const right = await page.evaluate(
      (fields) => window.hands.signIn('credentials', { ...fields, redirect: false }),
      credentials,
    )
    expect(right).toMatchObject({ ok: true, status: 200, url: page.url() })
    await see(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'unauthenticated', 'authenticated Ann'])
    expect(site.requests.filter((request) => request.endsWith('/csrf'))).toEqual([])
  })

  // proves §17.2
  it('with leaving goes to the page that was asked for, or tells on the sign-in page', async () => {
    const { page } = await open()
    await page.evaluate(() => void window.hands.signIn('credentials', { password: 'wrong' }))
    await page.waitForURL('**/api/auth/signin?error=CredentialsSignin&code=credentials')
    const { page: second } = await open()
    await second.evaluate(
      () => void window.hands.signIn('credentials', { password: 'right', redirectTo: '/page?other=1#top' }),
    )
    await second.waitForURL('**/page?other=1#top')
    await see(second, 'authenticated Ann')
  })

  // proves §17.2
  it('to another place of the same page loads the page again', async () => {
    const { page } = await open()
    const loaded = page.waitForEvent('load')
    await page.evaluate(
      () =>
        void window.hands.signIn('credentials', { password: 'right', redirectTo: `${location.href}#top` }),
    )
    await loaded
    await see(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'authenticated Ann'])
  })
})

describe('A passkey', () => {
  // proves §17.5, §12.3
  it('is made and signs in without leaving the page, and components show it', async () => {
    const { page } = await open()
    const device = await addDevice(page)
    const made = await page.evaluate(() =>
      window.hands.signInWithPasskey('passkey', { email: 'kim@example.com', redirect: false }),
    )
    expect(made).toEqual({ error: undefined, code: undefined, status: 200, ok: true, url: page.url() })
    await see(page, 'authenticated')
    expect(await device.credentials()).toHaveLength(1)
    await page.evaluate(() => window.hands.signOut({ redirect: false }))
    await see(page, 'unauthenticated')
    const asked = await page.evaluate(() => window.hands.signInWithPasskey('passkey', { redirect: false }))
    expect(asked).toMatchObject({ ok: true })
    expect(await page.evaluate(() => window.hands.getSession())).toMatchObject({
      user: { email: 'kim@example.com' },
    })
    await see(page, 'authenticated')
  })

  // proves §17.5
  it('that is refused by the person rejects, and signs nobody in', async () => {
    const { page } = await open()
    const device = await addDevice(page)
    await device.verify(false)
    const refusal = await page.evaluate(() =>
      window.hands.signInWithPasskey('passkey', { redirect: false }).catch(({ name }) => name),
    )
    expect(refusal).toBe('NotAllowedError')
    await see(page, 'unauthenticated')
  })
})

describe('Two tabs', () => {
  // proves §17.3
  it('are signed out together, and the last one asks once', async () => {
    await haveSession()
    const tabs = [await open({ hasSession: true }), await open({ hasSession: true })]
    const [first, second] = tabs.map(({ page }) => page) as [Page, Page]
    await first.evaluate(() => window.hands.signOut({ redirect: false }))
    await see(first, 'unauthenticated')
    await see(second, 'unauthenticated')
    await pause(200)
    expect(site.requests).toEqual([
      'POST /api/auth/signout',
      'GET /api/auth/session',
      'GET /api/auth/session',
    ])
  })

  // proves §17.3
  it('are signed in together when one comes back from signing in', async () => {
    const { page: first } = await open({ hasSession: true })
    await haveSession()
    const { page: second } = await open()
    await see(second, 'authenticated Ann')
    await see(first, 'authenticated Ann')
  })

  // proves §17.3, §17.4, AUTHN-19
  it('show an update of one of them', async () => {
    await haveSession()
    const { page: first } = await open({ hasSession: true })
    const { page: second } = await open({ hasSession: true })
    const updated = await first.evaluate(() => window.hands.update?.({ name: 'Ann B.' }))
    expect(updated).toMatchObject({ user: { name: 'Ann B.' } })
    await see(first, 'authenticated Ann B.')
    await see(second, 'authenticated Ann B.')
    expect(await shownOn(first)).toEqual(['authenticated Ann', 'loading Ann', 'authenticated Ann B.'])
    expect(site.requests[0]).toBe('POST /api/auth/session')
  })
})

describe('A session that ended elsewhere', () => {
  // proves §17.3
  it('is noticed when the page is seen again', async () => {
    await haveSession()
    const { page } = await open({ hasSession: true })
    await endSession()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await see(page, 'unauthenticated')
  })

  // proves §17.3
  it('is not, where the page does not look', async () => {
    await haveSession()
    const { page } = await open({ hasSession: true, props: { refetchOnWindowFocus: false } })
    await endSession()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await pause(200)
    expect(site.requests).toEqual([])
    await see(page, 'authenticated Ann')
  })

  // proves §17.3
  it('is noticed at an interval in seconds, which ends with the provider and for nobody', async () => {
    await haveSession()
    const { page } = await open({ hasSession: true, isStrict: true, props: { refetchInterval: 0.3 } })
    const { page: left } = await open({ hasSession: true, props: { refetchInterval: 0.3 } })
    await left.evaluate(() => window.hands.unmount())
    await endSession()
    await see(page, 'unauthenticated')
    const { length } = site.requests
    await pause(700)
    expect([length, site.requests.length]).toEqual([1, 1])
  })
})

describe('Offline', () => {
  // proves §17.3
  it('the session stays, and the page asks again when it is back', async () => {
    await haveSession()
    const { page } = await open({ hasSession: true, props: { refetchInterval: 0.3 } })
    await context.setOffline(true)
    await see(page, 'authenticated Ann error')
    await context.setOffline(false)
    await see(page, 'authenticated Ann')
  })

  // proves §17.3
  it('nothing is asked where that is not wanted', async () => {
    await haveSession()
    const { page } = await open({
      hasSession: true,
      props: { refetchInterval: 0.3, refetchWhenOffline: false },
    })
    await context.setOffline(true)
    await pause(700)
    expect(await shownOn(page)).toEqual(['authenticated Ann'])
    await context.setOffline(false)
  })
})

describe('A page for those who are signed in', () => {
  // proves §17.4
  it('sends anybody else to the sign-in page, with the way back', async () => {
    const page = await context.newPage()
    await page.goto(pagePath({ required: 'redirect' }))
    const from = page.url()
    await page.waitForURL('**/api/auth/signin?**')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      error: 'SessionRequired',
      callbackUrl: from,
    })
  })

  // proves §17.4
  it('is loading until then, and may be told instead, once', async () => {
    const { page } = await open({ required: 'told' })
    await page.waitForFunction(() => window.hands.told.length > 0)
    await page.evaluate(() => window.hands.render({}))
    await pause(100)
    expect(await page.evaluate(() => window.hands.told)).toEqual(['unauthenticated'])
    expect(await shownOn(page)).toEqual(['loading'])
  })

  // proves §17.4
  it('stays for those who are', async () => {
    await haveSession()
    const { page } = await open({ required: 'told' })
    await see(page, 'authenticated Ann')
    expect(await page.evaluate(() => window.hands.told)).toEqual([])
  })
})

describe('A component', () => {
  // proves §17.4
  it('outside of the provider is told what to write', async () => {
    const { page } = await open({ hasNoProvider: true })
    await page.waitForFunction(() => window.hands.errors.length > 0)
    expect(await page.evaluate(() => window.hands.errors.join())).toContain(
      '<SessionProvider>{children}</SessionProvider>',
    )
  })
})

describe('The path of the doors', () => {
  // proves §17.1, §17.3
  it('is that of the provider, for the functions, too', async () => {
    const { page } = await open({ hasSession: true, props: { basePath: '/other' } })
    const asked = page.waitForRequest('**/other/session')
    await page.evaluate(() => window.hands.getSession())
    expect((await asked).method()).toBe('GET')
  })
})
