import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import { chosenVariants } from '@latchkey/test-support/variants.mjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Application, type RefreshSetUp, startApplication, type TokenResponse } from './application.ts'
import type { Fault } from './token-endpoint.ts'

const SAME = [0, 0, 0, 0]
const DIFFERENT = [-60, 0, -30, 60]

const rows = { storage: 'redis', keeps: 'rows' } as const
const cookie = { storage: 'redis', keeps: 'cookie' } as const
const noPostgres = skipWithout('postgresql')
if (noPostgres) console.warn(noPostgres)
const SET_UPS: readonly RefreshSetUp[] = [
  { title: 'rows in SQLite and a store in Redis', ...rows, clocks: SAME },
  { title: 'a cookie and a store in Redis', ...cookie, clocks: SAME },
  { title: 'rows, and clocks that differ by 2 min', ...rows, clocks: DIFFERENT },
  { title: 'a cookie, and clocks that differ by 2 min', ...cookie, clocks: DIFFERENT },
  ...(noPostgres
    ? []
    : [
        {
          title: 'rows and a store in PostgreSQL',
          storage: 'postgres',
          keeps: 'rows',
          clocks: SAME,
        } as const,
      ]),
]

const FAULTS: readonly Fault[] = ['status 503', 'hang', 'html', 'empty', 'wrong types', 'huge']

/** Tokens in rows with one clock, and in a cookie with different ones. */
const CHOSEN = chosenVariants(
  SET_UPS,
  ({ storage, keeps, clocks }) => storage === 'redis' && (keeps === 'rows') === (clocks === SAME),
)

describe.each(CHOSEN)('four processes with $title', (setUp) => {
  let application: Application
  let before = 0
  beforeAll(async () => {
    application = await startApplication(setUp)
  })
  beforeEach(() => {
    before = application.tokenEndpoint.refreshes()
  })
  afterAll(() => application?.stop())

  const refreshes = (): number => application.tokenEndpoint.refreshes() - before

  /** Sends requests to each process at once. Every second response may set cookies. */
  async function requests(count: number, browser: Browser): Promise<TokenResponse[]> {
    const calls = application.origins.flatMap((origin) =>
      Array.from({ length: count }, (_, index) =>
        application.request(origin, browser, index % 2 ? 'write' : undefined),
      ),
    )
    return Promise.all(calls)
  }

  /** The different results of requests. */
  function listResults(responses: readonly TokenResponse[]): (string | undefined)[] {
    return [...new Set(responses.map(({ accessToken, error }) => accessToken ?? error))]
  }

  /** A browser with the same cookies. */
  function copyBrowser(browser: Browser): Browser {
    const [origin = ''] = application.origins
    const copy = new Browser()
    for (const { name, value } of browser.cookies(origin)) copy.plant(origin, name, value)
    return copy
  }

  /** Stores what a response set. */
  function keepCookies(browser: Browser, responses: readonly TokenResponse[]): void {
    const [origin = ''] = application.origins
    for (const { name, value } of responses.findLast(({ cookies = [] }) => cookies.length > 0)?.cookies ?? [])
      browser.plant(origin, name, value)
  }

  const ACCESS_TOKEN = expect.stringMatching(/^[\w-]{43}$/)

  // proves TOK-3, TOK-5, TOK-6, TOK-7, TOK-12
  it('50 requests in each process send one request to the provider and get one token', async () => {
    const browser = await application.signIn()
    const responses = await requests(50, browser)
    expect({ count: responses.length, results: listResults(responses), refreshes: refreshes() }).toEqual({
      count: 200,
      results: [ACCESS_TOKEN],
      refreshes: 1,
    })
    expect(await application.isAccepted(String(responses[0]?.accessToken))).toBe(true)
    const current = copyBrowser(browser)
    keepCookies(current, responses)
    expect({ results: listResults(await requests(1, current)), refreshes: refreshes() }).toEqual({
      results: listResults(responses),
      refreshes: 1,
    })
    // With a cookie: first as if all responses were lost, then with the new one.
    for (let count = 2; count <= 4; count++) {
      await application.passTime(2)
      const later = await requests(50, browser)
      expect({ results: listResults(later), refreshes: refreshes() }).toEqual({
        results: [ACCESS_TOKEN],
        refreshes: count,
      })
      expect(await application.isAccepted(String(later[0]?.accessToken))).toBe(true)
      keepCookies(browser, later)
    }
    for (const origin of application.origins) expect(await application.isSignedIn(origin, browser)).toBe(true)
    await application.passTime(-6)
  })

  // proves TOK-4, TOK-5, TOK-6
  it('another process takes over when one is killed during a refresh', {
    timeout: 60_000,
  }, async () => {
    const browser = await application.signIn()
    const release = application.tokenEndpoint.hold()
    const another = await application.startAnother()
    const lost = application.request(another.origin, browser).catch(() => 'lost')
    while (refreshes() === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const waiting = requests(10, browser)
    await another.kill()
    expect(await lost).toBe('lost')
    release()
    const responses = await waiting
    expect({ results: listResults(responses), refreshes: refreshes() }).toEqual({
      results: [ACCESS_TOKEN],
      refreshes: 2,
    })
    keepCookies(browser, responses)
    expect(listResults([await application.request(application.origins[0] ?? '', browser)])).toEqual(
      listResults(responses),
    )
    expect(await application.isAccepted(String(listResults(responses)[0]))).toBe(true)
    expect(await application.isSignedIn(application.origins[0] ?? '', browser)).toBe(true)
  })

  // proves TOK-3, TOK-6
  it('each fault of the provider leads to one request and one error, and ends no session', {
    timeout: 60_000,
  }, async () => {
    const { tokenEndpoint, origins } = application
    const browsers: Browser[] = []
    for (const fault of FAULTS) {
      const browser = await application.signIn()
      browsers.push(browser)
      tokenEndpoint.failWith(fault)
      const count = refreshes()
      const responses = await requests(10, browser)
      tokenEndpoint.failWith(undefined)
      expect({ fault, results: listResults(responses), refreshes: refreshes() - count }).toEqual({
        fault,
        results: ['ProviderUnavailable'],
        refreshes: 1,
      })
      expect(responses.every(({ retryAfter }) => retryAfter === 5)).toBe(true)
      for (const origin of origins) expect(await application.isSignedIn(origin, browser)).toBe(true)
    }
    await new Promise((resolve) => setTimeout(resolve, 5500))
    const count = refreshes()
    for (const browser of browsers) expect(listResults(await requests(10, browser))).toEqual([ACCESS_TOKEN])
    // The rows have only the tokens of the latest sign-in.
    expect(refreshes() - count).toBe(setUp.keeps === 'rows' ? 1 : FAULTS.length)
  })
})
