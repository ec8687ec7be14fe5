import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import {
  type Changes,
  catchError,
  HOUR,
  passTime,
  signedInApp,
  type TokenApp,
} from '@latchkey/test-support/kit/user-tokens.ts'
import { createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

isolateEnvironment()
afterEach(() => {
  vi.useRealTimers()
})

/** An application without a database, and what its store contains. */
async function cookieApp(changes: Changes = {}): Promise<TokenApp & { readonly kept: Map<string, number> }> {
  /** When each result ends, by its key. */
  const kept = new Map<string, number>()
  const inner = memoryStore()
  const store: typeof inner = {
    ...inner,
    set(key, value, seconds) {
      if (key.startsWith('latchkey:refresh:')) kept.set(key, Date.now() + seconds * 1000)
      return inner.set(key, value, seconds)
    },
    delete(key) {
      kept.delete(key)
      return inner.delete(key)
    },
  }
  const config = { adapter: undefined, providerTokens: true, store, ...changes.config }
  const session = { maxAge: 400 * 24 * HOUR }
  return { ...(await signedInApp({ ...changes, config: { session, ...config } })), kept }
}

function tokenCookies(browser: Browser): { name: string; value: string; header: string }[] {
  return browser.cookies(ORIGIN).filter(({ name }) => name.includes('provider-tokens'))
}

/** A browser with the same cookies. */
function copyBrowser({ app, browser }: TokenApp): Browser {
  const copy = new Browser(app)
  for (const { name, value } of browser.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
  return copy
}

describe('the cookie of provider tokens', () => {
  // proves TOK-9
  it('keeps the tokens of the sign-in, encrypted and apart from the session', async () => {
    const { browser, issued, user } = await cookieApp()
    const [cookie, ...others] = tokenCookies(browser)
    expect(others).toEqual([])
    expect(cookie?.header).toMatch(
      /^__Host-latchkey\.provider-tokens=.*; Path=\/;.*HttpOnly; Secure; SameSite=Lax/i,
    )
    expect(browser.cookiesFor(ORIGIN)).not.toMatch(/access|refresh [\da-f]/)
    expect((await (await user()).tokens('idp')).accessToken).toBe(issued.accessToken)
  })

  // proves TOK-9, TOK-2
  it('has the new tokens after a refresh', async () => {
    const { browser, idp, issued, user } = await cookieApp()
    passTime(HOUR)
    const before = tokenCookies(browser)
    const { accessToken } = await (await user('write')).tokens('idp')
    expect(accessToken).not.toBe(issued.accessToken)
    expect(tokenCookies(browser)).not.toEqual(before)
    expect((await (await user()).tokens('idp')).accessToken).toBe(accessToken)
    passTime(HOUR)
    await (await user('write')).tokens('idp')
    expect(idp.refreshes).toHaveLength(2)
  })

  // proves TOK-9
  it('is not set without the option, and not with an adapter', async () => {
    const without = await cookieApp({ config: { providerTokens: undefined } })
    expect(tokenCookies(without.browser)).toEqual([])
    const withAdapter = await signedInApp({ config: { providerTokens: true } })
    expect(tokenCookies(withAdapter.browser)).toEqual([])
  })

  // proves TOK-9
  it('cannot be used in the session of another user', async () => {
    const app = await cookieApp()
    const other = new Browser(app.app)
    app.idp.issue()
    await signInAt(app.idp, other, { claims: { sub: 'bob', name: 'Bob', email: 'bob@example.com' } })
    for (const { name, value } of tokenCookies(app.browser)) other.plant(ORIGIN, name, value)
    const user = await app.user(undefined, other)
    expect(await catchError(user.tokens('idp'))).toMatchObject({ type: 'TokensExpired', reason: 'missing' })
  })

  // proves TOK-9
  it('is divided into at most three cookies', async () => {
    const { browser, user, issued } = await cookieApp({ tokens: { access_token: 'a'.repeat(7000) } })
    const cookies = tokenCookies(browser)
    expect(cookies.length).toBeGreaterThan(1)
    expect(cookies.length).toBeLessThanOrEqual(3)
    for (const { header } of cookies) expect(header.length).toBeLessThanOrEqual(4096)
    expect((await (await user()).tokens('idp')).accessToken).not.toBe(issued.accessToken)
  })

  // proves TOK-9
  it('is not set for larger tokens: the user is signed in, and a warning is logged', async () => {
    const { app, browser, isSignedIn, user } = await cookieApp({
      tokens: { access_token: 'a'.repeat(10_000) },
    })
    expect(await isSignedIn()).toBe(true)
    expect(tokenCookies(browser)).toEqual([])
    expect(app.log).toContainEqual(
      expect.objectContaining({ level: 'warn', entry: 'provider-tokens-too-large' }),
    )
    expect(await catchError((await user()).tokens('idp'))).toMatchObject({ reason: 'missing' })
  })

  // proves TOK-9, TOK-6
  it('is not set if servers would reject its length together with the session', async () => {
    const session = 's'.repeat(4000)
    const { app, browser, isSignedIn, user } = await cookieApp({
      tokens: { access_token: 'a'.repeat(8000) },
      config: { callbacks: { jwt: ({ token }) => ({ ...token, session }) } },
    })
    expect(await isSignedIn()).toBe(true)
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const response = await fetch(url, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
      expect(response.status).toBe(200)
    } finally {
      server.close()
    }
    expect(app.log).toContainEqual(expect.objectContaining({ entry: 'provider-tokens-too-large' }))
    expect(await catchError((await user()).tokens('idp'))).toMatchObject({ reason: 'missing' })
  })

  // proves TOK-9
  it('replaces the tokens of the previous sign-in', async () => {
    const app = await cookieApp()
    const latest = app.idp.issue()
    await signInAt(app.idp, app.browser)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(latest.accessToken)
  })
})

describe('where cookies cannot be written', () => {
  // proves TOK-7
  it('no refreshed token is lost: later calls find it, and the first that can write writes it', async () => {
    const app = await cookieApp()
    const before = tokenCookies(app.browser)
    passTime(HOUR)
    const { accessToken } = await (await app.user()).tokens('idp')
    expect(tokenCookies(app.browser)).toEqual(before)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(accessToken)
    expect((await (await app.user('write')).tokens('idp')).accessToken).toBe(accessToken)
    expect(tokenCookies(app.browser)).not.toEqual(before)
    expect(app.idp.refreshes).toHaveLength(1)
  })

  // proves TOK-7
  it('several refreshes in turn lead from the old cookie to the latest tokens', async () => {
    const app = await cookieApp()
    for (let refreshes = 1; refreshes <= 30; refreshes++) {
      passTime(24 * HOUR)
      await (await app.user()).tokens('idp')
      expect(app.idp.refreshes).toHaveLength(refreshes)
    }
    const { accessToken } = await (await app.user('write')).tokens('idp')
    expect(app.idp.refreshes).toHaveLength(30)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(accessToken)
    passTime(24 * HOUR)
    await (await app.user('write')).tokens('idp')
    expect(app.idp.refreshes).toHaveLength(31)
    expect(await app.isSignedIn()).toBe(true)
  })

  // proves TOK-7
  it('the store keeps at most one result of a browser for long', async () => {
    const app = await cookieApp()
    for (let refreshes = 1; refreshes <= 20; refreshes++) {
      passTime(2 * HOUR)
      await (await app.user(refreshes % 3 === 0 ? 'write' : undefined)).tokens('idp')
    }
    expect(app.idp.refreshes).toHaveLength(20)
    const longerThanTwoDays = [...app.kept.values()].filter((end) => end > Date.now() + 48 * HOUR * 1000)
    expect(longerThanTwoDays.length).toBeLessThanOrEqual(2)
  })

  // proves TOK-7
  it('a response that never reaches the browser loses no token', async () => {
    const app = await cookieApp()
    passTime(HOUR)
    const lost = copyBrowser(app)
    const { accessToken } = await (await app.user('write', lost)).tokens('idp')
    passTime(30 * 60)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(accessToken)
    passTime(30 * 24 * HOUR)
    expect((await (await app.user('write')).tokens('idp')).accessToken).toMatch(/^access/)
    expect(app.idp.refreshes).toHaveLength(2)
  })

  // proves TOK-7, TOK-3
  it('many requests of a browser send one request, and each response has the new cookie', async () => {
    const app = await cookieApp()
    passTime(HOUR)
    const copies = Array.from({ length: 10 }, () => copyBrowser(app))
    const results = await Promise.all(
      copies.map(async (copy, index) =>
        (await app.user(index % 2 ? 'write' : undefined, copy)).tokens('idp'),
      ),
    )
    expect(new Set(results.map(({ accessToken }) => accessToken)).size).toBe(1)
    expect(app.idp.refreshes).toHaveLength(1)
    const before = tokenCookies(app.browser).map(({ value }) => value)
    for (const [index, copy] of copies.entries())
      expect(
        tokenCookies(copy)
          .map(({ value }) => value)
          .join() === before.join(),
      ).toBe(index % 2 === 0)
  })
})

// proves TOK-10
it('the session check reads neither the cookie nor a row of an account', async () => {
  const calls: string[] = []
  const adapter = watched(memory(), (method) => calls.push(method))
  for (const config of [{ adapter: undefined, providerTokens: true }, { adapter }] as const) {
    const app = await signedInApp({ config })
    calls.length = 0
    const read: string[] = []
    const sent = new Map(app.browser.cookies(ORIGIN).map(({ name, value }) => [name, value]))
    const cookies = {
      get: (name: string) => {
        read.push(name)
        return sent.get(name)
      },
      names: () => [...sent.keys()],
    }
    const { session } = await createAuth(app.app.config).session({
      url: new URL(`${ORIGIN}/page`),
      headers: new Headers({ host: new URL(ORIGIN).host, 'x-forwarded-proto': 'https' }),
      cookies,
    })
    expect(session).toMatchObject({ user: { name: 'Ann' } })
    expect(read.filter((name) => name.includes('provider-tokens'))).toEqual([])
    expect(calls.filter((method) => method !== 'getSessionAndUser')).toEqual([])
  }
})

// proves TOK-6
it('a provider that is down leaves the cookie unchanged', async () => {
  const idp = createIdp()
  const app = await cookieApp({ idp })
  const before = tokenCookies(app.browser)
  idp.onRefresh = () => new Response('busy', { status: 503 })
  passTime(HOUR)
  expect(await catchError((await app.user('write')).tokens('idp'))).toMatchObject({
    type: 'ProviderUnavailable',
  })
  expect(tokenCookies(app.browser)).toEqual(before)
  expect(await app.isSignedIn()).toBe(true)
})
