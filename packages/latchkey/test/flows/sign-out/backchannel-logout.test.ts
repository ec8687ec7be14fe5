import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import {
  ANN,
  browserWith,
  ENDPOINT,
  type LogoutSetup,
  logOut,
  STRATEGIES,
  sendToken,
  setUpLogout,
} from '@latchkey/test-support/kit/backchannel-logout.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { INTEGRATIONS } from '@latchkey/test-support/kit/integrations.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it, vi } from 'vitest'

describe.each(STRATEGIES)('a logout token, with the strategy "%s",', (strategy) => {
  // proves OUT-8, OUT-10, OUT-11
  it('ends the session of its `sid` alone, and responds 200 without a body', async () => {
    const setup = setUpLogout(strategy)
    const [first, second] = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-2')]
    const response = await logOut(setup, { sub: 'ann', sid: 'sid-1' })
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: '' })
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await readSession(first)).toBeNull()
    expect(await readSession(second)).toMatchObject({ user: { name: 'Ann' } })
    const none = strategy === 'database' ? { session: null } : { token: null }
    expect(setup.events).toEqual([
      { ...none, by: 'provider', provider: 'idp', userId: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
  })

  // proves OUT-8
  it('ends the session of its `sid` if it has no `sub`', async () => {
    const setup = setUpLogout(strategy)
    const [first, second] = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-2')]
    expect((await logOut(setup, { sid: 'sid-1' })).status).toBe(200)
    expect([await readSession(first), await readSession(second)]).toEqual([null, expect.anything()])
  })

  // proves OUT-8, OUT-11
  it('ends all sessions of its `sub` if it has no `sid`, and none of another user', async () => {
    const setup = setUpLogout(strategy)
    const browsers = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-2')]
    const other = await browserWith(setup, 'sid-3', { sub: 'bob', name: 'Bob', email: 'bob@example.com' })
    expect((await logOut(setup, { sub: 'ann' })).status).toBe(200)
    expect(await Promise.all(browsers.map(readSession))).toEqual([null, null])
    expect(await readSession(other)).toMatchObject({ user: { name: 'Bob' } })
    expect(setup.events).toEqual([expect.objectContaining({ by: 'provider', provider: 'idp' })])
  })

  // proves OUT-8, TOK-14
  it('ends a session in which the user has since linked another account', async () => {
    const other = createIdp('https://other.test')
    const idp = createIdp()
    const setup = setUpLogout(strategy, {
      idp,
      adapter: memory(),
      providers: [oidcFor(idp, { backchannelLogout: true }), oidcFor(other, { id: 'other' })],
    })
    const [first, second] = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-2')]
    const claims = { sub: 'ann at other', email: 'ann@other.test' }
    await signInAt(other, first, { provider: 'other', claims })
    expect(await readSession(first)).toMatchObject({ user: { name: 'Ann' } })
    await logOut(setup, { sub: 'ann', sid: 'sid-1' })
    expect(await readSession(first)).toBeNull()
    expect(await readSession(second)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves OUT-12, TOK-14
  it('ends a session that links an account at the same moment', async () => {
    const other = createIdp('https://other.test')
    const idp = createIdp()
    const adapter = memory()
    const setup: LogoutSetup = setUpLogout(strategy, {
      idp,
      // After it was checked who is signed in.
      adapter: {
        ...adapter,
        async linkAccount(account) {
          await between()
          await adapter.linkAccount?.(account)
        },
      },
      providers: [oidcFor(idp, { backchannelLogout: true }), oidcFor(other, { id: 'other' })],
    })
    const between = async (): Promise<void> => {
      expect((await logOut(setup, { sid: 'sid-1' })).status).toBe(200)
    }
    const browser = await browserWith(setup, 'sid-1')
    await signInAt(other, browser, { provider: 'other', claims: { sub: 'x', email: 'x@other.test' } })
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-8
  it('ends every session that began with the same session at the provider', async () => {
    const setup = setUpLogout(strategy)
    const browsers = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-1')]
    await logOut(setup, { sid: 'sid-1' })
    expect(await Promise.all(browsers.map(readSession))).toEqual([null, null])
  })

  it('can end each session: one that is no longer known was ended before', async () => {
    const setup = setUpLogout(strategy)
    const browsers: Browser[] = []
    for (let count = 0; count < 18; count++) browsers.push(await browserWith(setup, 'sid-1'))
    const alive = (await Promise.all(browsers.map(readSession))).map((session) => session !== null)
    expect(alive).toEqual(browsers.map((_, index) => index >= 2))
    await logOut(setup, { sid: 'sid-1' })
    expect((await Promise.all(browsers.map(readSession))).every((session) => session === null)).toBe(true)
  })

  // proves OUT-8
  it('with an unknown `sid` succeeds and ends nothing', async () => {
    const setup = setUpLogout(strategy)
    const browser = await browserWith(setup, 'sid-1')
    expect((await logOut(setup, { sub: 'ann', sid: 'ended before' })).status).toBe(200)
    expect(await readSession(browser)).not.toBeNull()
    expect(setup.events).toEqual([])
  })

  // proves OUT-8
  it('ends all sessions of the user if its `sid` is missing in the ID tokens', async () => {
    const setup = setUpLogout(strategy)
    const browser = await browserWith(setup, undefined)
    expect((await logOut(setup, { sub: 'ann', sid: 'sid-1' })).status).toBe(200)
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-8
  it('ends a session that continued under another id', async () => {
    const setup = setUpLogout(strategy)
    const browser = await browserWith(setup, 'sid-1')
    const userId = String(
      (await setup.adapter?.getUserByAccount?.({ provider: 'idp', providerAccountId: 'ann' }))?.id ?? '',
    )
    const { createHash } = await import('node:crypto')
    const id = userId || derived(createHash('sha256').update('idp\nann').digest())
    for (let count = 0; count < 2; count++) {
      const caller = { headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }) }
      const { cookies } = await createAuth(setup.app.config).revokeSessions(id, { except: 'current', caller })
      for (const { name, value } of cookies) browser.plant(ORIGIN, name, value)
    }
    expect(await readSession(browser)).not.toBeNull()
    vi.useFakeTimers({ now: Date.now() + 3600_000, toFake: ['Date'] })
    try {
      await logOut(setup, { sid: 'sid-1' })
      expect(await readSession(browser)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  // proves OUT-8
  it('ends a session in another process that shares the store', async () => {
    const [store, adapter, idp] = [memoryStore(), memory(), createIdp()]
    const config = { store, idp, ...(strategy !== 'jwt' && { adapter }) }
    const [here, there] = [setUpLogout(strategy, config), setUpLogout(strategy, config)]
    const browser = await browserWith(here, 'sid-1')
    await logOut(there, { sid: 'sid-1' })
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-8
  it('ends a session that began before `backchannelLogout` was set, if it has only `sub`', async () => {
    const [store, adapter, idp] = [memoryStore(), memory(), createIdp()]
    const config = { store, idp, ...(strategy !== 'jwt' && { adapter }) }
    const before = setUpLogout(strategy, { ...config, provider: { backchannelLogout: false } })
    const browser = await browserWith(before, 'sid-1')
    await logOut(setUpLogout(strategy, config), { sub: 'ann' })
    expect(await readSession(browser)).toBeNull()
  })

  // proves OUT-11
  it('causes no second event if the user signed out before', async () => {
    const setup = setUpLogout(strategy)
    const browser = await browserWith(setup, 'sid-1')
    await browser.post(`${BASE}/signout`)
    expect((await logOut(setup, { sid: 'sid-1' })).status).toBe(200)
    expect(setup.events).toEqual([expect.objectContaining({ by: 'user' })])
  })

  // proves OUT-10
  it('is accepted once, even if twenty arrive at the same time', async () => {
    const setup = setUpLogout(strategy)
    const browser = await browserWith(setup, 'sid-1')
    const token = await setup.idp.logoutToken({ claims: { sub: 'ann' } })
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendToken(setup.app, token)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(new Set(statuses.filter((status) => status !== 200 && status !== 400 && status !== 503))).toEqual(
      new Set(),
    )
    expect(await readSession(browser)).toBeNull()
    const again = await browserWith(setup, 'sid-2')
    expect((await sendToken(setup.app, token)).status).toBe(400)
    expect(await readSession(again)).not.toBeNull()
  })
})

function derived(hash: Buffer): string {
  const bytes = hash.subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

describe.each(INTEGRATIONS)('the endpoint in $name', ({ base, respond }) => {
  const setUp = (config: Partial<AuthConfig> = {}) => {
    const idp = createIdp()
    const app = createApp({ providers: [oidcFor(idp, { backchannelLogout: true })], ...config })
    const fetch = (request: Request) => respond(app.config, request)
    return {
      app: { ...app, config: app.config, log: app.log, errors: app.errors, origin: ORIGIN, fetch },
      idp,
    }
  }
  const endpoint = `${base}/backchannel-logout/idp`

  // proves OUT-8, OUT-10
  it('ends a session', async () => {
    const { app, idp } = setUp()
    const browser = new Browser(app)
    const started = await browser.post(`${base}/signin/idp`)
    await browser.get(idp.agree(started.headers.get('location') ?? '', { ...ANN, sid: 'sid-1' }).href)
    const session = async (): Promise<unknown> => (await browser.get(`${base}/session`)).json()
    expect(await session()).not.toBeNull()
    const token = await idp.logoutToken({ claims: { sid: 'sid-1' } })
    expect((await sendToken(app, token, { endpoint })).status).toBe(200)
    expect(await session()).toBeNull()
  })

  // proves OUT-10
  it('responds 400 in the form of the standard to a token that is not valid', async () => {
    const { app } = setUp()
    const response = await sendToken(app, 'no token', { endpoint })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('it is not a JWT'),
    })
    expect(response.headers.get('cache-control')).toContain('no-store')
  })
})

describe('the endpoint', () => {
  // proves OUT-10
  it.each(['GET', 'HEAD'])('does not accept %s', async (method) => {
    const { app } = setUpLogout('jwt')
    const response = await app.fetch(new Request(ENDPOINT, { method }))
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'POST',
    })
  })

  // proves OUT-10
  it.each([
    ['an unknown provider', `${BASE}/backchannel-logout/unknown`, true],
    ['no provider', `${BASE}/backchannel-logout`, true],
    ['a provider without the option', ENDPOINT, false],
  ])('does not exist for %s', async (_, endpoint, backchannelLogout) => {
    const setup = setUpLogout('jwt', { provider: { backchannelLogout } })
    const token = await setup.idp.logoutToken({ claims: { sub: 'ann' } })
    const response = await sendToken(setup.app, token, { endpoint })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: 'There is no such endpoint.',
    })
  })

  it('needs no cookies and no origin, and ignores those of a browser', async () => {
    const setup = setUpLogout('jwt')
    const [victim, sender] = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-2')]
    const body = new URLSearchParams({
      logout_token: await setup.idp.logoutToken({ claims: { sid: 'sid-1' } }),
    })
    const headers = { origin: 'https://id.test', 'sec-fetch-site': 'cross-site' }
    const response = await sender.send(ENDPOINT, { method: 'POST', body, headers })
    expect(response.status).toBe(200)
    expect([await readSession(victim), await readSession(sender)]).toEqual([null, expect.anything()])
  })

  // RFC 6749, section 3.2
  it('accepts one token in a request', async () => {
    const setup = setUpLogout('jwt')
    const browser = await browserWith(setup, 'sid-1')
    const token = await setup.idp.logoutToken({ claims: { sid: 'sid-1' } })
    for (const tokens of [
      [token, token],
      ['', token],
    ]) {
      const body = new URLSearchParams(tokens.map((each) => ['logout_token', each]))
      expect((await setup.app.fetch(new Request(ENDPOINT, { method: 'POST', body }))).status).toBe(400)
    }
    expect(await readSession(browser)).not.toBeNull()
    expect((await sendToken(setup.app, token)).status).toBe(200)
  })

  it('accepts only a form', async () => {
    const setup = setUpLogout('jwt')
    const browser = await browserWith(setup, 'sid-1')
    const json = JSON.stringify({ logout_token: await setup.idp.logoutToken({ claims: { sid: 'sid-1' } }) })
    const headers = { 'content-type': 'application/json' }
    const response = await setup.app.fetch(new Request(ENDPOINT, { method: 'POST', body: json, headers }))
    expect(response.status).toBe(400)
    expect(await readSession(browser)).not.toBeNull()
  })

  it('removes the tokens of the provider from the browser with the session', async () => {
    const setup = setUpLogout('jwt', { providerTokens: true })
    const browser = await browserWith(setup, 'sid-1')
    const kept = (): string[] =>
      browser.cookies(ORIGIN).flatMap(({ name }) => (name.includes('provider-tokens') ? [name] : []))
    expect(kept()).toHaveLength(1)
    await logOut(setup, { sid: 'sid-1' })
    expect(await readSession(browser)).toBeNull()
    expect(kept()).toEqual([])
  })
})

// proves OUT-8
it.each([
  ['its ID tokens', { idToken: false }, 'needs its ID tokens. Remove `idToken: false`'],
  [
    'the secret of HS256',
    {
      clientSecret: undefined,
      client: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'HS256' },
    },
    'with the `clientSecret` (HS256), which is missing. Set AUTH_IDP_SECRET',
  ],
] as const)('needs %s', async (_, provider, message) => {
  const { app } = setUpLogout('jwt', { provider })
  const response = await sendToken(app, 'any')
  expect(response.status).toBe(500)
  expect(app.log.map(({ entry }) => String(entry)).join()).toContain(message)
})

describe('the option `backchannelLogout`', () => {
  it('needs OpenID Connect', async () => {
    const { app } = setUpLogout('jwt', { provider: { type: 'oauth' as never } })
    await app.fetch(new Request(`${BASE}/signin`))
    const [error] = app.log.flatMap(({ level, entry }) => (level === 'error' ? [entry as Error] : []))
    expect(error?.message).toContain('`backchannelLogout` for provider "idp" needs OpenID Connect.')
  })

  it('needs an adapter that ends all sessions of a user, with database sessions', async () => {
    const { deleteSessionsByUserId: _, ...adapter } = memory()
    const { app } = setUpLogout('database', { adapter })
    expect((await app.fetch(new Request(`${BASE}/session`))).status).toBe(500)
    expect(app.errors).toEqual(['MissingAdapterMethods'])
  })
})

describe('sessions in a format of the application', () => {
  const texts = new Map<string, string>()
  const codec = (keeps: readonly string[]): AuthConfig['jwt'] => ({
    encode: ({ token }) => {
      const entries = Object.entries(token ?? {}).filter(([name]) => name === 'name' || keeps.includes(name))
      const key = crypto.randomUUID()
      texts.set(key, JSON.stringify(Object.fromEntries([...entries, ['iat', Math.floor(Date.now() / 1000)]])))
      return key
    },
    decode: ({ token }) => JSON.parse(texts.get(token ?? '') ?? 'null'),
  })

  // proves OUT-8
  it('end one by one if the format keeps `jti`', async () => {
    const setup = setUpLogout('jwt', { jwt: codec(['jti', 'sub']) })
    const [first, second] = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-2')]
    await logOut(setup, { sid: 'sid-1' })
    expect([await readSession(first), await readSession(second)]).toEqual([null, expect.anything()])
  })

  // proves OUT-8
  it('all end if the format keeps only `sub`', async () => {
    const setup = setUpLogout('jwt', { jwt: codec(['sub']) })
    const [first, second] = [await browserWith(setup, 'sid-1'), await browserWith(setup, 'sid-2')]
    await logOut(setup, { sid: 'sid-1' })
    expect([await readSession(first), await readSession(second)]).toEqual([null, null])
  })

  it('do not begin if the format keeps neither', async () => {
    const setup = setUpLogout('jwt', { jwt: codec([]) })
    const browser = await browserWith(setup, 'sid-1')
    expect(await readSession(browser)).toBeNull()
    expect(setup.app.errors).toEqual(['SessionError'])
  })
})
