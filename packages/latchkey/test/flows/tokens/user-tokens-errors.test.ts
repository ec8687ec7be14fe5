import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import {
  catchError,
  findRows,
  HOUR,
  passTime,
  signedInApp,
  userInOtherProcess,
} from '@latchkey/test-support/kit/user-tokens.ts'
import { memoryStore } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ProviderUnavailable } from '../../../src/errors/provider.ts'

isolateEnvironment()
afterEach(() => {
  vi.useRealTimers()
})

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })
const html = (status: number): Response =>
  new Response('<h1>Down</h1>', { status, headers: { 'content-type': 'text/html' } })

const FAILURES: readonly { name: string; respond: () => Response | Promise<Response>; error: object }[] = [
  {
    name: 'status 503',
    respond: () => new Response('busy', { status: 503 }),
    error: { type: 'ProviderUnavailable', cause: { retryAfter: 5 } },
  },
  {
    name: 'status 503 with Retry-After',
    respond: () => new Response('busy', { status: 503, headers: { 'retry-after': '120' } }),
    error: { type: 'ProviderUnavailable', cause: { retryAfter: 120 } },
  },
  {
    name: 'status 503 with a very long Retry-After',
    respond: () => json(503, { error: 'server_error' }, { 'retry-after': '999999' }),
    error: { type: 'ProviderUnavailable', cause: { retryAfter: 3600 } },
  },
  {
    name: 'status 503 with a date in Retry-After',
    respond: () =>
      json(
        503,
        { error: 'server_error' },
        { date: 'Wed, 21 Oct 2015 07:26:00 GMT', 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' },
      ),
    error: { type: 'ProviderUnavailable', cause: { retryAfter: 120 } },
  },
  {
    name: 'status 429',
    respond: () => json(429, { error: 'slow_down' }, { 'retry-after': '7' }),
    error: { type: 'ProviderUnavailable', cause: { retryAfter: 7 } },
  },
  {
    name: 'a temporary error with status 400',
    respond: () => json(400, { error: 'temporarily_unavailable' }),
    error: { type: 'ProviderUnavailable' },
  },
  {
    name: 'no connection',
    respond: () =>
      Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })),
    error: { type: 'ProviderUnavailable' },
  },
  {
    name: 'no response in time',
    respond: () => new Promise(() => {}),
    error: { type: 'ProviderUnavailable' },
  },
  { name: 'HTML', respond: () => html(200), error: { type: 'ProviderUnavailable' } },
  {
    name: 'a redirect',
    respond: () => Response.redirect('https://id.test/down', 302),
    error: { type: 'ProviderUnavailable' },
  },
  {
    name: 'nothing',
    respond: () => new Response(null, { status: 200 }),
    error: { type: 'ProviderUnavailable' },
  },
  { name: 'no object', respond: () => json(200, ['a']), error: { type: 'ProviderUnavailable' } },
  {
    name: 'incomplete JSON',
    respond: () => jsonText('{"access_token":"canary'),
    error: { type: 'ProviderUnavailable' },
  },
  {
    name: 'no access token',
    respond: () => json(200, { token_type: 'bearer' }),
    error: { type: 'ProviderUnavailable' },
  },
  {
    name: 'wrong types',
    respond: () => json(200, { access_token: { canary: 1 }, token_type: 'bearer', expires_in: 'soon' }),
    error: { type: 'ProviderUnavailable' },
  },
  {
    name: 'a huge response',
    respond: () => json(200, { access_token: 'a'.repeat(3_000_000), token_type: 'bearer' }),
    error: { type: 'ProviderUnavailable' },
  },
  {
    name: 'invalid_client',
    respond: () => json(401, { error: 'invalid_client' }, { 'www-authenticate': 'Basic realm="x"' }),
    error: { type: 'RefreshRejected', message: expect.stringContaining('invalid_client') },
  },
  { name: 'status 404', respond: () => html(404), error: { type: 'RefreshRejected' } },
  {
    name: 'unauthorized_client',
    respond: () => json(400, { error: 'unauthorized_client' }),
    error: { type: 'RefreshRejected', cause: { provider: 'idp' } },
  },
  {
    name: 'invalid_grant',
    respond: () => json(400, { error: 'invalid_grant' }),
    error: {
      type: 'TokensExpired',
      reason: 'revoked',
      provider: 'idp',
      signInUrl: 'https://app.test/auth/signin',
    },
  },
  {
    name: 'invalid_request without a description',
    respond: () => json(400, { error: 'invalid_request' }),
    error: { type: 'TokensExpired', reason: 'revoked' },
  },
  {
    name: 'invalid_request with a description',
    respond: () => json(400, { error: 'invalid_request', error_description: 'resource is missing' }),
    error: { type: 'RefreshRejected', message: expect.stringContaining('resource is missing') },
  },
  {
    name: 'status 400 without a body',
    respond: () => new Response(null, { status: 400 }),
    error: { type: 'TokensExpired', reason: 'revoked' },
  },
  { name: 'status 400 with HTML', respond: () => html(400), error: { type: 'RefreshRejected' } },
  {
    name: 'a refusal with status 200',
    respond: () => json(200, { error: 'bad_refresh_token', error_description: 'expired' }),
    error: { type: 'TokensExpired', reason: 'revoked' },
  },
]

function jsonText(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

describe('a refresh that fails', () => {
  // proves TOK-6, TOK-3
  it.each(FAILURES)(
    'throws a typed error in all calls and ends no session: $name',
    async ({ respond, error }) => {
      const app = await signedInApp({ config: { timeouts: { oauth: 0.2 } } })
      const before = await findRows(app)
      app.idp.onRefresh = respond
      passTime(HOUR)
      const users = await Promise.all([app.user(), app.user(), app.user()])
      const errors = await Promise.all(users.map((user) => catchError(user.tokens('idp'))))
      expect(errors).toMatchObject([error, error, error])
      expect(app.idp.refreshes).toHaveLength(1)
      expect(await app.isSignedIn()).toBe(true)
      expect(await findRows(app)).toEqual(before)
      expect(JSON.stringify([app.app.log, errors.map(String)])).not.toMatch(/canary|refresh [\da-f]{8}-/)
    },
  )

  // proves TOK-6
  it.each(FAILURES.filter(({ error }) => 'type' in error && error.type === 'ProviderUnavailable'))(
    'succeeds when the provider has recovered, after the time that it named: $name',
    async (failure) => {
      const app = await signedInApp({ config: { timeouts: { oauth: 1 } } })
      passTime(HOUR)
      app.idp.onRefresh = failure.respond
      const error = await catchError((await app.user()).tokens('idp'))
      app.idp.onRefresh = () => undefined
      const { retryAfter } = (error as ProviderUnavailable).cause as { retryAfter: number }
      const [early, late] = [await userInOtherProcess(app), await userInOtherProcess(app)]
      passTime(retryAfter - 1)
      expect(await catchError(early.tokens('idp'))).toMatchObject({ type: 'ProviderUnavailable' })
      expect(app.idp.refreshes).toHaveLength(1)
      passTime(2)
      expect(await late.tokens('idp')).toMatchObject({
        accessToken: expect.stringMatching(/^access/),
      })
    },
  )

  // proves TOK-6
  it('quotes no secret that the provider repeats', async () => {
    const refreshToken = '1//0g refresh'
    const app = await signedInApp({ tokens: { refresh_token: refreshToken } })
    app.idp.onRefresh = ({ body }) =>
      json(400, {
        error: 'unauthorized_client',
        error_description: `app secret and ${body.get('refresh_token')}: ${body}`,
      })
    passTime(HOUR)
    const error = await catchError((await app.user()).tokens('idp'))
    expect(error).toMatchObject({
      type: 'RefreshRejected',
      message: expect.stringMatching(/\[redacted\] and \[redacted\]: .*refresh_token=\[redacted\]/),
    })
    const logged = app.app.log.map(({ entry, details }) => [String(entry), (entry as Error).stack, details])
    expect(JSON.stringify([logged, String(error)])).not.toMatch(/1\/\/0g|1%2F%2F0g|app secret/)
  })

  // proves TOK-6
  it.each(['status 503', 'HTML'])('returns a token that is still valid: %s', async (name) => {
    const app = await signedInApp()
    app.idp.onRefresh = FAILURES.find((failure) => failure.name === name)?.respond ?? (() => undefined)
    passTime(HOUR - 30)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(app.issued.accessToken)
    expect(app.idp.refreshes).toHaveLength(1)
    passTime(31)
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({ type: 'ProviderUnavailable' })
  })

  // proves TOK-6
  it('calls the provider once in five seconds, and once a minute after a rejection', async () => {
    const app = await signedInApp()
    app.idp.onRefresh = () => json(400, { error: 'invalid_grant' })
    passTime(HOUR)
    for (let call = 0; call < 3; call++) await catchError((await app.user()).tokens('idp'))
    expect(app.idp.refreshes).toHaveLength(1)
  })

  // proves TOK-3, TOK-6
  it('sends no refresh token while the store fails', async () => {
    const store = memoryStore()
    let fails = false
    const add: typeof store.add = (...args) =>
      fails ? Promise.reject(new Error('down')) : store.add(...args)
    const app = await signedInApp({ config: { store: { ...store, add } } })
    fails = true
    passTime(HOUR - 30)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(app.issued.accessToken)
    passTime(30)
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({ type: 'StoreError' })
    expect(app.idp.refreshes).toHaveLength(0)
  })
})

describe('tokens that cannot be refreshed', () => {
  // proves TOK-6
  it('have expired if the provider issued no refresh token', async () => {
    const app = await signedInApp({ options: { account: ({ refresh_token: _, ...tokens }) => tokens } })
    passTime(HOUR)
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({
      type: 'TokensExpired',
      reason: 'expired',
    })
    expect(app.idp.refreshes).toHaveLength(0)
    expect(await app.isSignedIn()).toBe(true)
  })

  // proves TOK-6
  it('have expired if the provider cannot refresh', async () => {
    const app = await signedInApp({ options: { refresh: false } })
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(app.issued.accessToken)
    passTime(HOUR)
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({ reason: 'expired' })
    expect(app.idp.refreshes).toHaveLength(0)
  })

  // proves TOK-6
  it('are missing if the application stores none, and with an account of another provider', async () => {
    const app = await signedInApp({ options: { account: () => ({}) } })
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({
      type: 'TokensExpired',
      reason: 'missing',
      signInUrl: 'https://app.test/auth/signin',
    })
  })

  // proves TOK-6
  it('lead to the sign-in page of the application', async () => {
    const app = await signedInApp({
      config: { pages: { signIn: '/login' } },
      options: { account: () => ({}) },
    })
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({
      signInUrl: 'https://app.test/login',
    })
  })
})

describe('scopes', () => {
  // proves TOK-6
  it('are compared before any request', async () => {
    const app = await signedInApp()
    passTime(HOUR)
    const user = await app.user()
    expect(
      await catchError(user.tokens('idp', { scopes: ['email', 'files.read', 'files.write'] })),
    ).toMatchObject({
      type: 'ScopesMissing',
      provider: 'idp',
      scopes: ['files.read', 'files.write'],
    })
    expect(app.idp.refreshes).toHaveLength(0)
    expect((await user.tokens('idp', { scopes: ['email'] })).scopes).toContain('email')
  })

  // proves TOK-6
  it('are those of the refresh if it narrows them', async () => {
    const app = await signedInApp()
    app.idp.refreshed = { scope: 'openid' }
    passTime(HOUR)
    const user = await app.user()
    expect(await catchError(user.tokens('idp', { scopes: ['email'] }))).toMatchObject({ scopes: ['email'] })
    expect((await user.tokens('idp')).scopes).toEqual(['openid'])
  })

  // proves TOK-6
  it('may be separated by commas, and are not missing if the provider does not name them', async () => {
    const commas = await signedInApp({
      options: { account: (tokens) => ({ ...tokens, scope: 'repo,user' }) },
    })
    expect((await (await commas.user()).tokens('idp', { scopes: ['repo', 'user'] })).scopes).toEqual([
      'repo',
      'user',
    ])
    const unnamed = await signedInApp({ options: { account: ({ scope: _, ...tokens }) => tokens } })
    expect((await (await unnamed.user()).tokens('idp', { scopes: ['repo'] })).scopes).toEqual([])
  })
})
