import { createApp } from '@latchkey/test-support/kit/app.ts'
import { openPage, type Page } from '@latchkey/test-support/kit/page.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { type Client, keepFresh, type SessionState } from 'latchkey/client'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const correct = { email: 'ann@example.com', password: 'right', redirect: false } as const
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

/** Subscribes to the session of a page. @returns every state that it shows afterwards */
async function subscribe(page: Page): Promise<{ shown: SessionState[] }> {
  const shown: SessionState[] = []
  const { session } = page.client
  cleanups.push(session.subscribe(() => shown.push(session.get())))
  await vi.waitFor(() => expect(session.get().status).not.toBe('loading'))
  return { shown }
}

async function openSubscribedPage(): Promise<Page> {
  const app = createApp()
  const page = openPage(app, { browser: await signedIn(app) })
  await subscribe(page)
  page.requests.splice(0)
  return page
}

/** Starts a read whose response is held back until `complete` is called. */
async function readSlowly(page: Page): Promise<{ complete(): Promise<unknown> }> {
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
    complete() {
      release()
      return read
    },
  }
}

/** Waits long enough for everything that does not wait for a response. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

const getStatus = (client: Client): string => client.session.get().status

describe('the session of a page', () => {
  // proves §17.3, §17.4
  it('is loading, then the session of the server, with one request', async () => {
    const app = createApp()
    const page = openPage(app, { browser: await signedIn(app) })
    expect(page.client.session.get()).toEqual({ data: undefined, status: 'loading', error: undefined })
    const { shown } = await subscribe(page)
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
  it('is null for a signed-out visitor', async () => {
    const page = openPage(createApp())
    const { shown } = await subscribe(page)
    expect(shown).toEqual([{ data: null, status: 'unauthenticated', error: undefined }])
  })

  // proves §17.3
  it.each([[null], [{ expires: '2099-01-01' }]])(
    'needs no request when the server rendered it as %j',
    async (session) => {
      const page = openPage(createApp())
      page.client.session.set(session)
      await subscribe(page)
      expect(page.client.session.get().data).toEqual(session)
      expect(page.requests).toEqual([])
    },
  )

  // proves §17.3
  it('is read with one request by concurrent refreshes', async () => {
    const { client, requests } = await openSubscribedPage()
    await Promise.all([client.session.refresh(), client.session.refresh(), client.session.refresh()])
    expect(requests).toEqual(['GET /auth/session'])
  })

  // proves §17.4
  it('stays the same object while nothing in it changes', async () => {
    const page = await openSubscribedPage()
    const before = page.client.session.get()
    await page.client.session.refresh()
    expect(page.client.session.get()).toBe(before)
  })

  // proves §17.3
  it('is dropped after the last subscriber leaves, unless a new one subscribes immediately', async () => {
    const page = openPage(createApp())
    page.client.session.set({ expires: '2099-01-01' })
    const addSubscriber = (): (() => void) => page.client.session.subscribe(() => undefined)
    addSubscriber()()
    const stop = addSubscriber()
    await Promise.resolve()
    expect({ status: getStatus(page.client), requests: page.requests }).toEqual({
      status: 'authenticated',
      requests: [],
    })
    stop()
    await Promise.resolve()
    expect(getStatus(page.client)).toBe('loading')
    const other = new BroadcastChannel('next-auth')
    other.postMessage({ event: 'session', data: { trigger: 'signout' } })
    await settle()
    other.close()
    expect(page.requests).toEqual([])
  })

  // proves §17.2
  it('is not kept by a client without subscribers', async () => {
    const app = createApp()
    const page = openPage(app, { browser: await signedIn(app) })
    expect(await page.client.getSession()).not.toBeNull()
    await page.client.update({})
    expect(page.client.session.get()).toEqual({ data: undefined, status: 'loading', error: undefined })
  })
})

describe('a failure to read the session', () => {
  // proves §17.3
  it('keeps the last session and adds the error', async () => {
    const page = await openSubscribedPage()
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
  it('leaves the session loading at first, and is repeated when the network is back', async () => {
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
    await vi.waitFor(() => expect(getStatus(page.client)).toBe('unauthenticated'))
    window.dispatchEvent(new Event('online'))
    expect(page.requests).toHaveLength(2)
  })
})

describe('signing in and out without leaving the page', () => {
  // proves §17.2
  it('updates the session of the page', async () => {
    const page = openPage(createApp())
    await subscribe(page)
    await page.client.signIn('credentials', correct)
    expect(page.client.session.get()).toMatchObject({
      status: 'authenticated',
      data: { user: { name: 'Ann' } },
    })
    await page.client.signOut({ redirect: false })
    expect(getStatus(page.client)).toBe('unauthenticated')
  })

  // proves §17.2
  it('is not undone by the response to an earlier read', async () => {
    const page = await openSubscribedPage()
    const whileSignedIn = await readSlowly(page)
    const signedOut = page.client.signOut({ redirect: false })
    await settle()
    await Promise.all([whileSignedIn.complete(), signedOut])
    expect(getStatus(page.client)).toBe('unauthenticated')
    const whileSignedOut = await readSlowly(page)
    const signedIn = page.client.signIn('credentials', correct)
    await settle()
    await Promise.all([whileSignedOut.complete(), signedIn])
    expect(getStatus(page.client)).toBe('authenticated')
  })

  // proves §17.3
  it('through a form of the server needs no request to show the new session', async () => {
    const page = await openSubscribedPage()
    page.client.session.set(null)
    expect({ status: getStatus(page.client), requests: page.requests }).toEqual({
      status: 'unauthenticated',
      requests: [],
    })
  })

  // proves §17.3
  it('through a form of the server is not undone by the response to an earlier read', async () => {
    const page = await openSubscribedPage()
    const refreshed = page.client.session.refresh()
    page.client.session.set(null)
    await refreshed
    expect(getStatus(page.client)).toBe('unauthenticated')
  })
})

describe('an update', () => {
  const renaming = createApp({
    callbacks: {
      jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, name: session.name } : token),
    },
  })

  // proves §17.4
  it('shows the old session as loading, then the new one', async () => {
    const page = openPage(renaming, { browser: await signedIn(renaming) })
    const { shown } = await subscribe(page)
    const updated = await page.client.update({ name: 'Ann B.' })
    expect(shown.slice(1).map(({ status, data }) => ({ status, name: data?.user?.name }))).toEqual([
      { status: 'loading', name: 'Ann' },
      { status: 'authenticated', name: 'Ann B.' },
    ])
    expect(page.client.session.get().data).toBe(updated)
  })

  // proves WEB-6
  it('is sent while the session is loading, and after an earlier update', async () => {
    const page = openPage(renaming, { browser: await signedIn(renaming) })
    cleanups.push(page.client.session.subscribe(() => undefined))
    expect(await page.client.update({ name: 'x' })).toMatchObject({ user: { name: 'x' } })
    const [first, second] = await Promise.all([
      page.client.update({ name: 'first' }),
      page.client.update({ name: 'second' }),
    ])
    expect({ first: first?.user?.name, second: second?.user?.name }).toEqual({
      first: 'first',
      second: 'second',
    })
    expect(page.requests).toEqual(['GET /auth/session', ...Array(3).fill('POST /auth/session')])
  })

  // proves §17.4, WEB-5
  it('does not wait for a read that is in progress, and is not undone by it', async () => {
    const page = openPage(renaming, { browser: await signedIn(renaming) })
    await subscribe(page)
    const earlierRead = await readSlowly(page)
    await page.client.update({ name: 'newer' })
    expect(await earlierRead.complete()).toMatchObject({ user: { name: 'newer' } })
    expect(page.client.session.get().data?.user?.name).toBe('newer')
    expect(page.requests).toEqual(['GET /auth/session', 'GET /auth/session', 'POST /auth/session'])
  })

  // proves WEB-1
  it('fails without being sent if it waits for more than 30 seconds', async () => {
    const page = await openSubscribedPage()
    const now = vi.spyOn(Date, 'now')
    let respond = (_: Response): void => undefined
    page.respond = () => new Promise((resolve) => (respond = resolve))
    const updates = [page.client.update({ name: 'first' }), page.client.update({ name: 'second' })]
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    now.mockReturnValue(Date.now() + 30_001)
    respond(Response.json(null, { status: 500 }))
    expect(await Promise.all(updates)).toEqual([null, null])
    now.mockRestore()
    expect(page.requests).toEqual(['POST /auth/session'])
    expect(page.errors.map(({ name }) => name)).toEqual(['Error', 'TimeoutError'])
  })

  // proves WEB-1
  it('that is in progress during a sign-out is aborted, and shows no session', async () => {
    const page = await openSubscribedPage()
    let signal: AbortSignal | undefined
    page.respond = (request) => {
      signal = request.signal
      page.respond = undefined
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
    }
    const update = page.client.update({ name: 'x' })
    await vi.waitFor(() => expect(signal).toBeDefined())
    await page.client.signOut({ redirect: false })
    expect(await update).toBeNull()
    expect({ state: page.client.session.get(), errors: page.errors }).toEqual({
      state: { data: null, status: 'unauthenticated', error: undefined },
      errors: [],
    })
  })

  // proves WEB-5, §17.3
  it.each([
    ['signs out in another tab', (other: Page) => other.client.signOut({ redirect: false }), undefined],
    [
      'signs out by a form of the server',
      async (other: Page) => {
        await other.browser.post('https://app.test/auth/signout')
        other.client.session.set(null)
      },
      undefined,
    ],
    [
      'signs in on the page',
      (_: Page, page: Page) => page.client.signIn('credentials', { ...correct, email: 'bob@example.com' }),
      'bob@example.com',
    ],
  ])('is not shown if its response arrives after the user %s', async (_, change, shown) => {
    const app = createApp({
      providers: [
        Credentials({
          credentials: { email: {} },
          authorize: ({ email }) => ({ id: String(email), email: String(email) }),
        }),
      ],
    })
    const browser = await signedIn(app)
    const [page, other] = [openPage(app, { browser }), openPage(app, { browser })]
    await subscribe(page)
    await subscribe(other)
    const readEmail = (): unknown => page.client.session.get().data?.user?.email
    expect(readEmail()).toBe('ann@example.com')
    let release = (): void => undefined
    // An update of a session in the database sets no cookie.
    const response = Response.json(page.client.session.get().data)
    page.respond = () => {
      page.respond = undefined
      return new Promise((resolve) => (release = () => resolve(response)))
    }
    const update = page.client.update({ name: 'x' })
    await settle()
    await change(other, page)
    await vi.waitFor(() => expect(readEmail()).toBe(shown))
    release()
    await update
    expect(readEmail()).toBe(shown)
  })

  // proves WEB-1
  it('is sent after one whose failure a faulty `onError` or listener did not survive', async () => {
    const unheard = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const onError = (): never => {
      throw new Error('from onError')
    }
    const page = openPage(renaming, { browser: await signedIn(renaming), onError })
    await subscribe(page)
    page.respond = () => Response.json(null, { status: 500 })
    expect(await page.client.update({ name: 'first' })).toBeNull()
    expect(page.client.session.get()).toMatchObject({ status: 'authenticated', error: expect.any(Error) })
    page.respond = undefined
    const stop = page.client.session.subscribe(() => {
      throw new Error('from a listener')
    })
    expect(await page.client.update({ name: 'second' })).toMatchObject({ user: { name: 'second' } })
    stop()
    expect(await page.client.update({ name: 'third' })).toMatchObject({ user: { name: 'third' } })
    expect(page.client.session.get().status).toBe('authenticated')
    expect(unheard).toHaveBeenCalledWith(new Error('from onError'))
    expect(unheard).toHaveBeenCalledWith(new Error('from a listener'))
    unheard.mockRestore()
  })

  // proves §13.4
  it('keeps the session and adds the error when it fails', async () => {
    const page = await openSubscribedPage()
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
    await subscribe(tabs[0])
    await subscribe(tabs[1])
    // The first tab does not read again, because the second one announced the same session.
    await settle()
    expect(tabs[0].requests).toHaveLength(1)
    return tabs
  }

  // proves §17.3
  it('sign out together, and the second does not repeat the message', async () => {
    const [first, second] = await twoTabs()
    await first.client.signOut({ redirect: false })
    await vi.waitFor(() => expect(getStatus(second.client)).toBe('unauthenticated'))
    const requestCounts = () => ({ first: first.requests.length, second: second.requests.length })
    const before = requestCounts()
    await settle()
    expect(requestCounts()).toEqual(before)
    expect(second.requests).toEqual(['GET /auth/session', 'GET /auth/session'])
  })

  // proves §17.3
  it('sign in together', async () => {
    const app = createApp()
    const first = openPage(app)
    const second = openPage(app, { browser: first.browser })
    for (const page of [first, second]) await subscribe(page)
    await first.client.signIn('credentials', correct)
    await vi.waitFor(() => expect(getStatus(second.client)).toBe('authenticated'))
  })

  // proves §17.3
  it('understand the messages of the Auth.js client', async () => {
    const page = await openSubscribedPage()
    await page.browser.post('https://app.test/auth/signout')
    const authJs = new BroadcastChannel('next-auth')
    authJs.postMessage({ event: 'other' })
    authJs.postMessage({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 })
    await vi.waitFor(() => expect(getStatus(page.client)).toBe('unauthenticated'))
    expect(page.requests).toEqual(['GET /auth/session'])
    authJs.close()
  })

  // proves WEB-2, §17.3
  it('follow a change of the session that is only in an emoji', async () => {
    const names = ['\u{1f600}', '\u{1f601}']
    const app = createApp({
      callbacks: {
        session: ({ session }) => ({ ...session, user: { name: names[0] } }),
      },
    })
    const browser = await signedIn(app)
    const [first, second] = [openPage(app, { browser }), openPage(app, { browser })]
    for (const page of [first, second]) await subscribe(page)
    const [before] = names.splice(0, 1)
    expect(second.client.session.get().data?.user?.name).toBe(before)
    await first.client.getSession()
    await vi.waitFor(() => expect(second.client.session.get().data?.user?.name).toBe(names[0]))
  })

  // proves §17.3
  it('sign out together through a form of the server', async () => {
    const [first, second] = await twoTabs()
    await first.browser.post('https://app.test/auth/signout')
    first.client.session.set(null)
    await vi.waitFor(() => expect(getStatus(second.client)).toBe('unauthenticated'))
  })

  // proves §17.3
  it('work without BroadcastChannel', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const page = openPage(createApp())
    await subscribe(page)
    await page.client.signIn('credentials', correct)
    expect(getStatus(page.client)).toBe('authenticated')
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
  it('reads the session when the page becomes visible, not when it becomes hidden', async () => {
    const page = await openSubscribedPage()
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
  it('does not read the session when the page becomes visible with `refetchOnWindowFocus: false`', async () => {
    const page = await openSubscribedPage()
    keep(page, { refetchOnWindowFocus: false })
    show('visible')
    expect(page.requests).toEqual([])
  })

  // proves §17.3
  it('reads nothing at intervals while signed out', async () => {
    const page = openPage(createApp())
    await subscribe(page)
    keep(page, { refetchInterval: 1 })
    vi.advanceTimersByTime(10_000)
    expect(page.requests).toHaveLength(1)
  })

  // proves §17.3
  it('reads at an interval in seconds until it is stopped', async () => {
    const page = await openSubscribedPage()
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
  it.each([undefined, 0])(
    'does not read at intervals when `refetchInterval` is %s',
    async (refetchInterval) => {
      const page = await openSubscribedPage()
      keep(page, { refetchInterval })
      vi.advanceTimersByTime(1_000_000)
      expect(page.requests).toEqual([])
    },
  )

  // proves §17.3
  it('limits the interval to the longest delay of a timer', async () => {
    const page = await openSubscribedPage()
    keep(page, { refetchInterval: 90 * 24 * 60 * 60 })
    vi.advanceTimersByTime(2 ** 31 - 2)
    expect(page.requests).toEqual([])
    vi.advanceTimersByTime(1)
    expect(page.requests).toHaveLength(1)
  })

  // proves §17.3
  it.each([
    ['stops reading while offline with `refetchWhenOffline: false`', false, 0],
    ['reads on while offline by default', undefined, 1],
  ] as const)('%s', async (_, refetchWhenOffline, count) => {
    const page = await openSubscribedPage()
    vi.stubGlobal('navigator', { onLine: false })
    keep(page, { refetchInterval: 60, refetchWhenOffline })
    vi.advanceTimersByTime(60_000)
    expect(page.requests).toHaveLength(count)
  })
})
