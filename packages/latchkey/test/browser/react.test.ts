import { addDevice } from '@latchkey/test-support/browser/device.ts'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import memory from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageOptions } from './react-application.ts'
import type {} from './react-page.ts'
import { pagePath, type ReactSite, startReactSite } from './react-site.ts'

let site: ReactSite
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  const ignore = (): void => undefined
  site = await startReactSite({
    secret: SECRET,
    trustHost: true,
    basePath: '/api/auth',
    adapter: memory(),
    session: { strategy: 'jwt' },
    providers: [passwordProvider, Passkey({ registration: 'anyone' })],
    logger: { error: ignore, warn: ignore, debug: ignore },
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

/** Signs Ann in for all tabs, before any is open. */
async function signInAnn(): Promise<void> {
  const form = { email: 'ann@example.com', password: 'right' }
  await context.request.post('/api/auth/callback/credentials', {
    form,
    headers: { origin: site.origin },
    maxRedirects: 0,
  })
  site.requests.splice(0)
}

/** Ends the session without involving a tab. */
async function endSession(): Promise<void> {
  await context.request.post('/api/auth/signout', { headers: { origin: site.origin }, maxRedirects: 0 })
  site.requests.splice(0)
}

/** Opens a page; `problems` are the errors and warnings of its console. */
async function open(options?: PageOptions): Promise<{ page: Page; problems: string[] }> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(pagePath(options))
  await page.waitForFunction(() => 'harness' in window)
  return { page, problems }
}

/** Waits until a page shows a status, with the name and the error if there are any. */
async function waitForText(page: Page, line: string): Promise<void> {
  await page.locator('#account').getByText(line, { exact: true }).waitFor()
}

const shownOn = (page: Page): Promise<string[]> => page.evaluate(() => window.harness.shown)
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a page without a session from the server', () => {
  // proves §17.3, §17.4
  it('is loading, then shows the session, with one request', async () => {
    await signInAnn()
    const { page, problems } = await open()
    await waitForText(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'authenticated Ann'])
    expect(site.requests).toEqual(['GET /api/auth/session'])
    expect(problems).toEqual([])
  })

  // proves §17.3
  it('sends one request in StrictMode', async () => {
    const { page } = await open({ isStrict: true })
    await waitForText(page, 'unauthenticated')
    expect(site.requests).toEqual(['GET /api/auth/session'])
  })

  // proves §17.3, §17.4
  it('stays loading and shows the error when the request fails', async () => {
    await signInAnn()
    site.fault = 503
    const { page } = await open()
    await waitForText(page, 'loading error')
    site.fault = undefined
    await page.evaluate(() => window.harness.update?.())
    await waitForText(page, 'authenticated Ann')
  })
})

describe.each([{ isStrict: false }, { isStrict: true }])(
  'a page with the session from the server, in StrictMode: $isStrict',
  ({ isStrict }) => {
    // proves §17.3
    it.each([false, true])(
      'shows the session without a request, rendered on the server: %s',
      async (isRendered) => {
        await signInAnn()
        const { page, problems } = await open({ isStrict, isRendered, hasSession: true })
        await waitForText(page, 'authenticated Ann')
        await pause(100)
        expect({ shown: await shownOn(page), requests: site.requests, problems }).toEqual({
          shown: ['authenticated Ann'],
          requests: [],
          problems: [],
        })
        expect(await page.evaluate(() => window.harness.errors)).toEqual([])
      },
    )

    // proves §17.3
    it('shows a signed-out visitor without a request', async () => {
      const { page, problems } = await open({ isStrict, isRendered: true, hasSession: true })
      await waitForText(page, 'unauthenticated')
      await pause(100)
      expect({ shown: await shownOn(page), requests: site.requests, problems }).toEqual({
        shown: ['unauthenticated'],
        requests: [],
        problems: [],
      })
    })
  },
)

describe('a page rendered on the server without the session', () => {
  // proves §17.3
  it('hydrates the markup without warnings, then reads the session', async () => {
    await signInAnn()
    const { page, problems } = await open({ isRendered: true, isStrict: true })
    await waitForText(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'authenticated Ann'])
    expect({ problems, errors: await page.evaluate(() => window.harness.errors) }).toEqual({
      problems: [],
      errors: [],
    })
  })
})

describe('a layout that is rendered again', () => {
  // proves §17.3
  it('shows the new session of its server without a request, and updates other tabs', async () => {
    await signInAnn()
    const { page } = await open({ hasSession: true })
    const { page: other } = await open({ hasSession: true })
    await endSession()
    await page.evaluate(() => window.harness.render({ session: null }))
    await waitForText(page, 'unauthenticated')
    await waitForText(other, 'unauthenticated')
    expect(site.requests).toEqual(['GET /api/auth/session'])
    await page.evaluate(() =>
      window.harness.render({ session: { user: { name: 'Ben' }, expires: '2099-01-01' } }),
    )
    await waitForText(page, 'authenticated Ben')
    expect(await shownOn(page)).toEqual(['authenticated Ann', 'unauthenticated', 'authenticated Ben'])
  })

  // proves §17.3
  it('does not restore an earlier session that ended', async () => {
    await signInAnn()
    const { page } = await open({ hasSession: true })
    await page.evaluate(() => window.harness.signOut({ redirect: false }))
    await waitForText(page, 'unauthenticated')
    await page.evaluate(() => window.harness.render({}))
    await pause(100)
    await waitForText(page, 'unauthenticated')
  })

  // proves §17.3
  it('reads the session again after it was hidden', async () => {
    await signInAnn()
    const { page } = await open({ hasSession: true })
    await page.evaluate(() => window.harness.render({ isHidden: true }))
    await pause(100)
    await endSession()
    await page.evaluate(() => window.harness.render({ isHidden: false }))
    await waitForText(page, 'unauthenticated')
    expect(site.requests).toEqual(['GET /api/auth/session'])
  })
})

describe('signing in', () => {
  // proves §17.2
  it('returns the error, or shows the session, without leaving the page', async () => {
    const { page } = await open()
    await waitForText(page, 'unauthenticated')
    const wrong = await page.evaluate(() =>
      window.harness.signIn('credentials', { password: 'wrong', redirect: false }),
    )
    expect(wrong).toEqual({
      error: 'CredentialsSignin',
      code: 'credentials',
      status: 401,
      ok: false,
      url: null,
    })
    await waitForText(page, 'unauthenticated')
    const credentials = { email: 'ann@example.com', password: 'right' }
    const right = await page.evaluate(
      (fields) => window.harness.signIn('credentials', { ...fields, redirect: false }),
      credentials,
    )
    expect(right).toMatchObject({ ok: true, status: 200, url: page.url() })
    await waitForText(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'unauthenticated', 'authenticated Ann'])
    expect(site.requests.filter((request) => request.endsWith('/csrf'))).toEqual([])
  })

  // proves §17.2
  it('navigates to redirectTo, or to the sign-in page with the error', async () => {
    const { page } = await open()
    await page.evaluate(() => void window.harness.signIn('credentials', { password: 'wrong' }))
    await page.waitForURL('**/api/auth/signin?error=CredentialsSignin&code=credentials')
    const { page: second } = await open()
    await second.evaluate(
      () => void window.harness.signIn('credentials', { password: 'right', redirectTo: '/page?other=1#top' }),
    )
    await second.waitForURL('**/page?other=1#top')
    await waitForText(second, 'authenticated Ann')
  })

  // proves §17.2
  it('reloads the page when redirectTo differs only in its fragment', async () => {
    const { page } = await open()
    const loaded = page.waitForEvent('load')
    await page.evaluate(
      () =>
        void window.harness.signIn('credentials', { password: 'right', redirectTo: `${location.href}#top` }),
    )
    await loaded
    await waitForText(page, 'authenticated Ann')
    expect(await shownOn(page)).toEqual(['loading', 'authenticated Ann'])
  })
})

describe('a passkey', () => {
  // proves §17.5, §12.3
  it('is created and signs in without leaving the page, and components show the session', async () => {
    const { page } = await open()
    const device = await addDevice(page)
    const registered = await page.evaluate(() =>
      window.harness.signInWithPasskey('passkey', { email: 'kim@example.com', redirect: false }),
    )
    expect(registered).toEqual({ error: undefined, code: undefined, status: 200, ok: true, url: page.url() })
    await waitForText(page, 'authenticated')
    expect(await device.credentials()).toHaveLength(1)
    await page.evaluate(() => window.harness.signOut({ redirect: false }))
    await waitForText(page, 'unauthenticated')
    const authenticated = await page.evaluate(() =>
      window.harness.signInWithPasskey('passkey', { redirect: false }),
    )
    expect(authenticated).toMatchObject({ ok: true })
    expect(await page.evaluate(() => window.harness.getSession())).toMatchObject({
      user: { email: 'kim@example.com' },
    })
    await waitForText(page, 'authenticated')
  })

  // proves §17.5
  it('rejects when the user cancels, and the visitor stays signed out', async () => {
    const { page } = await open()
    const device = await addDevice(page)
    await device.setVerified(false)
    const errorName = await page.evaluate(() =>
      window.harness.signInWithPasskey('passkey', { redirect: false }).catch(({ name }) => name),
    )
    expect(errorName).toBe('NotAllowedError')
    await waitForText(page, 'unauthenticated')
  })
})

describe('two tabs', () => {
  // proves §17.3
  it('sign out together, with one request of the second', async () => {
    await signInAnn()
    const tabs = [await open({ hasSession: true }), await open({ hasSession: true })]
    const [first, second] = tabs.map(({ page }) => page) as [Page, Page]
    await first.evaluate(() => window.harness.signOut({ redirect: false }))
    await waitForText(first, 'unauthenticated')
    await waitForText(second, 'unauthenticated')
    await pause(200)
    expect(site.requests).toEqual(['POST /api/auth/signout', 'GET /api/auth/session'])
  })

  // proves §17.3
  it('sign in together when one returns from signing in', async () => {
    const { page: first } = await open({ hasSession: true })
    await signInAnn()
    const { page: second } = await open()
    await waitForText(second, 'authenticated Ann')
    await waitForText(first, 'authenticated Ann')
  })

  // proves §17.3, §17.4, AUTHN-19
  it('both show an update of one of them', async () => {
    await signInAnn()
    const { page: first } = await open({ hasSession: true })
    const { page: second } = await open({ hasSession: true })
    const updated = await first.evaluate(() => window.harness.update?.({ name: 'Ann B.' }))
    expect(updated).toMatchObject({ user: { name: 'Ann B.' } })
    await waitForText(first, 'authenticated Ann B.')
    await waitForText(second, 'authenticated Ann B.')
    expect(await shownOn(first)).toEqual(['authenticated Ann', 'loading Ann', 'authenticated Ann B.'])
    expect(site.requests[0]).toBe('POST /api/auth/session')
  })
})

describe('a session that ended elsewhere', () => {
  // proves §17.3
  it('is noticed when the page becomes visible', async () => {
    await signInAnn()
    const { page } = await open({ hasSession: true })
    await endSession()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await waitForText(page, 'unauthenticated')
  })

  // proves §17.3
  it('is not noticed when the page becomes visible with `refetchOnWindowFocus: false`', async () => {
    await signInAnn()
    const { page } = await open({ hasSession: true, props: { refetchOnWindowFocus: false } })
    await endSession()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await pause(200)
    expect(site.requests).toEqual([])
    await waitForText(page, 'authenticated Ann')
  })

  // proves §17.3
  it('is noticed at an interval in seconds, which stops on unmount and on sign-out', async () => {
    await signInAnn()
    const { page } = await open({ hasSession: true, isStrict: true, props: { refetchInterval: 0.3 } })
    const { page: unmounted } = await open({ hasSession: true, props: { refetchInterval: 0.3 } })
    await unmounted.evaluate(() => window.harness.unmount())
    await endSession()
    await waitForText(page, 'unauthenticated')
    const before = site.requests.length
    await pause(700)
    expect({ before, after: site.requests.length }).toEqual({ before: 1, after: 1 })
  })
})

describe('while offline', () => {
  // proves §17.3
  it('the page keeps the session, and reads it again when it is online', async () => {
    await signInAnn()
    const { page } = await open({ hasSession: true, props: { refetchInterval: 0.3 } })
    await context.setOffline(true)
    await waitForText(page, 'authenticated Ann error')
    await context.setOffline(false)
    await waitForText(page, 'authenticated Ann')
  })

  // proves §17.3
  it('the page sends no request with `refetchWhenOffline: false`', async () => {
    await signInAnn()
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

describe('a page that requires a session', () => {
  // proves §17.4
  it('redirects a signed-out visitor to the sign-in page, with its own URL as callbackUrl', async () => {
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
  it('stays loading and calls onUnauthenticated once', async () => {
    const { page } = await open({ required: 'callback' })
    await page.waitForFunction(() => window.harness.callbacks.length > 0)
    await page.evaluate(() => window.harness.render({}))
    await pause(100)
    expect(await page.evaluate(() => window.harness.callbacks)).toEqual(['unauthenticated'])
    expect(await shownOn(page)).toEqual(['loading'])
  })

  // proves §17.4
  it('stays open for a signed-in user', async () => {
    await signInAnn()
    const { page } = await open({ required: 'callback' })
    await waitForText(page, 'authenticated Ann')
    expect(await page.evaluate(() => window.harness.callbacks)).toEqual([])
  })
})

describe('useSession outside of SessionProvider', () => {
  // proves §17.4
  it('throws an error with the code to add', async () => {
    const { page } = await open({ hasNoProvider: true })
    await page.waitForFunction(() => window.harness.errors.length > 0)
    expect(await page.evaluate(() => window.harness.errors.join())).toContain(
      '<SessionProvider>{children}</SessionProvider>',
    )
  })
})

describe('the basePath of SessionProvider', () => {
  // proves §17.1, §17.3
  it('also applies to getSession', async () => {
    const { page } = await open({ hasSession: true, props: { basePath: '/other' } })
    const request = page.waitForRequest('**/other/session')
    await page.evaluate(() => window.harness.getSession())
    expect((await request).method()).toBe('GET')
  })
})
