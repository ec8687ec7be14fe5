import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sealSecret } from '../../src/second-factor/factor-secret.ts'
import { codeAt, newSecret } from '../../src/second-factor/totp.ts'
import { createSite, FORM, offered, type ProtectedSite, signIn, submit } from './site.ts'

const MINUTE = 60_000
const ANN = 'ann@example.com'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function later(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE)
}

const STRATEGIES = ['jwt', 'database', 'hybrid'] as const

/** Returns a browser whose user has a second factor and sent it, and what makes the next code. */
async function enrolled(strategy: (typeof STRATEGIES)[number], demand: object = { within: 600 }) {
  const adapter = memory()
  const { id: userId } = await adapter.createUser({ id: 'ann', email: ANN, emailVerified: null })
  const site = createSite({ adapter, secondFactor: {}, session: { strategy } }, demand, userId)
  const secret = newSecret()
  const sealed = await sealSecret(createAuth(site.config).config, userId, secret)
  await adapter.createSecondFactor?.({
    id: 'phone',
    userId,
    type: 'totp',
    secret: sealed,
    name: 'Phone',
    createdAt: new Date(),
    lastUsedAt: null,
  })
  const browser = new Browser(site)
  const code = (): Promise<string> => codeAt(secret, Math.floor(Date.now() / 30_000))
  await signIn(browser)
  await sendCode(browser, `${BASE}/verify`, await code())
  return { site, browser, code }
}

/** Sends a code as the page that asks for it does. */
async function sendCode(browser: Browser, url: string, code: string) {
  return browser.follow(await browser.post(url, { code }, { referer: url }))
}

function tokenOf(browser: Browser): string | undefined {
  return browser.cookies(ORIGIN).find(({ name }) => name.endsWith('.session-token'))?.value
}

describe.for(STRATEGIES)('A step-up with a second factor, strategy %s', (strategy) => {
  it('asks for the code, offers the form again, and runs it once', async () => {
    const { site, browser, code } = await enrolled(strategy)
    later(11)
    const { url, response } = await submit(browser, { amount: '5' })
    expect(new URL(url).pathname).toBe('/auth/verify')
    expect(await response.text()).toContain('one-time-code')
    const before = tokenOf(browser)
    const { response: offer } = await sendCode(browser, url, await code())
    expect(tokenOf(browser)).not.toBe(before)
    const { action, fields } = await offered(offer)
    await browser.post(action, fields, { referer: FORM })
    await browser.post(action, fields, { referer: FORM })
    expect(site.transfers).toEqual([{ amount: '5' }])
  })

  it('keeps the form through a wrong code', async () => {
    const { site, browser, code } = await enrolled(strategy)
    later(11)
    const { url } = await submit(browser, { amount: '5' })
    const wrong = await sendCode(browser, url, '000000')
    expect(new URL(wrong.url).searchParams.get('error')).toBe('SecondFactorFailed')
    const { response } = await sendCode(browser, wrong.url, await code())
    const { action, fields } = await offered(response)
    await browser.post(action, fields, { referer: FORM })
    expect(site.transfers).toEqual([{ amount: '5' }])
  })

  it('leads back to a page without a form', async () => {
    const { browser, code } = await enrolled(strategy)
    later(11)
    const { url } = await browser.follow(await browser.get(`${ORIGIN}/account?tab=1`))
    const back = await sendCode(browser, url, await code())
    expect({ url: back.url, text: await back.response.text() }).toEqual({
      url: `${ORIGIN}/account?tab=1`,
      text: 'page',
    })
  })

  it('ends copies of the session cookie', async () => {
    const { site, browser, code } = await enrolled(strategy)
    later(11)
    const thief = new Browser(site)
    for (const { name, value } of browser.cookies(ORIGIN)) thief.plant(ORIGIN, name, value)
    const { url } = await browser.follow(await browser.get(`${ORIGIN}/account`))
    await sendCode(browser, url, await code())
    later(1)
    expect(await (await browser.get(`${ORIGIN}/account`)).text()).toBe('page')
    expect((await thief.get(`${ORIGIN}/account`)).status).toBe(303)
  })

  it('lets a user who has sent the second factor through, however long ago', async () => {
    const { browser } = await enrolled(strategy, { secondFactor: true })
    later(60)
    expect(await (await browser.get(`${ORIGIN}/account`)).text()).toBe('page')
  })

  it('confirms a session that keeps no facts', async () => {
    const { site, browser, code } = await enrolled(strategy)
    later(11)
    await forgetFacts(site, browser, strategy)
    const { url } = await browser.follow(await browser.get(`${ORIGIN}/account`))
    const back = await sendCode(browser, url, await code())
    expect(await back.response.text()).toBe('page')
  })
})

/** Makes a session one that started before sessions kept how their user signed in. */
async function forgetFacts(site: ProtectedSite, browser: Browser, strategy: string): Promise<void> {
  if (strategy !== 'database') return
  const cookie = browser.cookies(ORIGIN).find(({ name }) => name.endsWith('.session-token'))
  const adapter = site.config.adapter
  const hash = async (text: string): Promise<string> =>
    Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')
  const row = await adapter?.getSessionAndUser?.(await hash(decodeURIComponent(cookie?.value ?? '')))
  const token = 'a-token-without-dates'
  if (row) await adapter?.createSession?.({ ...row.session, sessionToken: await hash(token) })
  expect(row).toBeTruthy()
  browser.plant(ORIGIN, cookie?.name ?? '', token)
}

describe.for(STRATEGIES)('A user without a second factor, strategy %s', (strategy) => {
  it('sets one up where a page requires it, and sends the form again', async () => {
    const adapter = memory()
    await adapter.createUser({ id: 'ann', email: ANN, emailVerified: null })
    const config = { adapter, secondFactor: {}, session: { strategy } }
    const site = createSite(config, { secondFactor: true }, 'ann')
    const browser = new Browser(site)
    await signIn(browser)
    const { url, response } = await submit(browser, { amount: '5' })
    const secret =
      /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(await response.text())?.[1]?.replaceAll(' ', '') ?? ''
    const done = await sendCode(browser, url, await codeAt(secret, Math.floor(Date.now() / 30_000)))
    const next = /href="([^"]+)"/.exec(await done.response.text())?.[1]?.replaceAll('&amp;', '&') ?? ''
    const { action, fields } = await offered(await browser.get(next))
    await browser.post(action, fields, { referer: FORM })
    expect(site.transfers).toEqual([{ amount: '5' }])
  })

  it('signs in again first, if the sign-in is old', async () => {
    const adapter = memory()
    await adapter.createUser({ id: 'ann', email: ANN, emailVerified: null })
    const config = { adapter, secondFactor: {}, session: { strategy } }
    const browser = new Browser(createSite(config, { secondFactor: true }, 'ann'))
    await signIn(browser)
    later(16)
    const { url } = await browser.follow(await browser.get(`${ORIGIN}/account`))
    expect(new URL(url).pathname).toBe('/auth/signin')
    const back = await signIn(browser, new URL(url).searchParams.get('callbackUrl') ?? '')
    expect(new URL(back.url).pathname).toBe('/auth/verify')
    expect(await back.response.text()).toContain('<svg')
  })
})
