import { BASE, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import type { OIDCConfig } from 'latchkey'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSite } from './site.ts'

const MINUTE = 60_000
const PAGE = `${ORIGIN}/account`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function secondsAgo(seconds: number): number {
  return Math.floor(Date.now() / 1000) - seconds
}

/** Returns a browser whose sign-in at an OpenID provider was 11 minutes ago. */
async function signedIn(options: Partial<OIDCConfig> = {}) {
  const idp = createIdp()
  const site = createSite({ providers: [oidcFor(idp, options)] })
  const browser = new Browser(site)
  const start = async () => {
    const response = await browser.post(`${BASE}/signin/idp`, { callbackUrl: PAGE })
    return new URL(response.headers.get('location') ?? '')
  }
  const first = await start()
  await browser.get(idp.agree(first.href).href)
  vi.setSystemTime(Date.now() + 11 * MINUTE)
  return { idp, site, browser, start, first }
}

describe('protect({ within }) with an OpenID provider', () => {
  it('asks the provider for a recent sign-in, only then', async () => {
    const { browser, start, first } = await signedIn()
    expect(first.searchParams.has('max_age')).toBe(false)
    expect((await start()).searchParams.has('max_age')).toBe(false)
    await browser.follow(await browser.get(PAGE))
    expect((await start()).searchParams.get('max_age')).toBe('300')
  })

  it('keeps the `max_age` of the configuration', async () => {
    const { browser, start } = await signedIn({ authorization: { params: { max_age: 0 } } })
    await browser.follow(await browser.get(PAGE))
    expect((await start()).searchParams.get('max_age')).toBe('0')
  })

  it('takes the time of the sign-in from the ID token', async () => {
    const { idp, browser, start } = await signedIn()
    await browser.follow(await browser.get(PAGE))
    const { href } = await start()
    const { response } = await browser.follow(
      await browser.get(idp.agree(href, { sub: 'ann', auth_time: secondsAgo(100) }).href),
    )
    expect(await response.text()).toBe('page')
    expect(await readSession(browser)).toMatchObject({ authTime: secondsAgo(100) })
    vi.setSystemTime(Date.now() + 9 * MINUTE)
    expect((await browser.get(PAGE)).status).toBe(303)
  })

  it('rejects a sign-in that was too long ago, and does not loop', async () => {
    const { idp, site, browser, start } = await signedIn()
    const before = await readSession(browser)
    await browser.follow(await browser.get(PAGE))
    const { href } = await start()
    const response = await browser.get(idp.agree(href, { sub: 'ann', auth_time: secondsAgo(3600) }).href)
    expect(response.headers.get('location')).toContain(`${BASE}/signin?error=OAuthCallbackError`)
    expect(site.logged).toEqual(['OAuthCallbackError'])
    expect(await readSession(browser)).toMatchObject({ authTime: Reflect.get(before as object, 'authTime') })
    expect((await browser.get(PAGE)).status).toBe(303)
  })

  it('accepts the sign-in of a provider that does not say when it was', async () => {
    const { idp, browser, start } = await signedIn()
    await browser.follow(await browser.get(PAGE))
    const { response } = await browser.follow(await browser.get(idp.agree((await start()).href).href))
    expect(await response.text()).toBe('page')
    expect((await start()).searchParams.has('max_age')).toBe(false)
    expect(await readSession(browser)).toMatchObject({ authTime: secondsAgo(0) })
  })

  it('does not take a time in the future', async () => {
    const { idp, browser, start } = await signedIn()
    await browser.follow(await browser.get(PAGE))
    const { href } = await start()
    await browser.get(idp.agree(href, { sub: 'ann', auth_time: secondsAgo(-3600) }).href)
    expect(await readSession(browser)).toMatchObject({ authTime: secondsAgo(0) })
  })

  it('ignores the claim at a sign-in without a step-up', async () => {
    const idp = createIdp()
    const browser = new Browser(createSite({ providers: [oidcFor(idp)] }))
    const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: PAGE })
    const location = started.headers.get('location') ?? ''
    await browser.get(idp.agree(location, { sub: 'ann', auth_time: secondsAgo(3600) }).href)
    expect(await readSession(browser)).toMatchObject({ authTime: secondsAgo(0) })
  })
})
