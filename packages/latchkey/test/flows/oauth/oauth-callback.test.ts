import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Faults } from '@latchkey/test-support/kit/idp.ts'
import {
  CALLBACK_ERROR,
  readRejection,
  setUp,
  signIn,
  startSignIn,
  transactionCookies,
} from '@latchkey/test-support/kit/oauth-callback.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { describe, expect, it } from 'vitest'

describe('the OAuth callback', () => {
  // proves GEN-3, GEN-4, GEN-6, EP-2, EP-4, ST-2, AUTHN-2, AUTHN-18, CFG-20, CFG-42, P-CK-1
  // proves §3 GET /callback/<id> oauth, §4.1, §4.1 sessionToken, §5.3, §10.2, §11.2, §13 active
  // proves §13.3
  it('signs the user in with a session cookie and redirects to the callback URL', async () => {
    const setup = setUp()
    const response = await signIn(setup)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await readSession(setup.browser)).toEqual({
      user: { name: 'Ann', email: 'ann@example.com', image: 'https://id.test/ann.png' },
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const cookies = setup.browser.cookies(ORIGIN)
    expect(cookies.map(({ name }) => name)).toEqual(['__Secure-latchkey.session-token'])
    expect(cookies[0]?.header).toMatch(/; Path=\/; Expires=[^;]+ GMT; HttpOnly; Secure; SameSite=Lax$/)
    expect(setup.app.errors).toEqual([])
  })

  // proves ACC-2, ACC-3, ACC-6, ACC-10, ACC-12, ACC-13, CB-2, CB-3, CB-8, CB-9, CB-14, CB-15, EV-2
  // proves EV-6, ST-13, §5.3, §10.2 g, §10.2 h, §10.2 j, §10.2 k, §11.1 d, §11.3, §20 Q-23
  it('passes the user, the account with its tokens and the profile to callbacks and events', async () => {
    const seen: Record<string, unknown[]> = { signIn: [], jwt: [], session: [], event: [] }
    const idp = createIdp()
    const app = createApp({
      providers: [oidcFor(idp)],
      callbacks: {
        signIn: (params) => Boolean(seen.signIn?.push(params)),
        jwt: (params) => {
          seen.jwt?.push(structuredClone(params))
          return params.account ? { ...params.token, at: params.account.access_token } : params.token
        },
        session: ({ session, token }) => {
          seen.session?.push(structuredClone(token))
          return { ...session, at: token.at }
        },
      },
      events: { signIn: (message) => seen.event?.push(message) },
    })
    const browser = new Browser(app)
    const now = Math.floor(Date.now() / 1000)
    await browser.get(idp.agree(await startSignIn(browser)).href)
    const user = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ann',
      email: 'ann@example.com',
      image: 'https://id.test/ann.png',
    }
    const account = {
      provider: 'idp',
      type: 'oidc',
      providerAccountId: 'ann',
      access_token: 'access token of ann',
      refresh_token: 'refresh token of ann',
      id_token: expect.any(String),
      token_type: 'bearer',
      scope: 'openid profile email',
      expires_in: 3600,
      expires_at: expect.toSatisfy((at: number) => at - now - 3600 >= 0 && at - now - 3600 < 5),
    }
    const profile = expect.objectContaining({ sub: 'ann', iss: 'https://id.test', email: 'Ann@Example.com' })
    expect(seen.signIn).toEqual([{ user, account, profile, credentials: undefined }])
    expect(seen.event).toEqual([{ user, account, profile, isNewUser: false }])
    expect(seen.jwt).toEqual([
      {
        token: { name: 'Ann', email: 'ann@example.com', picture: 'https://id.test/ann.png', sub: user.id },
        user,
        account,
        profile,
        trigger: 'signIn',
        isNewUser: false,
      },
    ])
    expect(await readSession(browser)).toMatchObject({ at: 'access token of ann' })
    expect(seen.session).toEqual([
      expect.objectContaining({
        at: 'access token of ann',
        sub: expect.any(String),
        jti: expect.any(String),
      }),
    ])
  })

  // proves P-AL-1, P-OA-10, §10.2 h
  it('keeps the user id for the same account, and uses another id for another provider', async () => {
    const ids: (string | undefined)[] = []
    const [first, second] = [createIdp('https://id.test'), createIdp('https://other.test')]
    const app = createApp({
      providers: [oidcFor(first), oidcFor(second, { id: 'other' })],
      events: { signIn: ({ user }) => ids.push(user.id) },
    })
    for (const [idp, id] of [
      [first, 'idp'],
      [first, 'idp'],
      [second, 'other'],
    ] as const) {
      const browser = new Browser(app)
      await browser.get(idp.agree(await startSignIn(browser, id)).href)
    }
    expect(ids).toHaveLength(3)
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).not.toBe(ids[2])
  })

  // proves P-ML-4, §10.2 h
  it.each([
    ['ANN@Example.com', 'ann@example.com'],
    ['\uff41nn@example.com', 'ann@example.com'],
    ['ann@example.com\r\nbcc: x@evil.test', undefined],
    ['"ann@example.com"@evil.test', undefined],
    [['ann@example.com'], undefined],
  ])('normalizes the e-mail address %j of the profile to %s', async (email, expected) => {
    const setup = setUp()
    await setup.browser.get(setup.idp.agree(await startSignIn(setup.browser), { sub: 'ann', email }).href)
    expect(((await readSession(setup.browser)) as { user: { email?: string } }).user.email).toBe(expected)
  })

  // proves P-RD-3, §5.5
  it('completes sign-ins that were started in two tabs, each with its own callback URL', async () => {
    const { browser, idp } = setUp()
    const [first, second] = [
      await startSignIn(browser, 'idp', '/first'),
      await startSignIn(browser, 'idp', '/second'),
    ]
    expect((await browser.get(idp.agree(second).href)).headers.get('location')).toBe(`${ORIGIN}/second`)
    expect((await browser.get(idp.agree(first).href)).headers.get('location')).toBe(`${ORIGIN}/first`)
    expect(await readSession(browser)).not.toBeNull()
  })

  // proves P-LG-1
  it('logs no token and no client secret when a sign-in fails', async () => {
    for (const faults of [
      { claims: { nonce: 'x' } },
      { signature: 'wrong key' },
      { token: { token_type: 7 } },
    ] as Faults[]) {
      const setup = setUp(faults)
      await signIn(setup)
      const { inspect } = await import('node:util')
      const text = inspect(setup.app.log, { depth: 20 })
      expect(text).not.toMatch(/access token of ann|refresh token of ann|app secret|eyJ/)
    }
  })

  // proves EP-7, P-CK-1, §3 POST /callback/<id> oauth, §4.1 b, §4.4 d, §10.2 a
  it('accepts a cross-site form from a provider with the response mode form_post', async () => {
    const { browser, idp } = setUp({}, { authorization: { params: { response_mode: 'form_post' } } })
    const redirect = idp.agree(await startSignIn(browser))
    expect(transactionCookies(browser)[0]).toMatch(/; Secure; SameSite=None$/)
    const form = { origin: 'https://id.test', 'sec-fetch-site': 'cross-site' }
    const response = await browser.post(
      `${BASE}/callback/idp`,
      Object.fromEntries(redirect.searchParams),
      form,
    )
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await readSession(browser)).not.toBeNull()
  })

  // proves §8.3 a, §10.2 f
  it('reads the profile from userinfo with `idToken: false`, and requires the same subject', async () => {
    const setup = setUp({}, { idToken: false })
    await signIn(setup)
    expect(setup.idp.requests).toContain('/userinfo')
    expect(await readSession(setup.browser)).toMatchObject({
      user: { name: 'Ann', email: 'ann@example.com' },
    })
    const other = setUp({ userinfo: { sub: 'another subject' } }, { idToken: false })
    expect(await readRejection(other, await signIn(other))).toEqual(CALLBACK_ERROR)
  })
})
