import { watched } from '@latchkey/test-support/kit/adapter.ts'
import {
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { SESSION_COOKIE } from '@latchkey/test-support/kit/database.ts'
import { createLogoutIdp } from '@latchkey/test-support/kit/idp.ts'
import { INTEGRATIONS } from '@latchkey/test-support/kit/integrations.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import {
  type Changes,
  cookieNames,
  listMessages,
  logText,
  POST_LOGOUT_URL,
  signedInApp,
  signOut,
} from '@latchkey/test-support/kit/sign-out.ts'
import { type AuthConfig, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Google from 'latchkey/providers/google'
import { describe, expect, it } from 'vitest'

const PROVIDER_COOKIE = '__Host-latchkey.provider-tokens'

describe('a sign-out with `logout`', () => {
  // proves OUT-1
  it('ends the session of the application, and redirects to the provider with the ID token', async () => {
    const { browser } = await signedInApp()
    expect(cookieNames(browser)).toEqual(expect.arrayContaining([SESSION_COOKIE, PROVIDER_COOKIE]))
    const url = new URL(await signOut(browser))
    expect(url.origin + url.pathname).toBe('https://id.test/logout')
    const { id_token_hint: hint = '', state, ...params } = Object.fromEntries(url.searchParams)
    expect(params).toEqual({ client_id: 'app', post_logout_redirect_uri: POST_LOGOUT_URL })
    expect(state).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.parse(atob(hint.split('.')[1] ?? ''))).toMatchObject({ sub: 'ann', aud: 'app' })
    expect(cookieNames(browser)).not.toEqual(expect.arrayContaining([SESSION_COOKIE]))
    expect(cookieNames(browser)).not.toEqual(expect.arrayContaining([PROVIDER_COOKIE]))
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-1
  it('ends the session for every copy of its cookie before it calls the provider', async () => {
    const { app, browser, idp } = await signedInApp({ config: { providerTokens: true } })
    const thief = moveTo(app, browser)
    const sessions: unknown[] = []
    idp.onRevocation = async () => {
      sessions.push(await readSession(thief))
      return new Response(null)
    }
    expect(await readSession(thief)).not.toBeNull()
    await signOut(browser)
    expect(sessions).toEqual([null, null])
  })

  // proves OUT-1, OUT-4, TOK-14
  it('still redirects to the provider after the user has linked another account', async () => {
    const [idp, other] = [createLogoutIdp(), createIdp('https://other.test')]
    const providers = [oidcFor(idp, { logout: true }), oidcFor(other, { id: 'other' })]
    const { browser } = await signedInApp({ idp, config: { adapter: memory(), providers } })
    const claims = { sub: 'ann at other', email: 'ann@other.test' }
    await signInAt(other, browser, { provider: 'other', claims })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout\?id_token_hint=/)
  })

  // proves OUT-1
  it('does not redirect to the provider of another user who was signed in before', async () => {
    const [idp, other] = [createLogoutIdp(), createIdp('https://other.test')]
    const providers = [oidcFor(idp, { logout: true }), oidcFor(other, { id: 'other' })]
    const account = { linking: 'explicit' } as const
    const { browser } = await signedInApp({ idp, config: { adapter: memory(), providers, account } })
    await signInAt(other, browser, { provider: 'other', claims: { sub: 'bob', email: 'bob@other.test' } })
    expect(cookieNames(browser)).not.toContain(PROVIDER_COOKIE)
    expect(await signOut(browser)).toBe(`${ORIGIN}/bye`)
  })

  // proves OUT-2
  it('continues to the callback URL after the return from the provider', async () => {
    const { idp, browser, app } = await signedInApp()
    const back = idp.endSession(await signOut(browser))
    const response = await browser.get(back.href)
    expect({ status: response.status, url: response.headers.get('location') }).toEqual({
      status: 302,
      url: `${ORIGIN}/bye`,
    })
    expect(cookieNames(browser)).toEqual([])
    expect(app.errors).toEqual([])
  })

  // proves OUT-1
  it('redirects to the provider even if the session has already expired', async () => {
    const { browser } = await signedInApp()
    browser.plant(ORIGIN, SESSION_COOKIE, 'gone; Max-Age=0')
    expect(await signOut(browser)).toMatch(/^https:\/\/id\.test\/logout\?id_token_hint=/)
    expect(cookieNames(browser)).not.toContain(PROVIDER_COOKIE)
  })

  // proves OUT-1
  it('returns the URL of the provider to a script', async () => {
    const { browser } = await signedInApp()
    const response = await browser.post(`${BASE}/signout`, {}, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ url: expect.stringMatching(/^https:\/\/id\.test\/logout\?/) })
  })

  // proves OUT-4
  it('keeps the ID token encrypted, and outside the session and the page', async () => {
    const { app, browser } = await signedInApp()
    const page = await (await browser.get(`${BASE}/signout`)).text()
    const session = JSON.stringify(await readSession(browser))
    const cookies = browser.cookiesFor(ORIGIN)
    const hint = new URL(await signOut(browser)).searchParams.get('id_token_hint') ?? ''
    expect(hint.length).toBeGreaterThan(200)
    for (const text of [page, session, cookies, logText(app)]) expect(text).not.toContain(hint)
    const attributes = (await signedInApp()).browser
      .cookies(ORIGIN)
      .find(({ name }) => name === PROVIDER_COOKIE)?.header
    expect(attributes).toMatch(/HttpOnly/)
    expect(attributes).toMatch(/Secure/)
    expect(attributes).toMatch(/SameSite=Lax/)
  })

  // proves OUT-1
  it.each(INTEGRATIONS)('works through the endpoints of $name', async ({ base, respond }) => {
    const idp = createLogoutIdp()
    const { config } = createApp({
      providers: [oidcFor(idp, { logout: true })],
      basePath: new URL(base).pathname,
    })
    const browser = new Browser({ origin: ORIGIN, fetch: (request) => respond(config, request) })
    const started = await browser.post(`${base}/signin/idp`)
    await browser.get(idp.agree(started.headers.get('location') ?? '').href)
    const out = await browser.post(`${base}/signout`, { callbackUrl: '/bye' })
    const url = new URL(out.headers.get('location') ?? '')
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${base}/signout/idp`)
    const back = await browser.get(idp.endSession(url.href).href)
    expect(back.headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(await (await browser.get(`${base}/session`)).json()).toBeNull()
  })
})

describe('the option `provider` of a sign-out', () => {
  // proves OUT-3
  it('`false` ends only the session of the application', async () => {
    const { browser } = await signedInApp()
    expect(await signOut(browser, { provider: 'false' })).toBe(`${ORIGIN}/bye`)
    expect(cookieNames(browser)).toEqual([])
  })

  // proves OUT-3
  it('`true` signs out at the provider even if `logout` has since been removed', async () => {
    const { app, idp, browser } = await signedInApp()
    const changed = createApp({ ...app.config, providers: [oidcFor(idp)] })
    const moved = moveTo(changed, browser)
    const another = moveTo(changed, browser)
    expect(await signOut(moved, { provider: 'true' })).toMatch(/^https:\/\/id\.test\/logout\?id_token_hint=/)
    expect(await signOut(another)).toBe(`${ORIGIN}/bye`)
  })

  // proves OUT-3
  it('`true` warns once if nothing is known of a provider', async () => {
    const app = createApp({ providers: [passwordProvider] })
    for (const browser of [await signedIn(app), await signedIn(app)])
      expect(await signOut(browser, { provider: 'true' })).toBe(`${ORIGIN}/bye`)
    expect(listMessages(app)).toEqual([expect.stringMatching(/^no-provider-sign-out .*`logout: true`/)])
  })

  // proves OUT-3
  it('is an option of server code', async () => {
    const call = async (provider?: boolean): Promise<{ url: string; cookies: string[] }> => {
      const { app, browser } = await signedInApp()
      const caller = { headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }) }
      const outcome = await createAuth(app.config).signOut(caller, '/bye', provider)
      const cookies = outcome.cookies.filter(({ value }) => value === '').map(({ name }) => name)
      return { url: outcome.url, cookies }
    }
    const cookies = expect.arrayContaining([SESSION_COOKIE, PROVIDER_COOKIE])
    const atProvider = expect.stringMatching(/^https:\/\/id\.test\/logout\?id_token_hint=/)
    expect(await call()).toEqual({ url: atProvider, cookies })
    expect(await call(true)).toEqual({ url: atProvider, cookies })
    expect(await call(false)).toEqual({ url: `${ORIGIN}/bye`, cookies })
  })
})

describe('a sign-out without `logout`', () => {
  it('responds as before, sets no additional cookie, and calls no provider', async () => {
    const idp = createLogoutIdp()
    const app = createApp({ providers: [oidcFor(idp)] })
    const browser = new Browser(app)
    await signInAt(idp, browser)
    const requests = idp.urls.length
    const response = await browser.post(`${BASE}/signout`, { callbackUrl: '/bye' })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([SESSION_COOKIE])
    expect(idp.urls).toHaveLength(requests)
  })

  it('ends only the local session if the provider was removed from the configuration', async () => {
    const { app, browser } = await signedInApp()
    const moved = moveTo(createApp({ ...app.config, providers: [passwordProvider] }), browser)
    expect(await signOut(moved)).toBe(`${ORIGIN}/bye`)
    expect(cookieNames(moved)).toEqual([])
  })
})

describe('a return from the provider', () => {
  // proves OUT-2
  it.each<[string, (back: URL) => URL]>([
    ['no state', (back) => new URL(back.origin + back.pathname)],
    ['another state', (back) => new URL(`?state=${'0'.repeat(64)}`, back)],
    ['an empty state', (back) => new URL('?state=', back)],
    ['its state twice', (back) => new URL(`${back.search}&${back.search.slice(1)}`, back)],
    ['a callback URL of another origin', (back) => new URL('?callbackUrl=https://evil.test/', back)],
    ['a callback URL of its own', (back) => new URL('?callbackUrl=/elsewhere', back)],
  ])('with %s redirects to the home page', async (_, change) => {
    const { idp, browser, app } = await signedInApp()
    const back = idp.endSession(await signOut(browser))
    expect((await browser.get(change(back).href)).headers.get('location')).toBe(ORIGIN)
    // The real return still works.
    expect((await browser.get(back.href)).headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(app.errors).toEqual([])
  })

  // proves OUT-2
  it('that belongs to another browser redirects to the home page', async () => {
    const { app, idp, browser } = await signedInApp()
    const back = idp.endSession(await signOut(browser))
    expect((await new Browser(app).get(back.href)).headers.get('location')).toBe(ORIGIN)
  })

  // proves OUT-2
  it('redirects to the home page the second time', async () => {
    const { idp, browser } = await signedInApp()
    const back = idp.endSession(await signOut(browser)).href
    await browser.get(back)
    expect((await browser.get(back)).headers.get('location')).toBe(ORIGIN)
  })

  // proves OUT-2
  it('from a provider other than that of the sign-out redirects to the home page', async () => {
    const idp = createLogoutIdp()
    const providers = [oidcFor(idp, { logout: true }), oidcFor(idp, { id: 'other', logout: true })]
    const { browser } = await signedInApp({ idp, config: { providers } })
    const back = idp.endSession(await signOut(browser))
    const forged = new URL(`${BASE}/signout/other${back.search}`)
    expect((await browser.get(forged.href)).headers.get('location')).toBe(ORIGIN)
  })

  it('is not accepted as the response to a sign-in, nor the other way round', async () => {
    const { app, idp, browser } = await signedInApp()
    const back = idp.endSession(await signOut(browser))
    const state = back.searchParams.get('state')
    for (const value of [state, `signout:${state}`]) {
      const callback = `${BASE}/callback/idp?code=x&iss=https://id.test&state=${value}`
      expect((await browser.get(callback)).headers.get('location')).toMatch(/error=Configuration/)
    }
    expect(app.errors).toEqual(['InvalidCheck', 'InvalidCheck'])
    const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/secret' })
    const signInState = new URL(started.headers.get('location') ?? '').searchParams.get('state')
    const response = await browser.get(`${POST_LOGOUT_URL}?state=${signInState}`)
    expect(response.headers.get('location')).toBe(ORIGIN)
  })

  describe('of a sign-out whose request has no state', () => {
    const withoutState: Changes = {
      options: { endSession: { params: (all) => ({ returnTo: all.post_logout_redirect_uri }) } },
    }

    // proves OUT-2
    it('redirects to the callback URL, once', async () => {
      const { browser, app } = await signedInApp(withoutState)
      expect(await signOut(browser)).not.toContain('state')
      expect((await browser.get(POST_LOGOUT_URL)).headers.get('location')).toBe(`${ORIGIN}/bye`)
      expect(cookieNames(browser)).toEqual([])
      expect((await browser.get(POST_LOGOUT_URL)).headers.get('location')).toBe(ORIGIN)
      expect(app.errors).toEqual([])
    })

    // proves OUT-2
    it('redirects to the callback URL of the latest sign-out', async () => {
      const { browser, idp } = await signedInApp(withoutState)
      await signOut(browser, { callbackUrl: '/first' })
      await signInAt(idp, browser)
      await signOut(browser, { callbackUrl: '/second' })
      expect((await browser.get(POST_LOGOUT_URL)).headers.get('location')).toBe(`${ORIGIN}/second`)
      expect((await browser.get(POST_LOGOUT_URL)).headers.get('location')).toBe(ORIGIN)
    })

    // proves OUT-2
    it.each([
      ['a state', `${POST_LOGOUT_URL}?state=${'0'.repeat(64)}`],
      ['the id of the provider as state', `${POST_LOGOUT_URL}?state=idp`],
      ['another provider', `${BASE}/signout/other`],
    ])('redirects to the home page with %s', async (_, url) => {
      const idp = createLogoutIdp()
      const other = oidcFor(idp, { id: 'other', logout: true })
      const providers = [oidcFor(idp, { logout: true, ...withoutState.options }), other]
      const { browser } = await signedInApp({ idp, config: { providers } })
      await signOut(browser)
      expect((await browser.get(url)).headers.get('location')).toBe(ORIGIN)
      expect((await browser.get(POST_LOGOUT_URL)).headers.get('location')).toBe(`${ORIGIN}/bye`)
    })

    // proves OUT-2
    it('redirects to the home page in another browser, and never to another origin', async () => {
      const { app, browser } = await signedInApp(withoutState)
      await signOut(browser, { callbackUrl: 'https://evil.test/' })
      const other = await new Browser(app).get(POST_LOGOUT_URL)
      expect(other.headers.get('location')).toBe(ORIGIN)
      const own = await browser.get(`${POST_LOGOUT_URL}?callbackUrl=https://evil.test/`)
      expect(own.headers.get('location')).toBe(ORIGIN)
    })
  })

  // proves OUT-2
  it('never redirects to another origin', async () => {
    const { idp, browser } = await signedInApp()
    const url = await signOut(browser, { callbackUrl: 'https://evil.test/' })
    expect(url).not.toContain('evil.test')
    expect((await browser.get(idp.endSession(url).href)).headers.get('location')).toBe(ORIGIN)
  })

  it('with an error is logged, and continues to the callback URL', async () => {
    const { app, idp, browser } = await signedInApp()
    const back = idp.endSession(await signOut(browser))
    back.searchParams.set('error', 'login_required')
    back.searchParams.set('error_description', `no session${'x'.repeat(1000)}`)
    expect((await browser.get(back.href)).headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(app.errors).toEqual(['ProviderSignOutError'])
    const [message = ''] = listMessages(app)
    expect(message).toMatch(
      /^The user may stay signed in at the provider "idp": it returned "login_required: no/,
    )
    expect(message.length).toBeLessThan(300)
    // Anyone can send one that belongs to no sign-out.
    await browser.get(`${POST_LOGOUT_URL}?error=access_denied&state=1`)
    expect(app.errors).toHaveLength(1)
  })

  it('does not consume the cookie with HEAD', async () => {
    const { idp, browser } = await signedInApp()
    const back = idp.endSession(await signOut(browser)).href
    await browser.send(back, { method: 'HEAD' })
    expect((await browser.get(back)).headers.get('location')).toBe(`${ORIGIN}/bye`)
  })

  it.each([
    ['an unknown provider', 'nobody'],
    ['a provider without a page to return from', 'credentials'],
  ])('to %s is a page that does not exist', async (_, id) => {
    const app = createApp({ providers: [passwordProvider, Google({ clientId: 'a', clientSecret: 'b' })] })
    const response = await new Browser(app).get(`${BASE}/signout/${id}`, { accept: 'application/json' })
    expect(response.status).toBe(404)
    expect(app.errors).toEqual(['UnknownProvider'])
  })

  it('cannot be posted', async () => {
    const { browser } = await signedInApp()
    const response = await browser.post(POST_LOGOUT_URL)
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
    expect(await readSession(browser)).not.toBeNull()
  })
})

describe('a sign-out that another site posts', () => {
  it.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.app.test' },
  ])('is rejected, and both sessions stay', async (headers) => {
    const { browser } = await signedInApp()
    const response = await browser.post(`${BASE}/signout`, { provider: 'true' }, headers)
    expect(response.headers.get('location')).toMatch(/error=MissingCSRF/)
    expect(await readSession(browser)).not.toBeNull()
    expect(cookieNames(browser)).toContain(PROVIDER_COOKIE)
  })
})

describe('a provider that cannot be reached or has no sign-out', () => {
  const endpoint = (end_session_endpoint: string | undefined): Changes => ({
    idp: createLogoutIdp({ discovery: { end_session_endpoint } }),
  })

  // proves OUT-6
  it.each<[string, Changes, RegExp | undefined]>([
    ['no endpoint', endpoint(undefined), /^no-provider-sign-out Users stay signed in at the provider "idp"/],
    ['`endSession: false`', { options: { endSession: false } }, undefined],
    ['an http: endpoint', endpoint('http://id.test/logout'), /no https: URL/],
    ['an endpoint on a private network', endpoint('https://10.1.2.3/logout'), /private network/],
    ['an endpoint on the loopback interface', endpoint('http://127.0.0.1/logout'), /no https: URL/],
    ['an endpoint that runs a script', endpoint('javascript:alert(1)//'), /no https: URL/],
    ['an endpoint that is no URL', endpoint('/logout'), /no https: URL/],
    [
      'parameters that throw',
      {
        options: {
          endSession: {
            params: () => {
              throw new Error('a secret')
            },
          },
        },
      },
      /"idp": Error\.$/,
    ],
  ])('ends the session of the application: %s', async (_, changes, message) => {
    const { app, browser } = await signedInApp(changes)
    expect(await signOut(browser)).toBe(`${ORIGIN}/bye`)
    expect(await readSession(browser)).toBeNull()
    expect(cookieNames(browser)).toEqual([])
    if (message !== undefined) expect(listMessages(app).join('\n')).toMatch(message)
  })

  // proves OUT-6
  it('ends the session of the application while the provider is down, and logs it', async () => {
    const { app, browser } = await signedInApp({ config: { timeouts: { oauth: 0.2 } } })
    // A process that has not seen the provider yet.
    const down = createLogoutIdp({ respond: () => new Promise<never>(() => {}) })
    const moved = moveTo(createApp({ ...app.config, providers: [oidcFor(down, { logout: true })] }), browser)
    const start = performance.now()
    expect(await signOut(moved)).toBe(`${ORIGIN}/bye`)
    expect(performance.now() - start).toBeLessThan(1500)
    expect(await readSession(moved)).toBeNull()
    expect(app.errors).toEqual(['ProviderSignOutError'])
  })

  it('is sent to an http: endpoint on the loopback interface if it is configured there', async () => {
    const changes = { options: { endSession: 'http://localhost:9000/logout', dangerouslyAllowHttp: true } }
    const { browser } = await signedInApp(changes)
    expect(await signOut(browser)).toMatch(/^http:\/\/localhost:9000\/logout\?/)
  })
})

describe('the request to the provider', () => {
  // proves OUT-1
  it('goes to the configured endpoint, with the parameters of the provider', async () => {
    const { browser } = await signedInApp({
      options: {
        endSession: {
          url: '/v2/logout?tenant=1',
          params: ({ client_id, post_logout_redirect_uri }) => ({
            client_id,
            returnTo: post_logout_redirect_uri,
            left_out: undefined,
          }),
        },
      },
    })
    expect(await signOut(browser)).toBe(
      `https://id.test/v2/logout?tenant=1&client_id=app&returnTo=${encodeURIComponent(POST_LOGOUT_URL)}`,
    )
  })

  // proves OUT-1
  it('names the session instead of an ID token that makes the URL too long', async () => {
    const claims = { sid: 'session-7', groups: Array.from({ length: 460 }, (_, index) => `group-${index}`) }
    const { app, browser } = await signedInApp({ idp: createLogoutIdp({ claims }) })
    expect(cookieNames(browser)).toEqual(
      expect.arrayContaining([`${PROVIDER_COOKIE}.0`, `${PROVIDER_COOKIE}.1`]),
    )
    const url = new URL(await signOut(browser))
    expect(url.href.length).toBeLessThan(8000)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      logout_hint: 'session-7',
      client_id: 'app',
      post_logout_redirect_uri: POST_LOGOUT_URL,
      state: expect.any(String),
    })
    expect(listMessages(app)).toEqual([
      expect.stringMatching(/^no-provider-sign-out An ID token .* too long/),
    ])
    expect(cookieNames(browser).filter((name) => name.startsWith(PROVIDER_COOKIE))).toEqual([])
  })

  // proves OUT-1
  it('is sent without the ID token if that is too long for cookies', async () => {
    const claims = { groups: Array.from({ length: 1000 }, (_, index) => `a-long-group-${index}`) }
    const { browser } = await signedInApp({ idp: createLogoutIdp({ claims }) })
    const url = new URL(await signOut(browser))
    expect(url.pathname).toBe('/logout')
    expect([...url.searchParams.keys()]).toEqual(['client_id', 'post_logout_redirect_uri', 'state'])
  })
})

describe('a sign-out while the store is unavailable', () => {
  const failing = (): { config: Partial<AuthConfig>; stop: () => void } => {
    let isDown = false
    const store = watched(memoryStore(), () => {
      if (isDown) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    })
    return {
      config: { store },
      stop: () => {
        isDown = true
      },
    }
  }

  // proves OUT-6
  it('signs out at the provider, and then shows that copies of the session may stay valid', async () => {
    const { config, stop } = failing()
    const { app, idp, browser } = await signedInApp({ config })
    stop()
    const url = await signOut(browser)
    expect(url).toMatch(/^https:\/\/id\.test\/logout\?id_token_hint=/)
    expect(cookieNames(browser)).not.toContain(SESSION_COOKIE)
    expect(app.errors).toEqual(['SignOutError'])
    const { response } = await browser.follow(await browser.get(idp.endSession(url).href))
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('Signed out in this browser')
  })

  // proves OUT-6
  it('returns the URL of the provider to a script and to server code', async () => {
    for (const byScript of [true, false]) {
      const { config, stop } = failing()
      const { app, browser } = await signedInApp({ config })
      const caller = { headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }) }
      stop()
      const { url } = byScript
        ? await (await browser.post(`${BASE}/signout`, {}, { 'x-auth-return-redirect': '1' })).json()
        : await createAuth(app.config).signOut(caller, '/bye')
      expect(url).toMatch(/^https:\/\/id\.test\/logout\?id_token_hint=/)
    }
  })
})
