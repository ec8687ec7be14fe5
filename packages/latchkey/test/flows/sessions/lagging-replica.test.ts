import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  readToken,
  SESSION_COOKIE,
  type Setup,
  setUp,
  signedIn,
  userByAccount,
} from '@latchkey/test-support/kit/database.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AuthConfig, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

const DAY = 24 * 60 * 60

afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

/** A browser that is signed in at a database whose replica can lag behind. */
async function signedInAt(session: AuthConfig['session'] = {}): Promise<{
  readonly setup: Setup
  readonly browser: Browser
  readonly lag: (isBehind: boolean) => void
}> {
  const primary = memory()
  let isBehind = false
  const adapter: Adapter = {
    ...primary,
    getSessionAndUser: (token) => (isBehind ? null : primary.getSessionAndUser(token)),
  }
  const setup = setUp({ session }, adapter)
  const lag = (value: boolean): void => {
    isBehind = value
  }
  return { setup, browser: await signedIn(setup), lag }
}

const hasCookie = (browser: Browser): boolean =>
  browser.cookies(ORIGIN).some(({ name }) => name === SESSION_COOKIE)

describe('a session that is missing in a replica', () => {
  // proves DB-5
  it.each([{}, { absoluteMaxAge: 30 * DAY }])(
    'is signed out for this request, and its cookie stays for a minute, with %o',
    async (session) => {
      const { browser, lag } = await signedInAt(session)
      lag(true)
      later(55)
      expect(await readSession(browser)).toBeNull()
      lag(false)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
      lag(true)
      later(10)
      expect(await readSession(browser)).toBeNull()
      expect(hasCookie(browser)).toBe(false)
    },
  )

  // proves DB-5
  it('keeps its cookie after it continued under another token', async () => {
    const { setup, browser, lag } = await signedInAt()
    later(3600)
    const { id = '' } = (await userByAccount(setup)) ?? {}
    const headers = new Headers({
      host: 'app.test',
      cookie: browser.cookiesFor(ORIGIN),
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
    })
    const { cookies } = await createAuth(setup.app.config).revokeSessions(id, {
      except: 'current',
      caller: { headers, canWrite: true, method: 'POST' } as never,
    })
    const token = cookies.findLast(({ name, value }) => name === SESSION_COOKIE && value !== '')?.value ?? ''
    expect(token).not.toBe('')
    browser.plant(ORIGIN, SESSION_COOKIE, token)
    lag(true)
    later(30)
    expect(await readSession(browser)).toBeNull()
    expect(hasCookie(browser)).toBe(true)
    lag(false)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DB-5
  it('is permanently signed out by a sign-out', async () => {
    const { browser } = await signedInAt()
    await browser.post(`${BASE}/signout`)
    expect(hasCookie(browser)).toBe(false)
  })

  it('has a token without a date if the database stores the tokens of the application', async () => {
    const { browser } = await signedInAt({ hashToken: false, generateSessionToken: () => 'own-token' })
    expect(readToken(browser)).toBe('own-token')
  })
})
