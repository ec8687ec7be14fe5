import { BASE, createApp, oidcFor, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import {
  catchError,
  findRows,
  HOUR,
  passTime,
  signedInApp,
  userInOtherProcess,
} from '@latchkey/test-support/kit/user-tokens.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'

isolateEnvironment()
afterEach(() => {
  vi.useRealTimers()
})

describe('an access token whose response does not say how long it is valid', () => {
  const COOKIE = { adapter: undefined, providerTokens: true } as const

  // proves TOK-2
  it.each([
    ['encrypted rows', {}, 600],
    ['the cookie', COOKIE, 600],
    ['rows in plaintext', { providerTokens: { seal: false } }, HOUR],
  ])(
    'is valid as long as the previous one, or for an hour if that is not known: %s',
    async (_, config, valid) => {
      const app = await signedInApp({ config, lifetime: 600 })
      app.idp.refreshed = { expires_in: undefined }
      passTime(600)
      for (let refreshes = 1; refreshes <= 3; refreshes++) {
        const { accessToken, expiresAt } = await (await app.user('write')).tokens('idp')
        const seconds = ((expiresAt?.getTime() ?? 0) - Date.now()) / 1000
        expect(Math.abs(seconds - valid)).toBeLessThan(10)
        passTime(valid - 90)
        expect(await (await app.user('write')).tokens('idp')).toMatchObject({ accessToken })
        expect(app.idp.refreshes).toHaveLength(refreshes)
        passTime(90)
      }
    },
  )

  // proves TOK-2
  it.each([{}, COOKIE])(
    'is valid as long as `accessTokenLifetime` of the provider says: %o',
    async (config) => {
      const options = { accessTokenLifetime: 600 }
      const app = await signedInApp({ config, options, tokens: { expires_in: undefined } })
      app.idp.refreshed = { expires_in: undefined }
      for (let refreshes = 0; refreshes < 3; refreshes++) {
        const { expiresAt } = await (await app.user('write')).tokens('idp')
        expect(app.idp.refreshes).toHaveLength(refreshes)
        expect(Math.abs((expiresAt?.getTime() ?? 0) / 1000 - Date.now() / 1000 - 600)).toBeLessThan(10)
        passTime(600)
      }
    },
  )

  it.each([0, -1, Number.NaN, '600'])(
    'is rejected as an option if it is not a lifetime: %s',
    async (value) => {
      const provider = oidcFor(createIdp(), { accessTokenLifetime: value as number })
      const app = createApp({ providers: [provider, passwordProvider] })
      await new Browser(app).post(`${BASE}/signin/idp`)
      expect(String(app.log.find(({ level }) => level === 'error')?.entry)).toContain(
        `\`accessTokenLifetime\` for provider "idp" is ${value}. Set seconds, more than 0.`,
      )
    },
  )

  // proves TOK-2
  it('has no time of expiry if no response said one', async () => {
    const app = await signedInApp({ tokens: { expires_in: undefined } })
    passTime(10 * HOUR)
    expect(await (await app.user()).tokens('idp')).toMatchObject({
      accessToken: app.issued.accessToken,
      expiresAt: undefined,
    })
  })

  // proves TOK-2
  it('does not have the expiry time of the previous sign-in', async () => {
    const app = await signedInApp()
    const { accessToken } = app.idp.issue()
    Object.assign(app.idp.faults.token ?? {}, { expires_in: undefined })
    await signInAt(app.idp, app.browser)
    passTime(2 * HOUR)
    expect(await (await app.user()).tokens('idp')).toMatchObject({ accessToken, expiresAt: undefined })
  })

  // proves TOK-2
  it.each([1e15, 2 ** 63 - 1, 1e300])(
    'has no time of expiry if a `Date` cannot have it: %d',
    async (lifetime) => {
      const app = await signedInApp({ lifetime })
      const [row] = await findRows(app)
      expect(row?.expires_at ?? undefined).toBeUndefined()
      const { accessToken, expiresAt } = await (await app.user()).tokens('idp')
      expect({ accessToken, expiresAt }).toEqual({
        accessToken: app.issued.accessToken,
        expiresAt: undefined,
      })
    },
  )

  it('has no time of expiry if the row contains an invalid date', async () => {
    const app = await signedInApp()
    const [row] = await findRows(app)
    if (row === undefined) throw new Error('The row is missing.')
    await app.app.config.adapter?.updateAccount?.({ ...row, expires_at: 1e15 })
    expect((await (await app.user()).tokens('idp')).expiresAt).toBeUndefined()
  })
})

describe('an access token that the API has rejected', () => {
  // proves TOK-2, TOK-3
  it('is refreshed once, even if it has not expired', async () => {
    const app = await signedInApp({ tokens: { expires_in: undefined } })
    const refused = app.issued.accessToken
    const users = await Promise.all(Array.from({ length: 10 }, () => app.user()))
    const results = await Promise.all(users.map((user) => user.tokens('idp', { refused })))
    const [{ accessToken } = { accessToken: '' }] = results
    expect(new Set(results.map((result) => result.accessToken))).toEqual(new Set([accessToken]))
    expect(accessToken).not.toBe(refused)
    const other = await userInOtherProcess(app)
    expect(await other.tokens('idp', { refused })).toMatchObject({ accessToken })
    expect(await other.tokens('idp')).toMatchObject({ accessToken })
    expect(app.idp.refreshes).toHaveLength(1)
  })

  // proves TOK-2, TOK-7
  it('is refreshed if it is only in the store, because no cookie could be written', async () => {
    const app = await signedInApp({ config: { adapter: undefined, providerTokens: true } })
    passTime(HOUR)
    const { accessToken: first } = await (await app.user()).tokens('idp')
    const { accessToken: second } = await (await app.user()).tokens('idp', { refused: first })
    expect(second).not.toBe(first)
    expect(await (await app.user()).tokens('idp', { refused: first })).toMatchObject({ accessToken: second })
    expect(app.idp.refreshes).toHaveLength(2)
  })

  // proves TOK-6
  it('is not returned if it cannot be refreshed now', async () => {
    const app = await signedInApp()
    app.idp.onRefresh = () => new Response('busy', { status: 503 })
    const refused = app.issued.accessToken
    expect(await catchError((await app.user()).tokens('idp', { refused }))).toMatchObject({
      type: 'ProviderUnavailable',
    })
    expect(await (await app.user()).tokens('idp')).toMatchObject({ accessToken: refused })
  })

  // proves TOK-6
  it('leads to a new sign-in without a refresh token', async () => {
    const app = await signedInApp({ tokens: { refresh_token: undefined } })
    expect(
      await catchError((await app.user()).tokens('idp', { refused: app.issued.accessToken })),
    ).toMatchObject({
      type: 'TokensExpired',
      reason: 'expired',
      message: expect.stringContaining('or was refused'),
    })
  })

  // proves TOK-2
  it('is not refreshed again and again if the provider returns it again', async () => {
    const idp = createIdp()
    idp.refreshTokens = 'keep'
    const app = await signedInApp({ idp })
    const refused = app.issued.accessToken
    idp.refreshed = { access_token: refused }
    expect((await (await app.user()).tokens('idp', { refused })).accessToken).toBe(refused)
    for (let call = 0; call < 3; call++)
      expect(await catchError((await app.user()).tokens('idp', { refused }))).toMatchObject({
        type: 'ProviderUnavailable',
      })
    expect(idp.refreshes).toHaveLength(1)
  })
})

describe('the scopes of a token response that names none', () => {
  // proves TOK-6
  it('are those that were requested', async () => {
    const app = await signedInApp({
      options: { authorization: { params: { scope: 'openid files' } } },
      tokens: { scope: undefined },
    })
    expect(await findRows(app)).toMatchObject([{ scope: 'openid files' }])
    const user = await app.user()
    expect((await user.tokens('idp', { scopes: ['files'] })).scopes).toEqual(['openid', 'files'])
    expect(await catchError(user.tokens('idp', { scopes: ['mail'] }))).toMatchObject({
      type: 'ScopesMissing',
    })
  })
})
