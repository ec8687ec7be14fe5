import { BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'

const NAME = '__Host-latchkey.known-device.provider'

const one = Credentials({
  id: 'one',
  name: 'One',
  credentials: { name: {} },
  authorize: () => ({ id: 'ann' }),
})
const two = Credentials({
  id: 'two',
  name: 'Two',
  credentials: { pin: {} },
  authorize: () => ({ id: 'ann' }),
})

function createSite(config: Partial<AuthConfig> = {}) {
  return createApp({ providers: [one, two], theme: { lastUsed: true }, ...config })
}

/** Returns the labels of the buttons that are marked on the sign-in page. */
async function listMarked(browser: Browser): Promise<string[]> {
  const html = await (await browser.get(`${BASE}/signin`)).text()
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text = '']) => text)
  return buttons.filter((text) => text.includes('Last used')).map((text) => text.replaceAll(/<[^>]*>/g, ''))
}

const findCookie = (response: Response): string | undefined =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${NAME}=`))

describe('with `theme.lastUsed`, the sign-in page', () => {
  it('marks the provider of the last sign-in', async () => {
    const browser = new Browser(createSite())
    expect(await listMarked(browser)).toEqual([])
    await browser.post(`${BASE}/callback/two`, { pin: '1' })
    expect(await listMarked(browser)).toEqual(['Sign in with TwoLast used'])
    await browser.post(`${BASE}/callback/one`, { name: 'ann' })
    expect(await listMarked(browser)).toEqual(['Sign in with OneLast used'])
    await browser.post(`${BASE}/signout`)
    expect(await listMarked(browser)).toEqual(['Sign in with OneLast used'])
  })

  it('gets it from an encrypted cookie of 180 days with nothing about the user', async () => {
    const response = await new Browser(createSite()).post(`${BASE}/callback/two`, { pin: '1' })
    const cookie = findCookie(response) ?? ''
    expect(cookie.split('; ')).toEqual(
      expect.arrayContaining(['Max-Age=15552000', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']),
    )
    expect(cookie).not.toMatch(/two|ann/)
    expect(cookie.length).toBeLessThan(600)
  })

  it('ignores a cookie with another value', async () => {
    const browser = new Browser(createSite())
    const response = await browser.get(`${BASE}/signin`, { cookie: `${NAME}=two` })
    expect(await response.text()).not.toContain('Last used')
  })

  it('has no cookie if there is only one provider', async () => {
    const browser = new Browser(createSite({ providers: [two] }))
    expect(findCookie(await browser.post(`${BASE}/callback/two`, { pin: '1' }))).toBeUndefined()
  })

  it('sets it only at a sign-in', async () => {
    const browser = new Browser(createSite({ providers: [one, { ...two, authorize: () => null }] }))
    for (const response of [
      await browser.post(`${BASE}/callback/two`, { pin: '1' }),
      await browser.get(`${BASE}/session`),
      await browser.get(`${BASE}/signin`),
    ])
      expect(findCookie(response)).toBeUndefined()
  })
})

describe('without `theme.lastUsed`, the sign-in page', () => {
  it('deletes a cookie that is left, and a sign-in sets none', async () => {
    const browser = new Browser(createSite())
    await browser.post(`${BASE}/callback/two`, { pin: '1' })
    const left = browser.cookiesFor(new URL(BASE).origin)
    const without = new Browser(createSite({ theme: {} }))
    expect(findCookie(await without.post(`${BASE}/callback/two`, { pin: '1' }))).toBeUndefined()
    const page = await new Browser(createSite({ theme: {} })).get(`${BASE}/signin`, { cookie: left })
    expect(findCookie(page)).toMatch(/Max-Age=0/)
    expect(await page.text()).not.toContain('Last used')
  })
})
