import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type JWT, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createSite,
  currentCode,
  enroll,
  type Site,
  type SiteOptions,
  sendCode,
  signedInUser,
  USER,
  VERIFY,
} from './site.ts'

const EXPIRED = `${BASE}/signin?error=SignInExpired`

afterEach(() => {
  vi.useRealTimers()
})

/** Returns a browser whose sign-in waits, and the code that completes it. */
async function waiting(options?: SiteOptions): Promise<{ site: Site; browser: Browser; code: string }> {
  const site = await createSite(options)
  const { secret } = await enroll(site)
  const browser = site.browser()
  await site.signIn('credentials', browser)
  return { site, browser, code: await currentCode(secret, 1) }
}

function pendingCookie(browser: Browser): { name: string; value: string } {
  const cookie = browser.cookies(ORIGIN).find(({ name }) => name.includes('transaction'))
  if (cookie === undefined) throw new Error('The browser has no sign-in that waits.')
  return cookie
}

describe('a sign-in that waits for the second factor', () => {
  it('is unknown to another browser', async () => {
    const { site, code } = await waiting()
    const other = site.browser()
    expect((await sendCode(other, code)).headers.get('location')).toBe(EXPIRED)
    expect((await other.get(VERIFY)).headers.get('location')).toContain('error=SessionRequired')
    expect(await readSession(other)).toBeNull()
  })

  it('is completed once, also by a copy of its cookie', async () => {
    const { site, browser, code } = await waiting()
    const { name, value } = pendingCookie(browser)
    const copy = site.browser()
    copy.plant(ORIGIN, name, value)
    await sendCode(browser, code)
    expect(await readSession(browser)).not.toBeNull()
    expect((await sendCode(copy, code)).headers.get('location')).toBe(EXPIRED)
    expect(await readSession(copy)).toBeNull()
  })

  it('expires after 10 minutes', async () => {
    const site = await createSite()
    const { secret } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    vi.useFakeTimers({ now: Date.now() + 10 * 60_000 + 16_000, toFake: ['Date'] })
    expect((await sendCode(browser, await currentCode(secret))).headers.get('location')).toBe(EXPIRED)
    expect(await readSession(browser)).toBeNull()
  })

  it.each([
    ['a changed character', (value: string) => `${value.slice(0, -5)}AAAAA`],
    ['nothing', () => ''],
    ['another text', () => 'ann'],
  ])('ends with %s in its cookie', async (_, change) => {
    const { browser, code } = await waiting()
    const { name, value } = pendingCookie(browser)
    browser.plant(ORIGIN, name, change(value))
    expect((await sendCode(browser, code)).headers.get('location')).toBe(EXPIRED)
    expect(await readSession(browser)).toBeNull()
  })

  it('stays after a wrong code, whose page says so', async () => {
    const { site, browser, code } = await waiting()
    const failed = await sendCode(browser, '000000')
    expect(failed.headers.get('location')).toBe(`${VERIFY}?error=SecondFactorFailed`)
    const page = await (await browser.get(`${VERIFY}?error=SecondFactorFailed`)).text()
    expect(page).toContain('This code is wrong or was used before.')
    expect(await readSession(browser)).toBeNull()
    await sendCode(browser, code)
    expect(await readSession(browser)).not.toBeNull()
    expect(site.app.errors).toEqual(['SecondFactorFailed'])
  })

  it('ends without a session if the user is disabled', async () => {
    const { site, browser, code } = await waiting()
    await site.adapter.setUserDetails({ userId: USER.id, disabledAt: new Date() })
    const response = await sendCode(browser, code)
    expect(response.headers.get('location')).toBe(`${BASE}/error?error=AccessDenied`)
    expect(await readSession(browser)).toBeNull()
  })

  it('ends without a session if the user is deleted', async () => {
    const { site, browser, code } = await waiting()
    await site.adapter.deleteUser(USER.id)
    await sendCode(browser, code)
    expect(await readSession(browser)).toBeNull()
  })

  it.each(['get', 'add'] as const)('answers 503 while `%s` of the store fails', async (failing) => {
    let isDown = false
    const store = watched<Store>(memoryStore(), (method) => {
      if (isDown && method === failing) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    })
    const { browser, code } = await waiting({ store })
    isDown = true
    const response = await sendCode(browser, code)
    expect(response.status).toBe(503)
    isDown = false
    expect(await readSession(browser)).toBeNull()
    await sendCode(browser, code)
    expect(await readSession(browser)).not.toBeNull()
  })

  it('answers 503, and starts no session, if the store fails at the sign-in', async () => {
    let isDown = false
    const store = watched<Store>(memoryStore(), (method) => {
      if (isDown && method === 'set') throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    })
    const site = await createSite({ store })
    await enroll(site)
    isDown = true
    const browser = site.browser()
    const response = await browser.post(`${BASE}/callback/credentials`, { password: 'right' })
    expect(response.status).toBe(503)
    isDown = false
    expect(await readSession(browser)).toBeNull()
  })

  it('is described as JSON for a page of the application', async () => {
    const { browser, code } = await waiting()
    const json = { accept: 'application/json' }
    expect(await (await browser.get(VERIFY, json)).json()).toEqual({
      purpose: 'sign-in',
      methods: ['totp', 'recoveryCode'],
      trustDays: 30,
    })
    const wrong = await sendCode(browser, '000000', {}, json)
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'SecondFactorFailed' }),
    ])
    expect(await (await sendCode(browser, code, {}, json)).json()).toEqual({ url: `${ORIGIN}/after` })
    expect(await readSession(browser)).not.toBeNull()
  })

  it('keeps the values of the user whom `authorize` returned', async () => {
    const since = new Date(0)
    const seen: unknown[] = []
    const site = await createSite({
      config: {
        providers: [
          Credentials({
            credentials: { password: {} },
            authorize: () => ({ ...USER, row: 10n, since }),
          }),
        ],
        callbacks: {
          jwt({ token, user }) {
            if (user) seen.push(user)
            return token
          },
        },
      },
    })
    const { secret } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await sendCode(browser, await currentCode(secret, 1))
    expect(await readSession(browser)).not.toBeNull()
    expect(seen).toEqual([
      { ...USER, row: 10n, since },
      { ...USER, row: 10n, since },
    ])
  })

  it('leads to the page of the application', async () => {
    const site = await createSite({ config: { pages: { verify: '/second-step' } } })
    await enroll(site)
    const browser = site.browser()
    expect((await site.signIn('credentials', browser)).url).toBe(`${ORIGIN}/second-step`)
    expect((await sendCode(browser, '000000')).headers.get('location')).toBe(
      `${ORIGIN}/second-step?error=SecondFactorFailed`,
    )
  })

  it('is asked for even if `account.security` is `false`', async () => {
    const site = await createSite({ config: { account: { security: false } } })
    await enroll(site)
    expect((await site.signIn('credentials', site.browser())).url).toBe(VERIFY)
  })

  it('names what is required to a script', async () => {
    const site = await createSite()
    await enroll(site)
    const response = await site
      .browser()
      .post(`${BASE}/callback/credentials`, { password: 'right' }, { 'x-auth-return-redirect': '1' })
    expect(await response.json()).toEqual({ url: VERIFY, requirement: 'secondFactor' })
  })
})

describe('a code', () => {
  it('of an authenticator app signs in once, in 50 parallel requests', async () => {
    const site = await createSite()
    const { secret } = await enroll(site)
    expect(await signInAtOnce(site, await currentCode(secret, 1))).toBe(1)
  })

  it('for recovery signs in once, in 50 parallel requests', async () => {
    const site = await createSite()
    const { recoveryCodes } = await enroll(site)
    expect(await signInAtOnce(site, recoveryCodes[0] ?? '')).toBe(1)
  })

  it('is not accepted again by a step-up of another session', async () => {
    const { site, browser, code } = await waiting()
    await sendCode(browser, code)
    const again = await browser.post(`${VERIFY}?for=session`, { code })
    expect(again.headers.get('location')).toContain('error=SecondFactorFailed')
    expect(site.app.errors).toEqual(['SecondFactorFailed'])
  })

  it('is limited after wrong ones, which do not lock out a trusted device', async () => {
    const store = memoryStore()
    const adapter = memory()
    const site = await createSite({ store, adapter })
    const { secret } = await enroll(site)
    const owner = site.browser()
    await site.signIn('credentials', owner)
    await sendCode(owner, await currentCode(secret, 1), { trustDevice: 'yes' })
    expect(await readSession(owner)).not.toBeNull()

    const attacker = site.browser()
    await site.signIn('credentials', attacker)
    const statuses = new Map<number, number>()
    for (let guess = 0; guess < 1000; guess++) {
      const { status } = await sendCode(attacker, String(guess).padStart(6, '0'))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(statuses.get(429)).toBeGreaterThanOrEqual(990)
    // Not even the right code is accepted now.
    expect((await sendCode(attacker, await currentCode(secret))).status).toBe(429)
    expect(await readSession(attacker)).toBeNull()

    const { url } = await site.signIn('credentials', owner)
    expect(url).toBe(`${ORIGIN}/after`)
  })

  it('leaves a trusted device until the user forgets all devices or changes the factors', async () => {
    const site = await createSite()
    const { secret } = await enroll(site)
    const browser = site.browser()
    await site.signIn('credentials', browser)
    await sendCode(browser, await currentCode(secret, 1), { trustDevice: 'yes' })
    expect((await site.signIn('OIDC', browser)).url).toBe(`${ORIGIN}/after`)
    await site.adapter.setUserDetails({ userId: USER.id, deviceEpoch: 'another one' })
    expect((await site.signIn('OIDC', browser)).url).toBe(VERIFY)
  })

  it('warns when few recovery codes are left', async () => {
    const site = await createSite({ config: { secondFactor: { recoveryCodes: 3 } } })
    const { recoveryCodes } = await enroll(site)
    const pages: string[] = []
    for (const code of recoveryCodes) {
      const browser = site.browser()
      await site.signIn('credentials', browser)
      pages.push(await (await sendCode(browser, code)).text())
      expect(await readSession(browser)).not.toBeNull()
      expect((await signedInUser(site, browser)).id).toBe(USER.id)
    }
    expect(pages.map((page) => page.match(/You have [^.]*\./)?.[0])).toEqual([
      'You have 2 recovery codes left.',
      'You have 1 recovery code left.',
      'You have no recovery codes left.',
    ])
  })
})

/** Completes 50 sign-ins with one code. @returns how many browsers have a session */
async function signInAtOnce(site: Site, code: string): Promise<number> {
  const browsers = Array.from({ length: 50 }, () => new Browser(site.app))
  for (const browser of browsers) await site.signIn('credentials', browser)
  await Promise.all(browsers.map((browser) => sendCode(browser, code)))
  return (await Promise.all(browsers.map(readSession))).filter((session) => session !== null).length
}

describe('a sign-in whose session cannot start after the right code', () => {
  /** Fails once, when the session of the waiting sign-in starts. */
  function failingOnce() {
    let isDown = false
    const fail = <T>(value: T): T => {
      if (!isDown) return value
      isDown = false
      throw new Error('the database is down')
    }
    return { fail, breakDown: () => (isDown = true) }
  }

  it.each([
    ['the database fails', 'database'],
    ['the `jwt` callback fails', 'jwt'],
    ['the database fails', 'hybrid'],
  ] as const)('goes on with the same code if %s, strategy %s', async (_, strategy) => {
    const { fail, breakDown } = failingOnce()
    const adapter = memory()
    const { createSession, createSessionDetails } = adapter
    adapter.createSession = (session) => fail(createSession(session))
    adapter.createSessionDetails = (details) => fail(createSessionDetails?.(details))
    const callbacks = { jwt: ({ token }: { token: JWT }) => fail(token) }
    const { site, browser, code } = await waiting({
      strategy,
      adapter,
      ...(strategy === 'jwt' && { config: { callbacks } }),
    })
    breakDown()
    const failed = await sendCode(browser, code)
    expect(failed.headers.get('location')).toContain('/auth/error?')
    expect(await readSession(browser)).toBeNull()
    expect((await sendCode(browser, code)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await readSession(browser)).toMatchObject({ user: { email: USER.email } })
    // Used up now.
    expect((await sendCode(browser, code)).headers.get('location')).toContain('error=')
    expect(site.seen.events).toEqual(['signIn'])
  })

  it('does not let another browser go on', async () => {
    const { fail, breakDown } = failingOnce()
    const callbacks = { jwt: ({ token }: { token: JWT }) => fail(token) }
    const { site, browser, code } = await waiting({ config: { callbacks } })
    breakDown()
    await sendCode(browser, code)
    const other = site.browser()
    await site.signIn('credentials', other)
    const response = await sendCode(other, code)
    expect(response.headers.get('location')).toContain('error=SecondFactorFailed')
    expect(await readSession(other)).toBeNull()
  })
})
