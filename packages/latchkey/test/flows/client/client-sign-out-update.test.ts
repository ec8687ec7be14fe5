import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { messagesToOtherTabs, openPage, openSignedInPage, PAGE_URL } from '@latchkey/test-support/kit/page.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { signedInApp } from '@latchkey/test-support/kit/sign-out.ts'
import { type AuthConfig, memoryStore } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('signOut', () => {
  // proves §17.2
  it('ends the session with one request and navigates to the URL from the server', async () => {
    const page = await openSignedInPage()
    const messages = await messagesToOtherTabs(() => page.client.signOut({ redirectTo: '/bye' }))
    expect(page.requests).toEqual(['POST /auth/signout'])
    expect(page.last.headers.get('x-auth-return-redirect')).toBe('1')
    expect(page.navigations).toEqual([`${ORIGIN}/bye`])
    expect(messages).toEqual([{ event: 'session', data: { trigger: 'signout' } }])
    expect(await page.client.getSession()).toBeNull()
  })

  // proves §17.2
  it('returns the URL instead of navigating with `redirect: false`', async () => {
    const page = await openSignedInPage()
    expect(await page.client.signOut({ redirect: false, callbackUrl: '/bye' })).toEqual({
      url: `${ORIGIN}/bye`,
      error: undefined,
    })
    expect(await page.client.signOut({ redirect: false })).toEqual({ url: PAGE_URL, error: undefined })
    expect(page.navigations).toEqual([])
  })

  // proves DB-9
  it('notifies other tabs when only copies of the session may stay valid', async () => {
    const store = memoryStore()
    let isDown = false
    const fail = (): void => {
      if (isDown) throw new Error('refused')
    }
    const app = createApp({ store: watched(store, fail) })
    const page = openPage(app, { browser: await signedIn(app) })
    isDown = true
    const messages = await messagesToOtherTabs(async () => {
      expect(await page.client.signOut({ redirect: false })).toMatchObject({
        url: expect.stringContaining('/auth/error?error=SignOutError'),
        error: 'SignOutError',
      })
    })
    expect(messages).toEqual([{ event: 'session', data: { trigger: 'signout' } }])
    expect(await page.client.getSession()).toBeNull()
  })

  // proves §17.2
  it('returns the error and notifies no tab when the server rejects it', async () => {
    const app = createApp()
    const page = openPage(app, {
      browser: await signedIn(app),
      originHeaders: { 'sec-fetch-site': 'cross-site' },
    })
    const messages = await messagesToOtherTabs(async () => {
      expect(await page.client.signOut({ redirect: false })).toMatchObject({ error: 'MissingCSRF' })
    })
    expect(messages).toEqual([])
    expect(await page.client.getSession()).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('signOut after a sign-in with a provider', () => {
  // proves OUT-1
  it('navigates to the provider', async () => {
    const { app, browser } = await signedInApp()
    const page = openPage(app, { browser })
    await page.client.signOut({ redirectTo: '/bye' })
    expect(page.requests).toEqual(['POST /auth/signout'])
    expect(page.navigations).toEqual([expect.stringMatching(/^https:\/\/id\.test\/logout\?id_token_hint=/)])
    expect(await page.client.getSession()).toBeNull()
  })

  // proves OUT-3
  it('returns the URL of the provider with `redirect: false`, and none with `provider: false`', async () => {
    const urlAfter = async (options: { provider?: boolean }): Promise<string> => {
      const { app, browser } = await signedInApp()
      const { client } = openPage(app, { browser })
      const { url, error } = await client.signOut({ redirect: false, redirectTo: '/bye', ...options })
      expect(error).toBeUndefined()
      return url
    }
    expect(await urlAfter({})).toMatch(/^https:\/\/id\.test\/logout\?/)
    expect(await urlAfter({ provider: true })).toMatch(/^https:\/\/id\.test\/logout\?/)
    expect(await urlAfter({ provider: false })).toBe(`${ORIGIN}/bye`)
  })
})

describe('update', () => {
  const renaming: Partial<AuthConfig> = {
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === 'update' ? { ...token, name: String(session.name) } : token,
    },
  }

  // proves §13.4, §17.4, AUTHN-19
  it('passes its data to the jwt callback and returns the new session, with one request', async () => {
    const page = await openSignedInPage(renaming)
    const messages = await messagesToOtherTabs(async () => {
      expect(await page.client.update({ name: 'Ann B.' })).toMatchObject({ user: { name: 'Ann B.' } })
    })
    expect(page.requests).toEqual(['POST /auth/session'])
    expect(JSON.parse(page.last.body)).toEqual({ data: { name: 'Ann B.' } })
    expect(messages).toEqual([
      { event: 'session', data: { trigger: 'getSession', digest: expect.any(Number) } },
    ])
  })

  // proves §17.4
  it('reads the session when it is called without data', async () => {
    const page = await openSignedInPage()
    expect(await page.client.update()).toMatchObject({ user: { name: 'Ann' } })
    expect(page.requests).toEqual(['GET /auth/session'])
  })

  // proves §17.4
  it.each([null, false, 0])('sends %j as data', async (data) => {
    const page = await openSignedInPage()
    await page.client.update(data)
    expect(JSON.parse(page.last.body)).toEqual({ data })
  })

  // proves §13.4, §3 POST /session
  it('keeps the session and notifies no tab when the server rejects it', async () => {
    const app = createApp()
    const page = openPage(app, {
      browser: await signedIn(app),
      originHeaders: { 'sec-fetch-site': 'cross-site' },
    })
    page.client.session.set({ expires: '2099-01-01' })
    const messages = await messagesToOtherTabs(async () => {
      expect(await page.client.update({ name: 'x' })).toBeNull()
    })
    expect(messages).toEqual([])
    expect(page.errors).toEqual([expect.objectContaining({ message: '/auth/session returned 400.' })])
    expect(page.client.session.get()).toMatchObject({
      data: { expires: '2099-01-01' },
      status: 'authenticated',
    })
  })
})
