import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { SESSION_COOKIE, setUp, signedIn, signIn } from '@latchkey/test-support/kit/database.ts'
import { INTEGRATIONS } from '@latchkey/test-support/kit/integrations.ts'
import { signedIn as signedInByCookie } from '@latchkey/test-support/kit/session.ts'
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  type EmailConfig,
  memoryStore,
  type Store,
} from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

/** A short time limit, in seconds. */
const LIMIT = 0.05
const never = (): Promise<never> => new Promise(() => {})

/** What fails, and how. Nothing at first. */
interface Fault {
  happen: (method: string) => unknown
}

function faultyAdapter(): { adapter: Adapter; fault: Fault } {
  const fault: Fault = { happen: () => undefined }
  return { adapter: watched(memory(), (method) => fault.happen(method)), fault }
}

function faultyStore(): { store: Store; fault: Fault } {
  const fault: Fault = { happen: () => undefined }
  return { store: watched(memoryStore(), (method) => fault.happen(method)), fault }
}

function failWith(error: unknown): () => never {
  return () => {
    throw error
  }
}

const coded = (code: string, message = 'the driver failed'): Error =>
  Object.assign(new Error(message), { code })

const facts = (response: Response): unknown => ({
  status: response.status,
  retryAfter: response.headers.get('retry-after'),
  cookies: response.headers.getSetCookie(),
})
const UNAVAILABLE = { status: 503, retryAfter: '5', cookies: [] }

afterEach(() => {
  vi.useRealTimers()
})

describe('a call that does not end', () => {
  const timeouts: AuthConfig['timeouts'] = { adapter: LIMIT, store: LIMIT }

  // proves DB-6, DB-20
  it('times out in a database session check, and the user stays signed in', async () => {
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({ timeouts }, adapter)
    const browser = await signedIn(setup)
    fault.happen = never
    const response = await browser.get(`${BASE}/session`)
    expect(facts(response)).toEqual(UNAVAILABLE)
    expect(await response.json()).toMatchObject({ error: 'ServiceUnavailable' })
    const caller = { headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }) }
    await expect(createAuth(setup.app.config).session(caller)).rejects.toMatchObject({
      type: 'AdapterError',
      isTimeout: true,
      isTemporary: true,
      message: expect.stringContaining('took longer than 0.05 seconds'),
      cause: { method: 'getSessionAndUser', retryAfter: 5 },
    })
    fault.happen = () => undefined
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DB-6, DB-20
  it('times out in a store check, and the user stays signed in', async () => {
    const { store, fault } = faultyStore()
    const app = createApp({ store, timeouts })
    const browser = await signedInByCookie(app)
    fault.happen = never
    expect(facts(await browser.get(`${BASE}/session`))).toEqual(UNAVAILABLE)
    const [logged] = app.log.filter(({ level }) => level === 'error')
    expect(logged?.entry).toMatchObject({ type: 'StoreError', isTimeout: true, cause: { command: 'get' } })
  })

  // proves DB-6
  it.each(['getUserByAccount', 'createUserWithAccount', 'createSession'] as const)(
    'times out in a sign-in that calls `%s`',
    async (method) => {
      const { adapter, fault } = faultyAdapter()
      const setup = setUp({ timeouts }, adapter)
      fault.happen = (called) => (called === method ? never() : undefined)
      const browser = new Browser(setup.app)
      const { response } = await browser.follow(await signIn(setup, browser))
      expect(response.status).toBe(503)
      expect(browser.cookies(ORIGIN).filter(({ name }) => name === SESSION_COOKIE)).toEqual([])
    },
  )

  // proves DB-6
  it('leads from the page of a failed sign-in to the sign-in page, not to the page again', async () => {
    const { adapter, fault } = faultyAdapter()
    const email: EmailConfig = { id: 'email', type: 'email', name: 'e-mail', sendVerificationRequest() {} }
    const browser = new Browser(createApp({ adapter, timeouts, providers: [email] }))
    fault.happen = never
    const response = await browser.post(`${BASE}/signin/email`, { email: 'ann@example.com' })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain(`href="${BASE}/signin"`)
  })

  // proves DB-6
  it('leaves no session behind that was stored too late', async () => {
    let resume = (): void => {}
    const pause = new Promise<void>((resolve) => {
      resume = resolve
    })
    const { adapter, fault } = faultyAdapter()
    const stored: string[] = []
    const create = adapter.createSession?.bind(adapter)
    const setup = setUp(
      { timeouts },
      {
        ...adapter,
        createSession: async (session) => {
          stored.push(session.sessionToken)
          return create?.(session) as ReturnType<NonNullable<Adapter['createSession']>>
        },
      },
    )
    fault.happen = (method) => (method === 'createSession' ? pause : undefined)
    const browser = new Browser(setup.app)
    await signIn(setup, browser)
    resume()
    await vi.waitFor(async () => expect(await adapter.getSessionAndUser?.(stored[0] ?? '')).toBeNull())
    expect(stored).toHaveLength(1)
    expect(browser.cookies(ORIGIN).filter(({ name }) => name === SESSION_COOKIE)).toEqual([])
  })

  // proves DB-6
  it('may fail after its time limit, without an unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): unknown => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const { store, fault } = faultyStore()
    const app = createApp({ store, timeouts })
    const browser = await signedInByCookie(app)
    fault.happen = () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), LIMIT * 2000))
    await browser.get(`${BASE}/session`)
    await new Promise((resolve) => setTimeout(resolve, LIMIT * 4000))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })

  // proves DB-6
  it('has no time limit with `false`', async () => {
    const { store, fault } = faultyStore()
    const app = createApp({ store, timeouts: { store: false } })
    const browser = await signedInByCookie(app)
    fault.happen = () => new Promise((resolve) => setTimeout(resolve, 1200))
    expect((await browser.get(`${BASE}/session`)).status).toBe(200)
  })

  // proves DB-6
  it('times out after one second in the store, and five in the adapter', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const elapsed = async (work: Promise<unknown>): Promise<number> => {
      let isDone = false
      void work.finally(() => {
        isDone = true
      })
      for (let seconds = 0; seconds < 20; seconds++) {
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
        if (isDone) return seconds
        await vi.advanceTimersByTimeAsync(1000)
      }
      return Number.POSITIVE_INFINITY
    }
    const [slowStore, slowAdapter] = [faultyStore(), faultyAdapter()]
    const cookies = await signedInByCookie(createApp({ store: slowStore.store }))
    const database = await signedIn(setUp({}, slowAdapter.adapter))
    slowStore.fault.happen = never
    slowAdapter.fault.happen = never
    expect({
      store: await elapsed(cookies.get(`${BASE}/session`)),
      adapter: await elapsed(database.get(`${BASE}/session`)),
    }).toEqual({ store: 1, adapter: 5 })
  })
})

describe('a value that is available', () => {
  // proves DB-6
  it('needs no timer', async () => {
    const app = createApp({ store: memoryStore() })
    const browser = await signedInByCookie(app)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await browser.get(`${BASE}/session`)
    expect(timers).not.toHaveBeenCalled()
    timers.mockRestore()
  })
})

describe('a database that is temporarily unavailable', () => {
  // proves DB-20
  it.each([
    ['refused', coded('ECONNREFUSED')],
    ['reset', coded('ECONNRESET')],
    ['busy, or starting', coded('EAGAIN')],
    ['PostgreSQL, a connection that was lost', coded('08006')],
    ['PostgreSQL, too many connections', coded('53300')],
    ['PostgreSQL, a shutdown', coded('57P01')],
    ['PostgreSQL, a replica', coded('25006')],
    ['MySQL, too many connections', Object.assign(new Error('Too many connections'), { errno: 1040 })],
    ['MySQL, read-only', Object.assign(new Error('--read-only'), { errno: 1290 })],
    ['MySQL, a server that has gone away', Object.assign(new Error('gone away'), { errno: 2006 })],
    ['MySQL, a statement that was cancelled', Object.assign(new Error('interrupted'), { errno: 1317 })],
    ['mysql2, a closed connection', new Error("Can't add new command when connection is in closed state")],
    ['pg, no response in time', new Error('Query read timeout')],
    ['D1, overload', new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')],
    ['D1, a reset', new Error('D1_ERROR: Internal error in D1 DB storage caused object to be reset.')],
    ['D1, the network', new Error('D1_ERROR: Network connection lost.')],
    ['Bun, a closed connection', coded('ERR_POSTGRES_CONNECTION_CLOSED')],
    ['an adapter that says so', Object.assign(new Error('moved'), { isTemporary: true })],
    ['a cause', new Error('query failed', { cause: new Error('pool', { cause: coded('ETIMEDOUT') }) })],
    ['several addresses', new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')], 'no address')],
  ])('is a 503 response: %s', async (_, error) => {
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    fault.happen = failWith(error)
    expect(facts(await browser.get(`${BASE}/session`))).toEqual(UNAVAILABLE)
  })

  // proves DB-20
  it.each([
    ['a missing table', coded('42P01')],
    ['a unique key', Object.assign(new Error('Duplicate entry'), { errno: 1062 })],
    ['no code', new Error('relation does not exist')],
    ['no error', 'a text'],
  ])('is not one that needs a fix: %s', async (_, error) => {
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    fault.happen = failWith(error)
    const response = await browser.get(`${BASE}/session`)
    expect(facts(response)).toEqual({ status: 500, retryAfter: null, cookies: [] })
    expect(await response.json()).toMatchObject({ error: 'Configuration' })
  })

  // proves DB-20
  it.each([
    'LOADING Redis is loading the dataset in memory',
    "READONLY You can't write against a read only replica.",
    'CLUSTERDOWN The cluster is down',
    'MASTERDOWN Link with MASTER is down',
  ])('is a 503 response of the store: %s', async (message) => {
    const { store, fault } = faultyStore()
    const browser = await signedInByCookie(createApp({ store }))
    fault.happen = failWith(new Error(message))
    expect(facts(await browser.get(`${BASE}/session`))).toEqual(UNAVAILABLE)
  })

  // proves DB-20
  it('leads the callback of a provider to the error page, which has the status', async () => {
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({}, adapter)
    fault.happen = failWith(coded('ECONNREFUSED', 'connect ECONNREFUSED, password=hunter2'))
    const browser = new Browser(setup.app)
    const redirect = await signIn(setup, browser)
    expect(redirect.headers.get('location')).toMatch(/\/auth\/error\?error=ServiceUnavailable&reference=/)
    const { response } = await browser.follow(redirect)
    const html = await response.text()
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '5',
    })
    expect(html).toContain('Not available at the moment')
    expect(html).not.toContain('hunter2')
  })

  // proves DB-20
  it('is a 503 response of a proxy instead of the page', async () => {
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    fault.happen = failWith(coded('ECONNREFUSED'))
    const request = new Request(`${ORIGIN}/account`, {
      headers: { cookie: browser.cookiesFor(ORIGIN), accept: 'text/html' },
    })
    const response = await createAuth(setup.app.config).sessionOrErrorPage(request)
    expect(response).toBeInstanceOf(Response)
    expect(facts(response as Response)).toEqual(UNAVAILABLE)
  })
})

// proves DB-20
it.each(INTEGRATIONS)('a database that is down is a 503 response of $name', async ({ base, respond }) => {
  const { adapter, fault } = faultyAdapter()
  fault.happen = failWith(coded('ECONNREFUSED'))
  const { config } = createApp({ adapter })
  const headers = { cookie: `${SESSION_COOKIE}=a-token`, accept: 'application/json' }
  const response = await respond(config, new Request(`${base}/session`, { headers }))
  expect(facts(response)).toEqual(UNAVAILABLE)
})

describe('failures of one cause', () => {
  const MINUTE = 60_000

  // proves DB-21
  it('are logged once a minute, with their number', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    fault.happen = failWith(coded('ECONNREFUSED'))
    const read = async (): Promise<unknown> =>
      ((await (await browser.get(`${BASE}/session`)).json()) as { reference: unknown }).reference
    const entries = (): unknown[] =>
      setup.app.log.filter(({ level }) => level === 'error').map(({ details: [detail] }) => detail)

    const references = [await read(), await read(), await read()]
    expect(new Set(references).size).toBe(1)
    expect(entries()).toEqual([{ reference: references[0], request: 'GET session' }])
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(entries().slice(1)).toEqual([{ reference: references[0], repeated: 2 }])
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(entries()).toHaveLength(2)
    expect(await read()).not.toBe(references[0])
    expect(entries()).toHaveLength(3)
  })

  // proves DB-21
  it('are logged beside those of another cause, and beside errors that are not temporary', async () => {
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    for (const error of [coded('ECONNREFUSED'), coded('53300'), new Error('bug'), new Error('bug')]) {
      fault.happen = failWith(error)
      await browser.get(`${BASE}/session`)
      await browser.get(`${BASE}/session`)
    }
    expect(setup.app.errors).toHaveLength(2 + 4)
  })

  // proves DB-21
  it('are logged once by sign-outs that a store could not record', async () => {
    const { store, fault } = faultyStore()
    const setup = setUp({ store })
    const browsers = [await signedIn(setup), await signedIn(setup), await signedIn(setup)]
    fault.happen = failWith(coded('ECONNREFUSED'))
    for (const browser of browsers) await browser.post(`${BASE}/signout`, { callbackUrl: '/' })
    const errors = setup.app.log.filter(({ level }) => level === 'error')
    expect(errors.map(({ entry }) => entry)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('An ended session may still be') }),
    ])
  })

  // proves DB-21
  it('are remembered for a limited number of causes', async () => {
    const { adapter, fault } = faultyAdapter()
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    const fail = async (number: number): Promise<void> => {
      fault.happen = failWith(coded(`08${String(number).padStart(3, '0')}`))
      await browser.get(`${BASE}/session`)
    }
    for (let number = 0; number < 150; number++) await fail(number)
    await fail(149)
    expect(setup.app.errors).toHaveLength(150)
    await fail(0)
    expect(setup.app.errors).toHaveLength(151)
  })
})
