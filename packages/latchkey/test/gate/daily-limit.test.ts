import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSite, currentCode, enroll, type Site, sendCode, VERIFY } from './site.ts'

const MINUTE = 60_000
/** Codes of a later time are wrong. */
const WRONG = 100

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends wrong codes, slowly enough for the limit of 15 minutes. @returns how many were compared */
async function guess(site: Site, secret: string, attempts: number): Promise<number> {
  let compared = 0
  for (let attempt = 0; attempt < attempts; attempt++) {
    const browser = site.browser()
    await site.signIn('credentials', browser)
    const response = await sendCode(browser, await currentCode(secret, WRONG + attempt))
    if (response.headers.get('location')?.includes('error=SecondFactorFailed')) compared++
    vi.setSystemTime(Date.now() + 4 * MINUTE)
  }
  return compared
}

/** Signs in and sends a code. @returns the status */
async function complete(site: Site, browser: Browser, code: string): Promise<number> {
  await site.signIn('credentials', browser)
  return (await sendCode(browser, code)).status
}

it('compares 30 short codes for a user in a day', async () => {
  const site = await createSite()
  const { secret } = await enroll(site)
  expect(await guess(site, secret, 40)).toBe(30)
  const browser = site.browser()
  expect(await complete(site, browser, await currentCode(secret, 1))).toBe(429)
  expect(await readSession(browser)).toBeNull()
  vi.setSystemTime(Date.now() + 25 * 60 * MINUTE)
  expect(await complete(site, browser, await currentCode(secret, 1))).toBe(302)
  expect(await readSession(browser)).not.toBeNull()
})

it('still accepts a recovery code beyond the limit', async () => {
  const site = await createSite()
  const { secret, recoveryCodes } = await enroll(site)
  await guess(site, secret, 31)
  vi.setSystemTime(Date.now() + 16 * MINUTE)
  const browser = site.browser()
  expect(await complete(site, browser, recoveryCodes[0] ?? '')).toBe(302)
  expect(await readSession(browser)).not.toBeNull()
})

it('does not lock out a device that the user trusts', async () => {
  const site = await createSite()
  const { secret } = await enroll(site)
  const trusted = site.browser()
  await site.signIn('credentials', trusted)
  await sendCode(trusted, await currentCode(secret, 1), { trustDevice: 'on' })
  await guess(site, secret, 31)
  vi.setSystemTime(Date.now() + 16 * MINUTE)
  expect((await site.signIn('credentials', trusted)).url).toBe(`${ORIGIN}/after`)
  const confirmed = await trusted.post(`${VERIFY}?for=session`, { code: await currentCode(secret, 1) })
  expect(confirmed.headers.get('location')).not.toContain('error')
})
