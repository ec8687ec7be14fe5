import { customFetch, type Profile } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import type { Faults } from '../kit/idp.ts'
import { sessionOf, signInAt } from '../kit/sign-in.ts'

function setting(faults: Faults = {}, options: Parameters<typeof oidcFor>[1] = {}) {
  const idp = createIdp('https://id.test', faults)
  const app = createApp({ providers: [oidcFor(idp, options)] })
  return { app, idp, browser: new Browser(app) }
}

describe('an answer of a provider', () => {
  // proves P-OA-7
  it.each([
    ['two codes', (url: URL) => url.searchParams.append('code', 'x')],
    ['two issuers', (url: URL) => url.searchParams.append('iss', 'https://id.test')],
    ['a token', (url: URL) => url.searchParams.set('id_token', 'x')],
    ['a signed answer', (url: URL) => url.searchParams.set('response', 'x')],
  ])('with %s is refused', async (_, change) => {
    const { app, idp, browser } = setting()
    const begun = await browser.post(`${BASE}/signin/idp`)
    const answer = idp.agree(begun.headers.get('location') ?? '')
    change(answer)
    expect((await browser.get(answer.href)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration&/,
    )
    expect([app.errors.length, idp.tokenRequests, await sessionOf(browser)]).toEqual([1, [], null])
  })

  // proves P-OA-7, §10.2 a
  it('is taken from where the provider puts it, and from nowhere else', async () => {
    const { app, idp, browser } = setting({}, { authorization: { params: { response_mode: 'form_post' } } })
    const begun = await browser.post(`${BASE}/signin/idp`)
    const answer = idp.agree(begun.headers.get('location') ?? '')
    await browser.get(answer.href)
    await browser.post(answer.href)
    expect([app.errors, await sessionOf(browser)]).toEqual([['InvalidCheck', 'InvalidCheck'], null])
  })

  // proves §10.2 e, §14 CallbackRouteError
  it('that the token endpoint refuses is told as a fault of ours', async () => {
    const { app, idp, browser } = setting({ tokenStatus: 400, token: { error: 'invalid_client' } })
    const response = await signInAt(idp, browser)
    expect(response.headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration&reference=[0-9a-f]{8}$/,
    )
    expect(app.errors).toEqual(['CallbackRouteError'])
  })
})

describe('a profile', () => {
  // proves §10.2 i, §14 OAuthProfileParseError, §20 Q-8
  it('function that throws leads to the sign-in page, and is in the log', async () => {
    const profile = (): never => {
      throw new Error('no such claim')
    }
    const { app, idp, browser } = setting({}, { profile })
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
  it('gives name and picture as text, or none at all', async () => {
    const odd = { sub: 'ann', name: { $ne: '' }, picture: ['x'], email: ['ann@example.com'] }
    const { idp, browser } = setting(
      {},
      {
        profile: ({ sub, name, picture, email }) =>
          ({ id: sub, name, image: picture, email }) as { id: string },
      },
    )
    await signInAt(idp, browser, { claims: odd })
    expect(await sessionOf(browser)).toEqual({
      user: { name: null, image: null },
      expires: expect.any(String),
    })
    const long = setting()
    await signInAt(long.idp, long.browser, { claims: { sub: 'ann', name: 'n'.repeat(1001) } })
    expect(await sessionOf(long.browser)).toMatchObject({ user: { name: null } })
  })

  // proves P-PR-3
  it('cannot reach a prototype', async () => {
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

describe('an address that was discovered', () => {
  const inside = [
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
  it.each(inside)('is not called inside a private network: %s', async (url) => {
    const { app, idp, browser } = setting({ discovery: { token_endpoint: url } })
    await signInAt(idp, browser)
    expect(app.errors).toEqual(['InvalidEndpoints'])
    expect(idp.urls.map((asked) => new URL(asked).host)).not.toContain(new URL(url).host)
  })

  // proves P-PR-2
  it.each([
    'https://8.8.8.8/token',
    'https://172.32.0.1/token',
    'https://[2001:db8::1]/token',
    'https://10.example.com/token',
  ])('is called elsewhere: %s', async (url) => {
    const { idp, browser } = setting({ discovery: { token_endpoint: url } })
    await signInAt(idp, browser)
    expect(idp.urls).toContain(url)
  })

  // proves P-PR-2
  it('is called there when the provider itself was configured there', async () => {
    const idp = createIdp('https://10.0.0.5')
    const app = createApp({ providers: [oidcFor(idp, { [customFetch]: idp.fetch })] })
    const browser = new Browser(app)
    await signInAt(idp, browser)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
