import { BASE, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Faults } from '@latchkey/test-support/kit/idp.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { customFetch, type Profile } from 'latchkey'
import { describe, expect, it } from 'vitest'

function createTestApp(faults: Faults = {}, options: Parameters<typeof oidcFor>[1] = {}) {
  const idp = createIdp('https://id.test', faults)
  const app = createApp({ providers: [oidcFor(idp, options)] })
  return { app, idp, browser: new Browser(app) }
}

describe('an authorization response', () => {
  // proves P-OA-7
  it.each([
    ['two codes', (url: URL) => url.searchParams.append('code', 'x')],
    ['two issuers', (url: URL) => url.searchParams.append('iss', 'https://id.test')],
    ['a token', (url: URL) => url.searchParams.set('id_token', 'x')],
    ['a signed response', (url: URL) => url.searchParams.set('response', 'x')],
  ])('with %s is rejected', async (_, change) => {
    const { app, idp, browser } = createTestApp()
    const redirect = await browser.post(`${BASE}/signin/idp`)
    const callback = idp.agree(redirect.headers.get('location') ?? '')
    change(callback)
    expect((await browser.get(callback.href)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration&/,
    )
    expect({
      errors: app.errors.length,
      tokenRequests: idp.tokenRequests,
      session: await readSession(browser),
    }).toEqual({ errors: 1, tokenRequests: [], session: null })
  })

  // proves P-OA-7, §10.2 a
  it('is read only from the body with `response_mode: form_post`', async () => {
    const { app, idp, browser } = createTestApp(
      {},
      { authorization: { params: { response_mode: 'form_post' } } },
    )
    const redirect = await browser.post(`${BASE}/signin/idp`)
    const callback = idp.agree(redirect.headers.get('location') ?? '')
    await browser.get(callback.href)
    await browser.post(callback.href)
    expect({ errors: app.errors, session: await readSession(browser) }).toEqual({
      errors: ['InvalidCheck', 'InvalidCheck'],
      session: null,
    })
  })

  // proves §10.2 e, §14 CallbackRouteError
  it('whose code the token endpoint rejects leads to the page for configuration errors', async () => {
    const { app, idp, browser } = createTestApp({ tokenStatus: 400, token: { error: 'invalid_client' } })
    const response = await signInAt(idp, browser)
    expect(response.headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration&reference=[0-9a-f]{8}$/,
    )
    expect(app.errors).toEqual(['CallbackRouteError'])
  })
})

describe('the profile function', () => {
  // proves §10.2 i, §14 OAuthProfileParseError, §20 Q-8
  it('leads to the sign-in page if it throws, and the error is logged', async () => {
    const profile = (): never => {
      throw new Error('no such claim')
    }
    const { app, idp, browser } = createTestApp({}, { profile })
    const response = await signInAt(idp, browser)
    expect(response.headers.get('location')).toMatch(
      /^https:\/\/app\.test\/auth\/signin\?error=Configuration&reference=[0-9a-f]{8}$/,
    )
    expect(app.log.find(({ level }) => level === 'error')?.entry).toMatchObject({
      type: 'OAuthProfileParseError',
      cause: { err: { message: 'no such claim' }, provider: 'idp' },
    })
    expect((await browser.follow(response)).response.status).toBe(200)
  })

  // proves P-PR-3
  it('must return strings as name and image; other values are dropped', async () => {
    const claims = { sub: 'ann', name: { $ne: '' }, picture: ['x'], email: ['ann@example.com'] }
    const { idp, browser } = createTestApp(
      {},
      {
        profile: ({ sub, name, picture, email }) =>
          ({ id: sub, name, image: picture, email }) as { id: string },
      },
    )
    await signInAt(idp, browser, { claims })
    expect(await readSession(browser)).toEqual({
      user: { name: null, image: null },
      expires: expect.any(String),
    })
    const long = createTestApp()
    await signInAt(long.idp, long.browser, { claims: { sub: 'ann', name: 'n'.repeat(1001) } })
    expect(await readSession(long.browser)).toMatchObject({ user: { name: null } })
  })

  // proves P-PR-3
  it('cannot change a prototype', async () => {
    const userinfo = JSON.parse('{"sub":"ann","__proto__":{"isAdmin":true}}') as Profile
    const users: object[] = []
    const idp = createIdp('https://id.test', { userinfo })
    const app = createApp({
      providers: [
        oidcFor(idp, { idToken: false, profile: (profile) => ({ ...profile, id: String(profile.sub) }) }),
      ],
      events: { signIn: ({ user }) => users.push(user) },
    })
    await signInAt(idp, new Browser(app))
    expect(users).toHaveLength(1)
    expect(users[0]).not.toHaveProperty('isAdmin')
    expect({}).not.toHaveProperty('isAdmin')
  })
})

describe('a discovered endpoint', () => {
  const privateUrls = [
    'https://127.0.0.1/token',
    'https://10.1.2.3/token',
    'https://172.16.0.1/token',
    'https://172.31.255.1/token',
    'https://192.168.1.1/token',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/token',
    'https://0.0.0.0/token',
    'https://[::1]/token',
    'https://[fd00::1]/token',
    'https://[fe80::1]/token',
    'https://[::ffff:10.0.0.1]/token',
    'https://2130706433/token',
    'https://localhost/token',
    'https://app.localhost/token',
  ]

  // proves P-PR-2
  it.each(privateUrls)('is not called in a private network: %s', async (url) => {
    const { app, idp, browser } = createTestApp({ discovery: { token_endpoint: url } })
    await signInAt(idp, browser)
    expect(app.errors).toEqual(['InvalidEndpoints'])
    expect(idp.urls.map((requested) => new URL(requested).host)).not.toContain(new URL(url).host)
  })

  // proves P-PR-2
  it.each([
    'https://8.8.8.8/token',
    'https://172.32.0.1/token',
    'https://[2001:4860:4860::8888]/token',
    'https://10.example.com/token',
  ])('is called in a public network: %s', async (url) => {
    const { idp, browser } = createTestApp({ discovery: { token_endpoint: url } })
    await signInAt(idp, browser)
    expect(idp.urls).toContain(url)
  })

  // proves P-PR-2
  it('is called in a private network if the issuer is configured there', async () => {
    const idp = createIdp('https://10.0.0.5')
    const app = createApp({ providers: [oidcFor(idp, { [customFetch]: idp.fetch })] })
    const browser = new Browser(app)
    await signInAt(idp, browser)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
