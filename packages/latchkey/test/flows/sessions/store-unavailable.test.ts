import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, createAuth, memoryStore } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

const DAY = 24 * 60 * 60

afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

/** An application whose store can be stopped, and a browser in which Ann is signed in. */
async function signedInAt(config: Partial<AuthConfig>): Promise<{
  readonly app: App
  readonly browser: Browser
  readonly stop: () => void
  readonly start: () => void
}> {
  let isDown = false
  const store = memoryStore()
  const app = createApp({
    store: {
      ...store,
      get(key) {
        if (isDown) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
        return store.get(key)
      },
    },
    ...config,
  })
  const set = (value: boolean) => (): void => {
    isDown = value
  }
  return { app, browser: await signedIn(app), stop: set(true), start: set(false) }
}

const accepting: Partial<AuthConfig> = { session: { whenStoreFails: 'accept' } }
const getStatus = async (browser: Browser): Promise<number> => (await browser.get(`${BASE}/session`)).status

describe('a cookie session while the store is down', () => {
  // proves DB-22
  it.each([{}, { session: { whenStoreFails: 'refuse' } } as const])('is refused with %o', async (config) => {
    const { browser, stop, start } = await signedInAt(config)
    stop()
    expect(await getStatus(browser)).toBe(503)
    start()
    expect(await readSession(browser)).not.toBeNull()
  })

  // proves DB-22
  it('is accepted with `accept` if it was written less than `updateAge` ago', async () => {
    const { browser, stop } = await signedInAt(accepting)
    stop()
    later(DAY - 10)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    later(20)
    const response = await browser.get(`${BASE}/session`)
    expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
      status: 503,
      cookies: [],
    })
  })

  // proves DB-22
  it('is not renewed or updated with `accept`, so that an ended session does not continue', async () => {
    const { app, browser, stop, start } = await signedInAt({
      ...accepting,
      callbacks: { jwt: ({ token }) => ({ ...token, visits: Math.random() }) },
    })
    const thief = moveTo(app, browser)
    await browser.post(`${BASE}/signout`)
    stop()
    const response = await thief.get(`${BASE}/session`)
    expect({ body: await response.json(), cookies: response.headers.getSetCookie() }).toEqual({
      body: expect.objectContaining({ user: expect.anything() }),
      cookies: [],
    })
    const update = await thief.post(`${BASE}/session`, { data: 'anything' })
    expect({ status: update.status, cookies: update.headers.getSetCookie() }).toEqual({
      status: 503,
      cookies: [],
    })
    start()
    expect(await readSession(thief)).toBeNull()
  })

  // proves DB-22
  it('is refused with `accept` in an application without `updateAge`', async () => {
    const { browser, stop } = await signedInAt({ session: { whenStoreFails: 'accept', updateAge: 0 } })
    stop()
    expect(await getStatus(browser)).toBe(503)
  })

  // proves DB-22, DB-21
  it('is accepted with a warning, once a minute and with the number of checks', async () => {
    const { app, browser, stop } = await signedInAt(accepting)
    const warnings = (): unknown[] => app.log.filter(({ entry }) => entry === 'sessions-unchecked')
    stop()
    for (let count = 0; count < 3; count++) await readSession(browser)
    expect(warnings()).toHaveLength(1)
    later(61)
    await readSession(browser)
    expect(warnings()).toEqual([
      expect.objectContaining({ details: [expect.stringContaining('86400 seconds'), { repeated: 0 }] }),
      expect.objectContaining({ details: [expect.anything(), { repeated: 2 }] }),
    ])
    expect(app.errors).toEqual([])
  })
})

// proves DB-22
it('an unknown `session.whenStoreFails` is an invalid option', async () => {
  const { config } = createApp({ session: { whenStoreFails: 'ignore' as 'accept' } })
  const caller = { headers: new Headers({ host: new URL(ORIGIN).host }) }
  await expect(createAuth(config).session(caller)).rejects.toMatchObject({
    type: 'InvalidOption',
    message: expect.stringContaining('`session.whenStoreFails` is neither "refuse" nor "accept"'),
  })
})
