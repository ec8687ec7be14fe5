import { createApp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createIdp } from '@latchkey/test-support/kit/idp.ts'
import {
  CALLBACK_ERROR,
  readRejection,
  setUp,
  signIn,
  startSignIn,
} from '@latchkey/test-support/kit/oauth-callback.ts'
import { HOUR, passTime, signedInApp } from '@latchkey/test-support/kit/user-tokens.ts'
import type { TokenSet } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

const CHALLENGE = { status: 401, headers: { 'www-authenticate': 'Basic realm="tokens"' } }

/** Signs in with a token response in which these members are replaced. */
async function accountWith(token: Record<string, unknown>): Promise<Partial<TokenSet>> {
  const idp = createIdp('https://id.test', { token })
  let account: Partial<TokenSet> = {}
  const app = createApp({
    providers: [oidcFor(idp)],
    events: {
      signIn(message) {
        account = message.account ?? {}
      },
    },
  })
  await signIn({ app, idp, browser: new Browser(app) })
  return account
}

describe('a token response that is not quite the standard', () => {
  it.each([
    { name: 'refresh_token: null', token: { refresh_token: null }, has: { refresh_token: undefined } },
    { name: 'an empty refresh_token', token: { refresh_token: '' }, has: { refresh_token: undefined } },
    { name: 'scope: null', token: { scope: null }, has: {} },
    { name: 'an empty scope', token: { scope: '' }, has: {} },
    { name: 'a list of scopes', token: { scope: ['openid', 'email'] }, has: { scope: 'openid email' } },
    { name: 'an empty list of scopes', token: { scope: [] }, has: {} },
    { name: 'expires_in: null', token: { expires_in: null }, has: { expires_in: undefined } },
    { name: 'an empty expires_in', token: { expires_in: '' }, has: { expires_in: undefined } },
    { name: 'expires_in as text', token: { expires_in: '3600' }, has: { expires_in: 3600 } },
    { name: 'no token_type', token: { token_type: undefined }, has: { token_type: 'bearer' } },
    { name: 'token_type: null', token: { token_type: null }, has: { token_type: 'bearer' } },
    { name: 'an empty token_type', token: { token_type: '' }, has: { token_type: 'bearer' } },
    { name: 'token_type: BEARER', token: { token_type: 'BEARER' }, has: { token_type: 'bearer' } },
    { name: 'token_type: jwt-bearer', token: { token_type: 'jwt-bearer' }, has: { token_type: 'bearer' } },
    { name: 'error: null', token: { error: null }, has: { token_type: 'bearer' } },
  ])('signs in: $name', async ({ token, has }) => {
    const { access_token, refresh_token, scope, expires_in, token_type } = await accountWith(token)
    expect({ access_token, refresh_token, scope, expires_in, token_type }).toEqual({
      access_token: 'access token of ann',
      refresh_token: 'refresh token of ann',
      scope: 'openid profile email',
      expires_in: 3600,
      token_type: 'bearer',
      ...has,
    })
  })

  it('keeps the additional members of the response unchanged', async () => {
    expect(await accountWith({ team: '', owner: null })).toMatchObject({ team: '', owner: null })
  })

  // proves TOK-5
  it.each([
    { refresh_token: '' },
    { refresh_token: null },
    { scope: ['openid', 'email'] },
    { scope: null },
    { expires_in: null },
    { token_type: undefined },
    { token_type: '' },
    { id_token: '' },
  ])('keeps values that a refresh omits: %o', async (refreshed) => {
    const app = await signedInApp()
    app.idp.refreshTokens = 'keep'
    app.idp.refreshed = refreshed
    for (let count = 1; count <= 2; count++) {
      passTime(HOUR)
      const { accessToken, scopes } = await (await app.user()).tokens('idp', { minValid: HOUR })
      expect(accessToken).not.toBe(app.issued.accessToken)
      expect(scopes).toEqual(expect.arrayContaining(['openid', 'email']))
    }
  })
})

describe('a token of a type other than Bearer', () => {
  it.each(['mac', 'DPoP', 'N_A', 7, { type: 'Bearer' }])('signs no user in: %j', async (type) => {
    const setup = setUp({ token: { token_type: type } })
    expect(await readRejection(setup, await signIn(setup))).toEqual(CALLBACK_ERROR)
  })

  it('is not used for a refresh', async () => {
    const app = await signedInApp()
    app.idp.refreshed = { token_type: 'DPoP' }
    passTime(HOUR)
    await expect((await app.user()).tokens('idp')).rejects.toThrow('of type "dpop"')
  })
})

describe('an error of the token endpoint', () => {
  it('is logged if it has the status of success, or a header that asks for a password', async () => {
    for (const respond of [
      () => Response.json({ error: 'incorrect_client_credentials' }),
      () => Response.json({ error: 'incorrect_client_credentials' }, CHALLENGE),
    ]) {
      const setup = setUp()
      const authorizationUrl = await startSignIn(setup.browser)
      setup.idp.faults.respond = respond
      await setup.browser.get(setup.idp.agree(authorizationUrl).href)
      expect(String(setup.app.log.at(-1)?.entry)).toContain('incorrect_client_credentials')
    }
  })

  it('is not hidden by tokens: an error beside an access token is ignored', async () => {
    expect(await accountWith({ error: 'partial' })).toMatchObject({ access_token: 'access token of ann' })
  })
})

describe('a provider with OAuth 2.0 only', () => {
  it('may send an ID token with a nonce, which is not used', async () => {
    const idp = createIdp('https://id.test', { claims: { nonce: 'of the provider' } })
    const oauth = { ...oidcFor(idp), type: 'oauth' as const }
    const app = createApp({ providers: [oauth] })
    const response = await signIn({ app, idp, browser: new Browser(app) })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
  })
})
