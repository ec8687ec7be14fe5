import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { createApp, ORIGIN, oidcFor, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { catchError, findRows, HOUR, passTime, signedInApp } from '@latchkey/test-support/kit/user-tokens.ts'
import { type Adapter, type AdapterAccount, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

isolateEnvironment()
afterEach(() => {
  vi.useRealTimers()
})

describe('an access token that is valid', () => {
  // proves TOK-2
  it('is returned without a request', async () => {
    const { idp, issued, user } = await signedInApp()
    const requests = idp.requests.length
    expect(await (await user()).tokens('idp')).toEqual({
      accessToken: issued.accessToken,
      expiresAt: expect.any(Date),
      scopes: ['openid', 'profile', 'email'],
    })
    expect(idp.requests).toHaveLength(requests)
  })

  // proves TOK-2
  it('is refreshed if it expires earlier than the caller needs it', async () => {
    const { idp, issued, user } = await signedInApp({ lifetime: 100 })
    const current = await user()
    expect((await current.tokens('idp')).accessToken).toBe(issued.accessToken)
    expect((await current.tokens('idp', { minValid: 10 })).accessToken).toBe(issued.accessToken)
    expect(idp.refreshes).toHaveLength(0)
    const { accessToken, expiresAt } = await current.tokens('idp', { minValid: 200 })
    expect(accessToken).not.toBe(issued.accessToken)
    expect((expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3500_000)
    expect(idp.refreshes).toHaveLength(1)
  })

  // proves TOK-2
  it('is returned if the provider did not say when it expires', async () => {
    const idp = createIdp()
    const app = await signedInApp({ idp, options: { account: ({ access_token }) => ({ access_token }) } })
    passTime(10 * HOUR)
    const { accessToken, expiresAt } = await (await app.user()).tokens('idp')
    expect({ accessToken, expiresAt }).toEqual({ accessToken: app.issued.accessToken, expiresAt: undefined })
  })
})

describe('an access token that has expired', () => {
  // proves TOK-2, TOK-5, TOK-11
  it('is refreshed, and the row has the new tokens', async () => {
    const app = await signedInApp()
    passTime(HOUR)
    const { accessToken } = await (await app.user()).tokens('idp')
    expect(accessToken).not.toBe(app.issued.accessToken)
    const [request] = app.idp.refreshes
    expect({ form: Object.fromEntries(request?.body ?? []), authorization: request?.authorization }).toEqual({
      form: { grant_type: 'refresh_token', refresh_token: app.issued.refreshToken },
      authorization: `Basic ${btoa('app:app+secret')}`,
    })
    // A second refresh works only if the rotated token was stored.
    passTime(HOUR)
    const later = await (await app.user()).tokens('idp')
    expect(later.accessToken).not.toBe(accessToken)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(later.accessToken)
    expect(app.idp.refreshes).toHaveLength(2)
  })

  // proves TOK-3
  it('is refreshed by one request for many calls, which get the same result', async () => {
    const app = await signedInApp()
    app.idp.onRefresh = () => new Promise((resolve) => setTimeout(resolve, 50, undefined))
    passTime(HOUR)
    const users = await Promise.all(Array.from({ length: 20 }, () => app.user()))
    const results = await Promise.all(users.map((user) => user.tokens('idp')))
    expect(new Set(results.map(({ accessToken }) => accessToken)).size).toBe(1)
    expect(app.idp.refreshes).toHaveLength(1)
  })

  // proves TOK-5
  it('keeps its refresh token, scopes and ID token if the response has no other', async () => {
    const idp = createIdp()
    idp.refreshTokens = 'keep'
    const app = await signedInApp({ idp, config: { providerTokens: { seal: false } } })
    const [before] = await findRows(app)
    passTime(HOUR)
    const { accessToken } = await (await app.user()).tokens('idp')
    expect(await findRows(app)).toEqual([
      { ...before, access_token: accessToken, expires_at: expect.any(Number), token_type: 'bearer' },
    ])
    expect((await findRows(app))[0]?.expires_at).toBeGreaterThan(Date.now() / 1000)
    passTime(HOUR)
    expect((await (await app.user()).tokens('idp')).accessToken).not.toBe(accessToken)
    expect(idp.refreshes.map(({ body }) => body.get('refresh_token'))).toEqual([
      app.issued.refreshToken,
      app.issued.refreshToken,
    ])
  })

  // proves TOK-2
  it('is refreshed again in time if the new one lives shorter than the caller wants', async () => {
    const app = await signedInApp()
    app.idp.refreshed = { expires_in: 20 }
    passTime(HOUR)
    const first = await (await app.user()).tokens('idp')
    passTime(30)
    const second = await (await app.user()).tokens('idp')
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(second.expiresAt?.getTime()).toBeGreaterThan(Date.now())
  })

  // proves TOK-5
  it('does not replace the tokens of a sign-in that happened in the meantime', async () => {
    const app = await signedInApp({ config: { providerTokens: { seal: false } } })
    const { adapter } = app.app.config
    app.idp.onRefresh = async () => {
      const [row] = await findRows(app)
      if (row === undefined) throw new Error('The row is missing.')
      const expires_at = Math.floor(Date.now() / 1000) + HOUR
      const latest = {
        access_token: 'access of the sign-in',
        refresh_token: 'refresh of the sign-in',
        expires_at,
      }
      await adapter?.updateAccount?.({ ...row, ...latest })
      return undefined
    }
    passTime(HOUR)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe('access of the sign-in')
    expect(await findRows(app)).toMatchObject([{ refresh_token: 'refresh of the sign-in' }])
  })
})

// proves TOK-5
it('writes a row only if it still has the old refresh token at that moment', async () => {
  const database = memory()
  const latest = { refresh_token: 'of the sign-in', access_token: 'of the sign-in', expires_at: 1e11 }
  const adapter = watched(database, (method, [account, expected]) => {
    if (method === 'updateAccount' && expected !== undefined)
      database.updateAccount({ ...(account as AdapterAccount), ...latest })
  })
  const app = await signedInApp({ config: { adapter } })
  passTime(HOUR)
  expect((await (await app.user()).tokens('idp')).accessToken).toBe('of the sign-in')
  expect(await findRows(app)).toMatchObject([latest])
})

describe('a row that cannot be written after a refresh', () => {
  const failing = (): { adapter: Adapter; state: { fails: boolean } } => {
    const state = { fails: false }
    const adapter = watched(memory(), (method) => {
      if (method === 'updateAccount' && state.fails) throw new Error('read-only')
    })
    return { adapter, state }
  }

  // proves TOK-5
  it('loses no token: a later call completes the write without a request', async () => {
    const { adapter, state } = failing()
    const app = await signedInApp({ config: { adapter, providerTokens: { seal: true } } })
    passTime(HOUR)
    state.fails = true
    const { accessToken } = await (await app.user()).tokens('idp')
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(accessToken)
    expect(app.app.errors).toEqual(['AdapterError', 'AdapterError'])
    state.fails = false
    expect((await (await app.user()).tokens('idp')).accessToken).toBe(accessToken)
    expect(app.idp.refreshes).toHaveLength(1)
    passTime(HOUR)
    expect((await (await app.user()).tokens('idp')).accessToken).not.toBe(accessToken)
    expect(app.idp.refreshes).toHaveLength(2)
    expect(await app.isSignedIn()).toBe(true)
  })

  // proves TOK-5
  it('loses no token while it fails for days, and through several refreshes', async () => {
    // What this process remembers ends, too.
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const oneDay = () => vi.advanceTimersByTimeAsync(24 * HOUR * 1000)
    const { adapter, state } = failing()
    const app = await signedInApp({ config: { adapter } })
    state.fails = true
    for (let refreshes = 1; refreshes <= 3; refreshes++) {
      await oneDay()
      expect(await (await app.user()).tokens('idp')).toMatchObject({ accessToken: expect.any(String) })
      expect(app.idp.refreshes).toHaveLength(refreshes)
    }
    state.fails = false
    const { accessToken } = await (await app.user()).tokens('idp')
    expect(app.idp.refreshes).toHaveLength(3)
    expect(await findRows(app)).toMatchObject([{ access_token: accessToken }])
    await oneDay()
    await (await app.user()).tokens('idp')
    expect(app.idp.refreshes).toHaveLength(4)
  })
})

describe('the request for new tokens', () => {
  // proves TOK-11
  it('has the client authentication, the forms and the URL of the provider', async () => {
    const idp = createIdp()
    const app = await signedInApp({
      idp,
      options: {
        clientSecret: idp.clientSecret,
        token: { form: (standard) => ({ ...standard, first: 'yes' }) },
        refresh: {
          url: `${idp.issuer}/renew`,
          form: ({ first, ...standard }) => ({ ...standard, second: `${first} too`, grant_type: undefined }),
        },
      },
    })
    passTime(HOUR)
    await (await app.user()).tokens('idp')
    const [request] = idp.refreshes
    expect({ path: request?.path, form: Object.fromEntries(request?.body ?? []) }).toEqual({
      path: '/renew',
      form: { refresh_token: app.issued.refreshToken, second: 'yes too' },
    })
  })

  // proves TOK-11
  it('reads a response that `conform` of the provider converts', async () => {
    const app = await signedInApp({
      options: {
        token: {
          async conform(response) {
            const body = await response.json()
            return Response.json(body.data ?? body)
          },
        },
      },
    })
    app.idp.onRefresh = () =>
      Response.json({ data: { access_token: 'wrapped', token_type: 'bearer', refresh_token: null } })
    passTime(HOUR)
    expect((await (await app.user()).tokens('idp')).accessToken).toBe('wrapped')
  })

  // proves TOK-5
  it.each([
    ['the same user', { sub: 'ann' }, true],
    ['another client', { aud: 'other' }, false],
    ['no user', { sub: undefined }, false],
    ['no issuer', { iss: undefined }, false],
  ])('keeps an ID token only if it is of the same user: %s', async (_, claims, isKept) => {
    const app = await signedInApp({ config: { providerTokens: { seal: false } } })
    const [before] = await findRows(app)
    const idToken = idTokenWith({ iss: app.idp.issuer, ...claims })
    app.idp.refreshed = { id_token: idToken }
    passTime(HOUR)
    const { accessToken } = await (await app.user()).tokens('idp')
    const [after] = await findRows(app)
    expect(after?.access_token).toBe(accessToken)
    expect(after?.id_token).toBe(isKept ? idToken : before?.id_token)
  })
})

describe('a refresh that returns the tokens of another user', () => {
  // proves TOK-5, TOK-6
  it.each([
    ['another user', { sub: 'bob' }],
    ['another issuer', { iss: 'https://other.test' }],
  ])('fails, is logged and stores nothing: %s', async (_, claims) => {
    const app = await signedInApp()
    const before = await findRows(app)
    const idToken = idTokenWith({ iss: app.idp.issuer, ...claims })
    app.idp.refreshed = { id_token: idToken, access_token: 'access of bob', refresh_token: 'refresh of bob' }
    passTime(HOUR - 30)
    const user = await app.user()
    const errors = await Promise.all([catchError(user.tokens('idp')), catchError(user.tokens('idp'))])
    expect(errors).toMatchObject([
      { type: 'TokensExpired', reason: 'revoked' },
      { type: 'TokensExpired', reason: 'revoked' },
    ])
    expect(await findRows(app)).toEqual(before)
    expect(app.idp.refreshes).toHaveLength(1)
    expect(app.app.errors.filter((type) => type === 'RefreshRejected')).toEqual(['RefreshRejected'])
    expect(await app.isSignedIn()).toBe(true)
  })

  it('is accepted if the previous ID token is not known', async () => {
    const app = await signedInApp({ options: { account: ({ id_token: _, ...tokens }) => tokens } })
    app.idp.refreshed = { id_token: idTokenWith({ iss: app.idp.issuer, sub: 'bob' }) }
    passTime(HOUR)
    expect(await (await app.user()).tokens('idp')).toMatchObject({ accessToken: expect.any(String) })
  })
})

/** Returns an ID token of Ann, as it comes from a token endpoint. */
function idTokenWith(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ aud: 'app', sub: 'ann', ...claims })}.x`
}

describe('a call that cannot be served', () => {
  it('names an option with an invalid value', async () => {
    const user = await (await signedInApp()).user()
    await expect(user.tokens('idp', { minValid: -1 })).rejects.toThrow('`minValid`')
    await expect(user.tokens('idp', { minValid: Number.NaN })).rejects.toThrow(TypeError)
    await expect(user.tokens('idp', { scopes: 'read' as never })).rejects.toThrow('`scopes`')
    await expect(user.tokens('idp', { refused: true as never })).rejects.toThrow('`refused`')
    await expect(user.tokens('idp', { refused: '' })).rejects.toThrow(TypeError)
  })

  it('names a provider that issues no tokens', async () => {
    const idp = createIdp()
    const app = await signedInApp({ idp, config: { providers: [oidcFor(idp), passwordProvider] } })
    const user = await app.user()
    for (const id of ['credentials', 'unknown', '__proto__'])
      expect(await catchError(user.tokens(id))).toMatchObject({
        type: 'UnknownProvider',
        message: expect.stringContaining(`"${id}"`),
      })
  })

  it('asks for the account if the user has several of the provider', async () => {
    const app = await signedInApp({ config: { providerTokens: { seal: false } } })
    const [row] = await findRows(app)
    if (row === undefined) throw new Error('The row is missing.')
    await app.app.config.adapter?.linkAccount?.({
      ...row,
      providerAccountId: 'work',
      access_token: 'of work',
    })
    const user = await app.user()
    const error = await catchError(user.tokens('idp'))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain('`providerAccountId`')
    expect((await user.tokens('idp', { providerAccountId: 'work' })).accessToken).toBe('of work')
    expect((await user.tokens('idp', { providerAccountId: 'ann' })).accessToken).toBe(app.issued.accessToken)
    expect(await catchError(user.tokens('idp', { providerAccountId: 'home' }))).toMatchObject({
      reason: 'missing',
    })
  })

  it('names the methods that an adapter does not have', async () => {
    const { listAccounts: _, ...adapter } = memory()
    const app = await signedInApp({ config: { adapter } })
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({
      type: 'MissingAdapterMethods',
      message: expect.stringContaining('`listAccounts`'),
    })
  })

  it('says how tokens are kept without a database', async () => {
    const app = await signedInApp({ config: { adapter: undefined } })
    expect(await catchError((await app.user()).tokens('idp'))).toMatchObject({
      type: 'MissingAdapter',
      message: expect.stringContaining('`providerTokens: true`'),
    })
    expect(app.app.errors).toEqual(['MissingAdapter'])
  })

  // proves TOK-1
  it('returns no user without a session', async () => {
    const { config } = createApp()
    expect(await createAuth(config).currentUser(new Request(`${ORIGIN}/page`))).toBeNull()
  })
})
