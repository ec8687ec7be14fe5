import { inspect } from 'node:util'
import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSite, currentCode, METHODS, type Site, sendCode, signedInUser, USER, VERIFY } from './site.ts'

afterEach(() => {
  vi.useRealTimers()
})

const ENROLL: Partial<AuthConfig> = { secondFactor: { require: () => 'enroll' } }
const JSON_ONLY = { accept: 'application/json' }

interface Shown {
  readonly purpose: string
  readonly secret: string
  readonly uri: string
  readonly qr: string
}

async function show(browser: Browser, url = VERIFY): Promise<Shown> {
  return (await (await browser.get(url, JSON_ONLY)).json()) as Shown
}

describe('`require: true`', () => {
  it.each(METHODS)('refuses a user without a second factor: %s', async (method) => {
    const site = await createSite({ config: { secondFactor: { require: () => true } } })
    const browser = site.browser()
    const outcome = await site.signIn(method, browser).catch((error: Error) => error)
    if (outcome instanceof Error) expect(outcome).toMatchObject({ type: 'AccessDenied' })
    else expect(outcome.url).toBe(`${BASE}/error?error=AccessDenied`)
    expect(await readSession(browser)).toBeNull()
    expect(site.seen).toMatchObject({ sessions: [], events: [] })
  })

  it('knows who signs in, and how', async () => {
    const seen: unknown[] = []
    const site = await createSite({
      config: {
        secondFactor: {
          require({ user, provider, headers }) {
            seen.push([user.email, provider, headers.get('sec-fetch-site')])
            return false
          },
        },
      },
    })
    await site.signIn('credentials', site.browser())
    expect(seen).toEqual([[USER.email, 'credentials', 'same-origin']])
  })
})

describe("`require: 'enroll'`", () => {
  it.each(METHODS)('lets the user set up an app before the session starts: %s', async (method) => {
    const site = await createSite({ config: ENROLL })
    const browser = site.browser()
    expect((await site.signIn(method, browser)).url).toBe(VERIFY)
    const { secret } = await show(browser)
    expect(await readSession(browser)).toBeNull()
    expect(site.seen).toMatchObject({ sessions: [], events: [] })
    const page = await sendCode(browser, await currentCode(secret))
    expect(page.status).toBe(200)
    expect(await readSession(browser)).toMatchObject({ user: { email: USER.email } })
    expect(site.seen.events).toEqual(['signIn'])
    await (await signedInUser(site, browser)).secondFactor.forgetDevices()
  })

  it('shows the QR code and the key, then recovery codes, once', async () => {
    const site = await createSite({ config: ENROLL })
    const browser = site.browser()
    await site.signIn('credentials', browser)
    const html = await (await browser.get(VERIFY)).text()
    const { secret } = await show(browser)
    expect(html).toContain('autocomplete="one-time-code"')
    expect(html).toContain('<svg ')
    expect(html.replaceAll(' ', '')).toContain(secret)
    expect(html.length).toBeLessThan(12 * 1024)
    const page = await (await sendCode(browser, await currentCode(secret))).text()
    expect(page.match(/<li>/g)).toHaveLength(10)
    expect(page).toContain(`href="${ORIGIN}/after"`)
    // The page cannot be opened again.
    expect((await browser.get(VERIFY)).status).toBe(302)
  })

  it('keeps the same key after a wrong code', async () => {
    const site = await createSite({ config: ENROLL })
    const browser = site.browser()
    await site.signIn('credentials', browser)
    const first = await show(browser)
    expect((await sendCode(browser, '000000')).headers.get('location')).toBe(
      `${VERIFY}?error=SecondFactorFailed`,
    )
    expect(await show(browser)).toEqual(first)
    expect(await readSession(browser)).toBeNull()
  })

  it('leaves no key, recovery code or code in the store, the database or the log', async () => {
    const written: unknown[] = []
    const record = <T extends object>(target: T): T =>
      watched(target, (method, args) => void written.push([method, args]))
    const adapter = memory()
    const site = await createSite({ store: record<Store>(memoryStore()), adapter, config: ENROLL })
    const browser = site.browser()
    await site.signIn('credentials', browser)
    const { secret } = await show(browser)
    const code = await currentCode(secret)
    await sendCode(browser, '000000')
    const response = await sendCode(browser, code, {}, JSON_ONLY)
    const { recoveryCodes } = (await response.json()) as { recoveryCodes: string[] }
    const other = site.browser()
    await site.signIn('OIDC', other)
    await sendCode(other, recoveryCodes[0] ?? '')
    const traces = inspect(
      [written, site.app.log, await adapter.listSecondFactors(USER.id), other.cookies(ORIGIN)],
      { depth: 20, maxArrayLength: null, maxStringLength: null },
    )
    const secrets = [secret, code, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))]
    expect(secrets.filter((each) => traces.includes(each))).toEqual([])
    expect(traces).toContain('pending-sign-in')
  })

  it('gives a page of the application the recovery codes as JSON', async () => {
    const site = await createSite({ config: ENROLL })
    const browser = site.browser()
    await site.signIn('credentials', browser)
    const { secret, purpose } = await show(browser)
    expect(purpose).toBe('enroll')
    const response = await sendCode(browser, await currentCode(secret), {}, JSON_ONLY)
    expect(await response.json()).toEqual({ url: `${ORIGIN}/after`, recoveryCodes: expect.any(Array) })
  })

  it('accepts no app of a sign-in that waits if the user has set up another one since', async () => {
    const site = await createSite({ config: ENROLL })
    const attacker = site.browser()
    await site.signIn('credentials', attacker)
    const { secret } = await show(attacker)
    const owner = site.browser()
    await site.signIn('OIDC', owner)
    const own = await show(owner)
    await sendCode(owner, await currentCode(own.secret))
    expect(await readSession(owner)).not.toBeNull()

    await sendCode(attacker, await currentCode(secret))
    expect(await readSession(attacker)).toBeNull()
    expect(await site.adapter.listSecondFactors(USER.id)).toHaveLength(1)
    expect(await show(attacker)).toMatchObject({ purpose: 'sign-in' })
  })

  it('adds one app if two sign-ins set one up at the same time', async () => {
    const site = await createSite({ config: ENROLL })
    const browsers = [site.browser(), site.browser()] as const
    const codes: string[] = []
    for (const browser of browsers) {
      await site.signIn('credentials', browser)
      codes.push(await currentCode((await show(browser)).secret))
    }
    await Promise.all(browsers.map((browser, index) => sendCode(browser, codes[index] ?? '')))
    expect(await site.adapter.listSecondFactors(USER.id)).toHaveLength(1)
    const sessions = await Promise.all(browsers.map(readSession))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
  })

  it('refuses the user if there are no authenticator apps', async () => {
    const site = await createSite({ config: { secondFactor: { require: () => 'enroll', totp: false } } })
    expect((await site.signIn('credentials', site.browser())).url).toBe(`${BASE}/error?error=AccessDenied`)
  })
})

describe('a session whose user needs a second factor', () => {
  const URL_OF_STEP_UP = `${VERIFY}?for=session&secondFactor=1&callbackUrl=${encodeURIComponent(`${ORIGIN}/pay`)}`

  async function signedIn(): Promise<{ site: Site; browser: Browser }> {
    const site = await createSite()
    const browser = site.browser()
    await site.signIn('credentials', browser)
    return { site, browser }
  }

  it('sets one up after a recent sign-in, and ends the other sessions', async () => {
    const { site, browser } = await signedIn()
    const other = site.browser()
    await site.signIn('OIDC', other)
    const { secret } = await show(browser, URL_OF_STEP_UP)
    const page = await browser.post(URL_OF_STEP_UP, { code: await currentCode(secret) })
    expect(await page.text()).toContain(`href="${ORIGIN}/pay"`)
    expect(await readSession(browser)).not.toBeNull()
    expect(await readSession(other)).toBeNull()
    const user = await signedInUser(site, browser)
    await user.secondFactor.forgetDevices()
    const events = (await user.events.list()).map(({ type }) => type)
    expect(events).toEqual(expect.arrayContaining(['secondFactorAdded', 'sessionsRevoked']))
  })

  it('shows the key of a browser to no copy of its session', async () => {
    const { site, browser } = await signedIn()
    const thief = site.browser()
    for (const { name, value } of browser.cookies(ORIGIN)) thief.plant(ORIGIN, name, value)
    const stolen = await show(thief, URL_OF_STEP_UP)
    const own = await show(browser, URL_OF_STEP_UP)
    expect(own.secret).not.toBe(stolen.secret)
    expect(await show(browser, URL_OF_STEP_UP)).toEqual(own)
    await browser.post(URL_OF_STEP_UP, { code: await currentCode(own.secret) })
    expect(await site.adapter.listSecondFactors(USER.id)).toHaveLength(1)
    await thief.post(URL_OF_STEP_UP, { code: await currentCode(stolen.secret) })
    expect(await site.adapter.listSecondFactors(USER.id)).toHaveLength(1)
    expect(await readSession(thief)).toBeNull()
  })

  it('signs in again first if the sign-in is old', async () => {
    const { site, browser } = await signedIn()
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] })
    const response = await browser.get(URL_OF_STEP_UP)
    const target = new URL(response.headers.get('location') ?? '')
    expect(target.pathname).toBe('/auth/signin')
    expect(target.searchParams.get('callbackUrl')).toContain(`${VERIFY}?for=session&secondFactor=1`)
    await browser.post(URL_OF_STEP_UP, { code: '000000' })
    expect(await site.adapter.listSecondFactors(USER.id)).toEqual([])
  })
})
