import { type Client, keepFresh, type SessionState } from 'latchkey/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../kit/app.ts'
import { openPage, type Page } from '../kit/page.ts'
import { signedIn } from '../kit/session.ts'

const right = { email: 'ann@example.com', password: 'right', redirect: false } as const
const cleanups: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
  await Promise.resolve()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that somebody looks at, with every state that it showed. */
async function watch(page: Page): Promise<{ shown: SessionState[] }> {
  const shown: SessionState[] = []
  const { session } = page.client
  cleanups.push(session.subscribe(() => shown.push(session.get())))
  await vi.waitFor(() => expect(session.get().status).not.toBe('loading'))
  return { shown }
}

async function watchedPage(): Promise<Page> {
  const app = createApp()
  const page = openPage(app, { browser: await signedIn(app) })
  await watch(page)
  page.requests.splice(0)
  return page
}

/** Lets the answer to a read be on its way until it is told to arrive. */
async function readSlowly(page: Page): Promise<{ arrive(): Promise<unknown> }> {
  let release = (): void => undefined
  const delay = new Promise<void>((resolve) => {
    release = resolve
  })
  page.respond = async ({ url, headers }) => {
    const response = await page.browser.send(url, { headers })
    page.respond = undefined
    await delay
    return response
  }
  const read = page.client.session.refresh()
  await vi.waitFor(() => expect(page.respond).toBeUndefined())
  return {
    arrive() {
      release()
      return read
    },
  }
}

/** Time for everything that does not wait. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

const statusOf = (client: Client): string => client.session.get().status

describe('the session of a page', () => {
  // proves §17.3, §17.4
  it('is loading, then what the server says, with one request', async () => {
    const app = createApp()
    const page = openPage(app, { browser: await signedIn(app) })
    expect(page.client.session.get()).toEqual({ data: undefined, status: 'loading', error: undefined })
    const { shown } = await watch(page)
    expect(shown).toEqual([
      {
        data: { user: { name: 'Ann', email: 'ann@example.com' }, expires: expect.any(String) },
        status: 'authenticated',
        error: undefined,
      },
    ])
    expect(page.requests).toEqual(['GET /auth/session'])
  })

  // proves §17.4
  it('is that of nobody', async () => {
    const page = openPage(createApp())
    const { shown } = await watch(page)
    expect(shown).toEqual([{ data: null, status: 'unauthenticated', error: undefined }])
  })

  // proves §17.3
  it.each([[null], [{ expires: '2099-01-01' }]])(
    'that the server rendered as %j needs no request',
    async (session) => {
      const page = openPage(createApp())
      page.client.session.set(session)
      await watch(page)
      expect(page.client.session.get().data).toEqual(session)
      expect(page.requests).toEqual([])
    },
  )

  // proves §17.3
  it('is asked for once, however many want to know at the same time', async () => {
    const { client, requests } = await watchedPage()
    await Promise.all([client.session.refresh(), client.session.refresh(), client.session.refresh()])
    expect(requests).toEqual(['GET /auth/session'])
  })

  // proves §17.4
  it('is the same object while nothing in it changes, and nobody is told', async () => {
    const page = await watchedPage()
    const before = page.client.session.get()
    await page.client.session.refresh()
    expect(page.client.session.get()).toBe(before)
  })

  // proves §17.3
  it('is forgotten when nobody listens any more, and not when somebody listens again at once', async () => {
    const page = openPage(createApp())
    page.client.session.set({ expires: '2099-01-01' })
    const listen = (): (() => void) => page.client.session.subscribe(() => undefined)
    listen()()
    const stop = listen()
    await Promise.resolve()
    expect([statusOf(page.client), page.requests]).toEqual(['authenticated', []])
    stop()
    await Promise.resolve()
    expect(statusOf(page.client)).toBe('loading')
    const other = new BroadcastChannel('next-auth')
    other.postMessage({ event: 'session', data: { trigger: 'signout' } })
    await aMoment()
    other.close()
    expect(page.requests).toEqual([])
  })

  // proves §17.2
  it('is not kept by a client that nobody listens to', async () => {
    const app = createApp()
    const page = openPage(app, { browser: await signedIn(app) })
    expect(await page.client.getSession()).not.toBeNull()
    await page.client.update({})
    expect(page.client.session.get()).toEqual({ data: undefined, status: 'loading', error: undefined })
  })
})

describe('a failure to read the session', () => {
  // proves §17.3
  it('signs nobody out: the last session stays, with the error', async () => {
    const page = await watchedPage()
    const before = page.client.session.get()
    page.respond = () => Response.json({ message: 'no' }, { status: 500 })
    expect(await page.client.session.refresh()).toBeNull()
    expect(page.client.session.get()).toEqual({
      ...before,
      error: expect.objectContaining({ message: '/auth/session returned 500.' }),
    })
    page.respond = undefined
    await page.client.session.refresh()
    expect(page.client.session.get()).toEqual(before)
  })

  // proves §17.3
  it('at first leaves it unknown, and is made up for when the network is back', async () => {
    const page = openPage(createApp())
    page.respond = () => Promise.reject(new TypeError('offline'))
    const { session } = page.client
    cleanups.push(
      session.subscribe(() => undefined),
      keepFresh(session),
    )
    await vi.waitFor(() => expect(session.get().error).toBeDefined())
    expect(session.get()).toMatchObject({ data: undefined, status: 'loading' })
    page.respond = undefined
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(statusOf(page.client)).toBe('unauthenticated'))
    window.dispatchEvent(new Event('online'))
    expect(page.requests).toHaveLength(2)
  })
})

describe('signing in and out without leaving the page', () => {
  // proves §17.2
  it('is shown once it is done', async () => {
    const page = openPage(createApp())
    await watch(page)
    await page.client.signIn('credentials', right)
    expect(page.client.session.get()).toMatchObject({
      status: 'authenticated',
      data: { user: { name: 'Ann' } },
    })
    await page.client.signOut({ redirect: false })
    expect(statusOf(page.client)).toBe('unauthenticated')
  })

  // proves §17.2
  it('is not undone by an answer that was asked for before', async () => {
    const page = await watchedPage()
    const whileSignedIn = await readSlowly(page)
    const signedOut = page.client.signOut({ redirect: false })
    await aMoment()
    await Promise.all([whileSignedIn.arrive(), signedOut])
    expect(statusOf(page.client)).toBe('unauthenticated')
    const whileSignedOut = await readSlowly(page)
    const signedIn = page.client.signIn('credentials', right)
    await aMoment()
    await Promise.all([whileSignedOut.arrive(), signedIn])
    expect(statusOf(page.client)).toBe('authenticated')
  })

  // proves §17.3
  it('by a form of the server is shown as the server says, without a request', async () => {
    const page = await watchedPage()
    page.client.session.set(null)
    expect([statusOf(page.client), page.requests]).toEqual(['unauthenticated', []])
  })

  // proves §17.3
  it('by a form of the server is not undone by an answer that was asked for before', async () => {
    const page = await watchedPage()
    const refreshed = page.client.session.refresh()
    page.client.session.set(null)
    await refreshed
    expect(statusOf(page.client)).toBe('unauthenticated')
  })
})

describe('an update', () => {
  const naming = createApp({
    callbacks: {
      jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, name: session.name } : token),
    },
  })

  // proves §17.4
  it('is loading, with the session, and then shows the new one', async () => {
    const page = openPage(naming, { browser: await signedIn(naming) })
    const { shown } = await watch(page)
    const updated = await page.client.update({ name: 'Ann B.' })
    expect(shown.slice(1).map(({ status, data }) => [status, data?.user?.name])).toEqual([
      ['loading', 'Ann'],
      ['authenticated', 'Ann B.'],
    ])
    expect(page.client.session.get().data).toBe(updated)
  })

  // proves §17.4
  it('is ignored while the session is loading', async () => {
    const page = openPage(naming, { browser: await signedIn(naming) })
    cleanups.push(page.client.session.subscribe(() => undefined))
    expect(await page.client.update({ name: 'x' })).toBeNull()
    await vi.waitFor(() => expect(statusOf(page.client)).toBe('authenticated'))
    const [first, second] = await Promise.all([
      page.client.update({ name: 'first' }),
      page.client.update({ name: 'second' }),
    ])
    expect([first?.user?.name, second?.user?.name]).toEqual(['first', 'Ann'])
    expect(page.requests).toEqual(['GET /auth/session', 'POST /auth/session'])
  })

  // proves §17.4
  it('waits for a read that is under way, and is not undone by it', async () => {
    const page = openPage(naming, { browser: await signedIn(naming) })
    await watch(page)
    const before = await readSlowly(page)
    const updated = page.client.update({ name: 'newer' })
    await aMoment()
    await Promise.all([before.arrive(), updated])
    expect(page.client.session.get().data?.user?.name).toBe('newer')
    expect(page.requests).toEqual(['GET /auth/session', 'GET /auth/session', 'POST /auth/session'])
  })

  // proves §13.4
  it('that fails leaves the session as it was', async () => {
    const page = await watchedPage()
    const before = page.client.session.get()
    page.respond = () => Response.json(null, { status: 400 })
    expect(await page.client.update({ name: 'x' })).toBeNull()
    expect(page.client.session.get()).toEqual({ ...before, error: expect.any(Error) })
  })
})

describe('two tabs', () => {
  async function twoTabs(): Promise<[Page, Page]> {
    const app = createApp()
    const browser = await signedIn(app)
    const tabs: [Page, Page] = [openPage(app, { browser }), openPage(app, { browser })]
    await watch(tabs[0])
    await watch(tabs[1])
    // The second one told that it is there.
    await vi.waitFor(() => expect(tabs[0].requests).toHaveLength(2))
    return tabs
  }

  // proves §17.3
  it('end together, and the one that hears of it tells nobody again', async () => {
    const [first, second] = await twoTabs()
    await first.client.signOut({ redirect: false })
    await vi.waitFor(() => expect(statusOf(second.client)).toBe('unauthenticated'))
    const counts = [first.requests.length, second.requests.length]
    await aMoment()
    expect([first.requests.length, second.requests.length]).toEqual(counts)
    expect(second.requests).toEqual(['GET /auth/session', 'GET /auth/session'])
  })

  // proves §17.3
  it('begin together', async () => {
    const app = createApp()
    const first = openPage(app)
    const second = openPage(app, { browser: first.browser })
    for (const page of [first, second]) await watch(page)
    await first.client.signIn('credentials', right)
    await vi.waitFor(() => expect(statusOf(second.client)).toBe('authenticated'))
  })

  // proves §17.3
  it('hear of each other also when one has the client of Auth.js', async () => {
    const page = await watchedPage()
    await page.browser.post('https://app.test/auth/signout')
    const old = new BroadcastChannel('next-auth')
    old.postMessage({ event: 'other' })
    old.postMessage({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 })
    await vi.waitFor(() => expect(statusOf(page.client)).toBe('unauthenticated'))
    expect(page.requests).toEqual(['GET /auth/session'])
    old.close()
  })

  // proves §17.3
  it('hear of a form of the server that signed out', async () => {
    const [first, second] = await twoTabs()
    await first.browser.post('https://app.test/auth/signout')
    first.client.session.set(null)
    await vi.waitFor(() => expect(statusOf(second.client)).toBe('unauthenticated'))
  })

  // proves §17.3
  it('do without where they cannot talk', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const page = openPage(createApp())
    await watch(page)
    await page.client.signIn('credentials', right)
    expect(statusOf(page.client)).toBe('authenticated')
  })
})

describe('keepFresh', () => {
  const show = (visibilityState: string): void => {
    Object.assign(document, { visibilityState })
    document.dispatchEvent(new Event('visibilitychange'))
  }

  function keep(page: Page, policy?: Parameters<typeof keepFresh>[1]): () => void {
    const stop = keepFresh(page.client.session, policy)
    cleanups.push(stop)
    return stop
  }

  // proves §17.3
  it('reads again when the page is seen again, and not when it is hidden', async () => {
    const page = await watchedPage()
    const stop = keep(page)
    show('hidden')
    expect(page.requests).toEqual([])
    show('visible')
    expect(page.requests).toEqual(['GET /auth/session'])
    await page.client.session.refresh()
    stop()
    show('visible')
    expect(page.requests).toHaveLength(1)
  })

  // proves §17.3
  it('does not, if that is switched off', async () => {
    const page = await watchedPage()
    keep(page, { refetchOnWindowFocus: false })
    show('visible')
    expect(page.requests).toEqual([])
  })

  // proves §17.3
  it('does not read the session of nobody', async () => {
    const page = openPage(createApp())
    await watch(page)
    keep(page, { refetchInterval: 1 })
    show('visible')
    vi.advanceTimersByTime(10_000)
    expect(page.requests).toHaveLength(1)
  })

  // proves §17.3
  it('reads again at intervals in seconds, until it is stopped', async () => {
    const page = await watchedPage()
    const stop = keep(page, { refetchInterval: 60 })
    for (const count of [1, 2, 3]) {
      vi.advanceTimersByTime(60_000)
      expect(page.requests).toHaveLength(count)
      await page.client.session.refresh()
    }
    stop()
    vi.advanceTimersByTime(60_000)
    expect(page.requests).toHaveLength(3)
  })

  // proves §17.3
  it.each([undefined, 0])('does not read at intervals of %s', async (refetchInterval) => {
    const page = await watchedPage()
    keep(page, { refetchInterval })
    vi.advanceTimersByTime(1_000_000)
    expect(page.requests).toEqual([])
  })

  // proves §17.3
  it('takes an interval that is longer than any timer for the longest one', async () => {
    const page = await watchedPage()
    keep(page, { refetchInterval: 90 * 24 * 60 * 60 })
    vi.advanceTimersByTime(2 ** 31 - 2)
    expect(page.requests).toEqual([])
    vi.advanceTimersByTime(1)
    expect(page.requests).toHaveLength(1)
  })

  // proves §17.3
  it.each([
    ['stops while offline, if asked to', false, 0],
    ['goes on while offline', undefined, 1],
  ] as const)('%s', async (_, refetchWhenOffline, count) => {
    const page = await watchedPage()
    vi.stubGlobal('navigator', { onLine: false })
    keep(page, { refetchInterval: 60, refetchWhenOffline })
    vi.advanceTimersByTime(60_000)
    expect(page.requests).toHaveLength(count)
  })
})
