import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageOptions } from './clients/page.ts'
import { CLIENTS, type ClientSite, type Fault, pagePath, startClientSite } from './clients/site.ts'

let site: ClientSite
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  const ignore = (): void => undefined
  site = await startClientSite({
    secret: SECRET,
    trustHost: true,
    session: { strategy: 'jwt' },
    providers: [passwordProvider],
    logger: { error: ignore, warn: ignore, debug: ignore },
    callbacks: {
      jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, ...session } : token),
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
  context.setDefaultTimeout(5_000)
  site.requests.splice(0)
})

afterEach(async () => {
  site.fault = () => undefined
  await context.close()
})

/** Signs Ann in for all tabs, without a script of a page. */
async function signInAnn(): Promise<void> {
  const form = { email: 'ann@example.com', password: 'right' }
  await post('callback/credentials', form)
}

/** Ends the session without a script of a page. */
const endSession = (): Promise<void> => post('signout')

async function post(endpoint: string, form: Record<string, string> = {}): Promise<void> {
  await context.request.post(`/api/auth/${endpoint}`, {
    form,
    headers: { origin: site.origin },
    maxRedirects: 0,
  })
  site.requests.splice(0)
}

/** Lets requests fail. `request` is the method and the endpoint: `GET session`. */
function failing(request: string, fault: Fault): void {
  site.fault = (sent) => (sent === request ? fault : undefined)
}

/** Holds back the responses to reads of the session that arrive before `release` is called. */
function slowReads(): { release(): void } {
  let release = (): void => undefined
  failing('GET session', new Promise<void>((resolve) => (release = resolve)))
  return { release: () => release() }
}

/** Waits until a page shows a status, with the name and the error if there are any. */
async function waitForText(page: Page, line: string): Promise<void> {
  await expect.poll(() => page.title(), { timeout: 4_000, interval: 20 }).toBe(line)
}

async function waitForRequests(count: number): Promise<void> {
  await expect.poll(() => site.requests.length, { interval: 20 }).toBe(count)
}

const see = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
/** Chromium's headless shell has no back/forward cache. */
const restore = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
const shownOn = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.client.shown)
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Records the messages that other tabs receive. */
async function openListener(): Promise<() => Promise<number>> {
  const page = await context.newPage()
  await page.goto(pagePath())
  await page.evaluate(() => {
    const messages: unknown[] = []
    Object.assign(window, { messages })
    new BroadcastChannel('next-auth').onmessage = ({ data }) => messages.push(data)
  })
  return async () => {
    await pause(100)
    return page.evaluate(() => (window as unknown as { messages: unknown[] }).messages.length)
  }
}

describe.each(CLIENTS)('a page with %s', (client) => {
  async function open(options: PageOptions = {}): Promise<Page> {
    const page = await context.newPage()
    return load(page, options)
  }

  /** Opens a page whose timers run when the test moves its clock. */
  async function openWithClock(options: PageOptions = {}): Promise<Page> {
    const page = await context.newPage()
    await page.clock.install()
    return load(page, options)
  }

  async function load(page: Page, options: PageOptions): Promise<Page> {
    await page.goto(pagePath(client, options))
    await page.waitForFunction(() => 'client' in window)
    return page
  }

  describe('an update that the server never responds to', () => {
    // proves WEB-1
    it('ends after 30 seconds, and the next one works', async () => {
      await signInAnn()
      const page = await openWithClock({ hasSession: true })
      failing('POST session', 'silent')
      const result = page.evaluate(() => window.client.update({ name: 'Anna' }))
      await waitForText(page, 'loading Ann')
      await waitForRequests(1)
      await page.clock.fastForward(30_000)
      expect(await result).toBeNull()
      await waitForText(page, 'authenticated Ann error')
      site.fault = () => undefined
      await page.evaluate(() => window.client.update({ name: 'Anna' }))
      await waitForText(page, 'authenticated Anna')
    })

    // proves WEB-1
    it('delays neither reads nor a sign-out', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      failing('POST session', 'silent')
      await page.evaluate(() => void window.client.update({ name: 'Anna' }))
      await waitForText(page, 'loading Ann')
      await endSession()
      await see(page)
      await waitForText(page, 'unauthenticated')
      await signInAnn()
      await restore(page)
      await waitForText(page, 'loading Ann')
      await page.evaluate(() => window.client.signOut({ redirect: false }))
      expect(await page.title()).toBe('unauthenticated')
    })
  })

  // proves WEB-1
  it('a sign-in that the server never responds to rejects after 30 seconds', async () => {
    const page = await openWithClock({ hasSession: true })
    failing('POST callback/credentials', 'silent')
    const result = page.evaluate(() =>
      window.client.signIn('credentials', { redirect: false }).catch((error: Error) => error.name),
    )
    await waitForRequests(2)
    await page.clock.fastForward(30_000)
    expect(await result).toBe('TimeoutError')
  })

  describe('that was loaded with a new session', () => {
    // proves WEB-2
    it('updates the other tabs, with one message', async () => {
      const first = await open({ hasSession: true })
      await waitForText(first, 'unauthenticated')
      await signInAnn()
      const countMessages = await openListener()
      const second = await open({ hasSession: true })
      await waitForText(first, 'authenticated Ann')
      expect({ messages: await countMessages(), requests: site.requests }).toEqual({
        messages: 1,
        requests: ['GET session'],
      })
      await endSession()
      await second.reload()
      await waitForText(first, 'unauthenticated')
    })

    // proves WEB-2
    it('causes no request in tabs that show it already', async () => {
      await signInAnn()
      const pages = [await open({ hasSession: true }), await open({ hasSession: true }), await open()]
      for (const page of pages) await waitForText(page, 'authenticated Ann')
      await pause(100)
      expect(site.requests).toEqual(['GET session'])
    })
  })

  describe('to which its parent passes the same session again, in a new object', () => {
    // proves WEB-3
    it.skipIf(client === 'the plain client')('stays signed out after a sign-out', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      await page.evaluate(async () => {
        await window.client.signOut({ redirect: false })
        window.client.give(structuredClone(window.pageData.session) ?? null)
      })
      await pause(50)
      expect(await page.title()).toBe('unauthenticated')
    })

    // proves WEB-3
    it.skipIf(client === 'the plain client')('keeps an update', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      await page.evaluate(async () => {
        await window.client.update({ name: 'Anna' })
        window.client.give(structuredClone(window.pageData.session) ?? null)
      })
      await pause(50)
      expect(await page.title()).toBe('authenticated Anna')
    })

    // proves WEB-3
    it('renders no component', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      const counts = await page.evaluate(async () => {
        const before = window.client.renders
        window.client.give(structuredClone(window.pageData.session) ?? null)
        await new Promise((resolve) => setTimeout(resolve, 50))
        return { before, after: window.client.renders }
      })
      expect(counts.after).toBe(counts.before)
    })

    // proves WEB-3
    it('shows a session that the server renewed', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      await page.evaluate(async () => {
        await window.client.signOut({ redirect: false })
        window.client.give({ user: { name: 'Ann' }, expires: '2099-01-01T00:00:00.000Z' })
      })
      await waitForText(page, 'authenticated Ann')
    })
  })

  describe('with a slow read in progress', () => {
    // proves WEB-5
    it('shows a sign-out immediately', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      const { release } = slowReads()
      await see(page)
      await waitForRequests(1)
      await page.evaluate(() => window.client.signOut({ redirect: false }))
      expect(await page.title()).toBe('unauthenticated')
      release()
      await pause(50)
      expect(await page.title()).toBe('unauthenticated')
      expect(site.requests).toEqual(['GET session', 'POST signout'])
    })

    // proves WEB-5
    it('shows a sign-in immediately', async () => {
      const page = await openWithClock()
      const { release } = slowReads()
      await page.reload()
      await waitForRequests(2)
      site.fault = () => undefined
      const { ok } = await page.evaluate(() =>
        window.client.signIn('credentials', { password: 'right', redirect: false }),
      )
      expect({ ok, shown: await page.title() }).toEqual({ ok: true, shown: 'authenticated Ann' })
      release()
      await pause(50)
      expect(await page.title()).toBe('authenticated Ann')
    })

    // proves WEB-5
    it('shows a sign-out in another tab immediately', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      const other = await open({ hasSession: true })
      slowReads()
      await see(page)
      await waitForRequests(1)
      site.fault = () => undefined
      await other.evaluate(() => window.client.signOut({ redirect: false }))
      await waitForText(page, 'unauthenticated')
    })
  })

  describe('with two updates at the same time', () => {
    // proves WEB-6
    it('sends both, one after the other', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      const names = await page.evaluate(async () => {
        const { update } = window.client
        const sessions = await Promise.all([
          update({ email: 'new@example.com' }),
          update({ name: 'Anna' }),
          update(),
        ])
        return sessions.map((session) => [session?.user?.name, session?.user?.email])
      })
      expect(names).toEqual([
        ['Ann', 'new@example.com'],
        ['Anna', 'new@example.com'],
        ['Anna', 'new@example.com'],
      ])
      expect(site.requests).toEqual(['POST session', 'POST session', 'GET session'])
      expect(await shownOn(page)).toEqual([
        'authenticated Ann',
        'loading Ann',
        'loading Anna',
        'authenticated Anna',
      ])
    })

    // proves WEB-6
    it('returns `null` for one that failed, and sends the other', async () => {
      await signInAnn()
      const page = await open({ hasSession: true })
      site.fault = (request) => (request === 'POST session' && site.requests.length === 1 ? 500 : undefined)
      const names = await page.evaluate(async () => {
        const { update } = window.client
        const sessions = await Promise.all([update({ name: 'A' }), update({ name: 'B' })])
        if (sessions[0] !== null) throw new Error('The failed update has a result.')
        return sessions.map((session) => session?.user?.name)
      })
      expect(names).toEqual([undefined, 'B'])
      expect(await page.title()).toBe('authenticated B')
    })

    // proves WEB-6
    it('sends one that is called while the session is loading', async () => {
      await signInAnn()
      const { release } = slowReads()
      const page = await open()
      await page.evaluate(() => window.client.update({ name: 'Anna' }))
      expect(await page.title()).toBe('authenticated Anna')
      release()
      await pause(50)
      expect(await shownOn(page)).toEqual(['loading', 'authenticated Anna'])
    })
  })

  describe('from the back/forward cache', () => {
    // proves WEB-10
    it('shows a sign-in', async () => {
      const page = await open()
      await waitForText(page, 'unauthenticated')
      await signInAnn()
      await restore(page)
      await waitForText(page, 'authenticated Ann')
    })

    // proves WEB-10
    it('shows a sign-out, even with `refetchOnWindowFocus: false`', async () => {
      await signInAnn()
      const page = await open({ hasSession: true, policy: { refetchOnWindowFocus: false } })
      await endSession()
      await restore(page)
      await waitForText(page, 'unauthenticated')
    })
  })

  describe('in a browser without `BroadcastChannel`', () => {
    // proves WEB-11
    it('notices a sign-in elsewhere when it becomes visible', async () => {
      await context.addInitScript(() => {
        Reflect.deleteProperty(window, 'BroadcastChannel')
      })
      const page = await open({ hasSession: true })
      await waitForText(page, 'unauthenticated')
      await signInAnn()
      await see(page)
      await waitForText(page, 'authenticated Ann')
      expect(site.requests).toEqual(['GET session'])
    })
  })

  // proves WEB-11
  it('that is signed out sends at most one request in 5 seconds when it often becomes visible', async () => {
    const page = await openWithClock({ hasSession: true })
    const seeOften = async (): Promise<void> => {
      for (let times = 0; times < 5; times++) {
        await see(page)
        await pause(20)
      }
    }
    await seeOften()
    expect(site.requests).toEqual(['GET session'])
    await page.clock.fastForward(5_000)
    await seeOften()
    expect(site.requests).toEqual(['GET session', 'GET session'])
  })

  describe('whose first read fails', () => {
    // proves WEB-12
    it.each<[string, Fault]>([
      ['with status 502', 502],
      ['with a page in place of JSON', 'html'],
      ['because the connection breaks', 'reset'],
      ['because the server never responds', 'silent'],
    ])('%s, reads the session again after a second', async (_, fault) => {
      await signInAnn()
      const page = await openWithClock({ isDeferred: true })
      failing('GET session', fault)
      await page.evaluate(() => window.client.mount())
      if (fault === 'silent') {
        await waitForRequests(1)
        await page.clock.fastForward(30_000)
      }
      await waitForText(page, 'loading error')
      site.fault = () => undefined
      await page.clock.runFor(1_000)
      await waitForText(page, 'authenticated Ann')
    })

    // proves WEB-12
    it('sends six requests in total, with increasing delays', async () => {
      failing('GET session', 502)
      const page = await openWithClock({ isDeferred: true })
      // Otherwise, a pause can end while a busy machine waits for the page.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
      await page.evaluate(() => window.client.mount())
      await waitForText(page, 'loading error')
      for (const [index, seconds] of [1, 2, 4, 8, 16].entries()) {
        await page.clock.runFor(seconds * 1000 - 200)
        expect(site.requests).toHaveLength(index + 1)
        await page.clock.runFor(1000)
        await waitForRequests(index + 2)
        await pause(20)
      }
      await page.clock.runFor(10 * 60_000)
      expect(site.requests).toHaveLength(6)
    })
  })

  // proves WEB-14
  it('with ten components sends one request for each interval', async () => {
    await signInAnn()
    const page = await openWithClock({ hasSession: true, components: 10, policy: { refetchInterval: 10 } })
    for (const count of [1, 2, 3]) {
      await page.clock.runFor(9_000)
      await pause(50)
      await page.clock.runFor(1_000)
      await waitForRequests(count)
      await pause(50)
    }
    expect(site.requests).toHaveLength(3)
  })

  // proves WEB-15
  it('that gets the session later sends one message to other tabs', async () => {
    await signInAnn()
    const countMessages = await openListener()
    const page = await open({ isPending: true })
    const other = await context.request.get('/api/auth/session')
    site.requests.splice(0)
    const session = await other.json()
    await page.evaluate((given) => window.client.give(given), session)
    await waitForText(page, 'authenticated Ann')
    expect(await countMessages()).toBe(1)
    if (client === 'Solid') expect(site.requests).toEqual([])
  })

  // proves §17.3
  it('leaves nothing behind after 200 mounts', async () => {
    await signInAnn()
    const page = await openWithClock({ hasSession: true, policy: { refetchInterval: 10 } })
    await page.evaluate(async () => {
      for (let times = 0; times < 200; times++) {
        window.client.unmount()
        await Promise.resolve()
        window.client.mount()
      }
      window.client.unmount()
    })
    const other = await open({ hasSession: true })
    await other.evaluate(() => window.client.getSession())
    await see(page)
    await restore(page)
    await page.clock.runFor(60_000)
    await pause(50)
    expect(site.requests).toEqual(['GET session'])
  })
})
