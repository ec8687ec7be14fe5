import { createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { openPage, PAGE_URL } from '@latchkey/test-support/kit/page.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { skipCSRFCheck } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

const correct = { email: 'ann@example.com', password: 'right' }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('getCsrfToken', () => {
  // proves §17.2, §3 GET /csrf
  it('returns the CSRF token', async () => {
    expect(await openPage(createApp()).client.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/)
  })

  // proves §17.2
  it('returns an empty string when the server issues no CSRF token', async () => {
    expect(await openPage(createApp({ skipCSRFCheck })).client.getCsrfToken()).toBe('')
  })
})

describe('a server that requires the CSRF token', () => {
  // proves §4.4, §17.2
  it('makes the client fetch the token once, after a rejected form, and send the form again', async () => {
    const page = openPage(createApp(), { originHeaders: {} })
    expect(await page.client.signIn('credentials', { ...correct, redirect: false })).toMatchObject({
      ok: true,
    })
    const form = 'POST /auth/callback/credentials'
    expect(page.requests).toEqual(['GET /auth/providers', form, 'GET /auth/csrf', form])
    await page.client.signOut({ redirect: false })
    expect(page.requests.slice(4)).toEqual(['POST /auth/signout'])
  })

  // proves §13.4
  it('makes the client fetch the token after a rejected update', async () => {
    const app = createApp()
    const page = openPage(app, { browser: await signedIn(app), originHeaders: {} })
    expect(await page.client.update({})).toMatchObject({ user: { name: 'Ann' } })
    expect(page.requests).toEqual(['POST /auth/session', 'GET /auth/csrf', 'POST /auth/session'])
  })

  // proves §4.4
  it('makes the client fetch a new token when the old one is no longer valid', async () => {
    const app = createApp()
    const browser = await signedIn(app)
    const page = openPage(app, { browser, originHeaders: {} })
    await page.client.getCsrfToken()
    browser.plant(ORIGIN, '__Host-latchkey.csrf-token', 'gone')
    expect(await page.client.signOut({ redirect: false })).toEqual({ url: PAGE_URL, error: undefined })
    expect(page.requests).toEqual([
      'GET /auth/csrf',
      'POST /auth/signout',
      'GET /auth/csrf',
      'POST /auth/signout',
    ])
  })

  // proves §4.4
  it('makes the client give up after one retry', async () => {
    const page = openPage(createApp(), { originHeaders: { 'sec-fetch-site': 'cross-site' } })
    const response = await page.client.signIn('credentials', { ...correct, redirect: false })
    expect(response).toEqual({ error: 'MissingCSRF', code: undefined, status: 403, ok: false, url: null })
    expect(page.requests).toHaveLength(4)
    await page.client.signIn('credentials', { ...correct, redirect: false })
    expect(page.requests).toHaveLength(6)
  })
})
