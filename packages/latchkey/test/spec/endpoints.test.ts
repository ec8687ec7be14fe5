import type { EmailConfig } from 'latchkey'
import { Auth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser, formsOf } from '../kit/browser.ts'
import { signInAt } from '../kit/sign-in.ts'

const mail: EmailConfig = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest: () => {} }

async function locationOf(response: Response | Promise<Response>): Promise<string | null> {
  return (await response).headers.get('location')
}

describe('GET /providers', () => {
  // proves CFG-3, §3 GET /providers, §8.1 b
  it('tells what a sign-in page needs, in the order of the configuration, and sets no cookie', async () => {
    const app = createApp({
      providers: [passwordProvider, oidcFor(createIdp()), mail],
      adapter: memory(),
      basePath: '/x',
    })
    const response = await new Browser(app).get(`${ORIGIN}/x/providers`)
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    const text = await response.text()
    const urls = (id: string): object => ({
      signinUrl: `${ORIGIN}/x/signin/${id}`,
      callbackUrl: `${ORIGIN}/x/callback/${id}`,
    })
    expect(JSON.parse(text)).toEqual({
      credentials: { id: 'credentials', name: 'Credentials', type: 'credentials', ...urls('credentials') },
      idp: { id: 'idp', name: 'The provider', type: 'oidc', ...urls('idp') },
      email: { id: 'email', name: 'e-mail', type: 'email', ...urls('email') },
    })
    expect(Object.keys(JSON.parse(text))).toEqual(['credentials', 'idp', 'email'])
  })
})

describe('GET /csrf', () => {
  // proves §3 GET /csrf, §4.4, §4.4 a, §4.4 b
  it('tells the same token while its cookie is valid, and a new one else', async () => {
    const browser = new Browser(createApp())
    const tokenOf = async (response: Response): Promise<string> =>
      ((await response.json()) as { csrfToken: string }).csrfToken
    const first = await browser.get(`${BASE}/csrf`)
    const token = await tokenOf(first)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(browser.cookies(ORIGIN)[0]?.value).toMatch(new RegExp(`^${token}%7C[0-9a-f]{64}$`))
    const second = await browser.get(`${BASE}/csrf`)
    expect([await tokenOf(second), second.headers.getSetCookie()]).toEqual([token, []])
    browser.plant(ORIGIN, '__Host-latchkey.csrf-token', `${token}%7C${'0'.repeat(64)}`)
    expect(await tokenOf(await browser.get(`${BASE}/csrf`))).not.toBe(token)
  })
})

describe('POST /signin', () => {
  // proves §3 POST /signin, P-RD-3
  it('without a provider leads to the sign-in page, which knows the target', async () => {
    const browser = new Browser(createApp({ pages: { signIn: '/login' } }))
    expect(await locationOf(browser.post(`${BASE}/signin`, { callbackUrl: '/inside' }))).toBe(
      `${BASE}/signin`,
    )
    expect(await locationOf(browser.get(`${BASE}/signin`))).toBe(
      `${ORIGIN}/login?callbackUrl=https%3A%2F%2Fapp.test%2Finside`,
    )
  })

  // proves §3 POST /signin/<id> credentials
  it('with credentials leads to the sign-in page, too: there is nothing to begin', async () => {
    expect(
      await locationOf(new Browser(createApp()).post(`${BASE}/signin/credentials`, { password: 'right' })),
    ).toBe(`${BASE}/signin`)
  })

  // proves §3 POST /signin/<id> oauth, EP-8, §10.1 a, §10.1 c
  it('with OAuth leads to the provider and remembers the sign-in', async () => {
    const browser = new Browser(createApp({ providers: [oidcFor(createIdp())], basePath: '/x/y' }))
    const response = await browser.post(`${ORIGIN}/x/y/signin/idp?prompt=login`)
    expect(response.status).toBe(302)
    const { origin, searchParams } = new URL((await locationOf(response)) ?? '')
    expect([origin, searchParams.get('prompt')]).toEqual(['https://id.test', 'login'])
    expect(searchParams.get('redirect_uri')).toBe(`${ORIGIN}/x/y/callback/idp`)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-latchkey\.transaction\./),
    ])
  })
})

describe('/callback', () => {
  // proves §3 /callback
  it.each(['GET', 'POST'])('without a provider is an error: %s', async (method) => {
    const app = createApp()
    const response = await new Browser(app).send(`${BASE}/callback`, {
      method,
      headers: { origin: ORIGIN, accept: 'text/html' },
    })
    expect(await locationOf(response)).toMatch(/\/auth\/error\?error=Configuration&reference=/)
    expect(app.errors).toEqual(['UnknownProvider'])
  })
})

describe('GET /signin', () => {
  // proves §15 a
  it('has the address of the query in the form for it already', async () => {
    const app = createApp({ adapter: memory(), providers: [mail] })
    const page = await new Browser(app).get(
      `${BASE}/signin?email=${encodeURIComponent('ann+"<x>@example.com')}`,
    )
    expect(await page.text()).toContain('value="ann+&quot;&lt;x>@example.com" name="email" type="email"')
  })
})

describe('GET /verify-request', () => {
  // proves §3 GET /verify-request, §6.3, §15 verify-request
  it('says to look for mail, or leads to the page of the application with the query', async () => {
    const ours = await new Browser(createApp()).get(`${BASE}/verify-request?provider=email&type=email`)
    expect([ours.status, ours.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await ours.text()).toMatch(new RegExp(`<h1>Check your e-mail</h1>.*<a [^>]*href="${ORIGIN}"`, 's'))
    const own = new Browser(createApp({ pages: { verifyRequest: '/look?for=mail' } }))
    expect(await locationOf(own.get(`${BASE}/verify-request?provider=email&type=email`))).toBe(
      `${ORIGIN}/look?for=mail&provider=email&type=email`,
    )
  })
})

describe('a door that only tells something', () => {
  // proves §3 POST others, P-HT-1
  it.each(['csrf', 'error', 'providers', 'verify-request'])('takes no POST: %s', async (action) => {
    const response = await new Browser(createApp()).post(`${BASE}/${action}`)
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the sign-in page', () => {
  // proves P-PG-2, P-RD-1, §20 Q-24
  it('is made of the configuration, whatever the query says', async () => {
    const browser = new Browser(createApp({ providers: [passwordProvider] }))
    const query =
      'csrfToken=planted&callbackUrl=https://evil.test/&theme=planted&providers=planted&logo=planted&returnUrl=planted'
    const page = await browser.get(`${BASE}/signin?${query}`)
    expect(page.status).toBe(200)
    expect(await page.clone().text()).not.toMatch(/planted|evil\.test/)
    const [form] = await formsOf(page, BASE)
    expect(form).toMatchObject({ action: `${BASE}/callback/credentials`, fields: { callbackUrl: ORIGIN } })
  })
})

describe('a target that is named twice', () => {
  // proves §2.3 a, §2.3 b
  it('is the last one, in a form as in a query', async () => {
    const app = createApp()
    const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    const post = (query: string, body: string): Promise<Response> =>
      Auth(new Request(`${BASE}/callback/credentials${query}`, { method: 'POST', headers, body }), app.config)
    expect(await locationOf(post('', 'password=right&callbackUrl=/first&callbackUrl=/last'))).toBe(
      `${ORIGIN}/last`,
    )
    expect(await locationOf(post('?callbackUrl=/first&callbackUrl=/last', 'password=right'))).toBe(
      `${ORIGIN}/last`,
    )
    expect(await locationOf(post('?callbackUrl=/query', 'password=right&callbackUrl=/body'))).toBe(
      `${ORIGIN}/body`,
    )
  })
})

describe('a query', () => {
  // proves P-DS-1, P-HT-4
  it('has a hundred parameters at most', async () => {
    const statusWith = async (count: number): Promise<number> =>
      (await new Browser(createApp()).get(`${BASE}/session?${'a=b&'.repeat(count)}`)).status
    expect([await statusWith(100), await statusWith(101)]).toEqual([200, 400])
  })
})

describe('a token against forged forms', () => {
  // proves §2.3 b, §4.4 c, §4.4 d
  it('is taken from the body alone, and only by POST', async () => {
    const browser = new Browser(createApp())
    const { csrfToken } = (await (await browser.get(`${BASE}/csrf`)).json()) as { csrfToken: string }
    const signOut = (query: string, fields: Record<string, string>): Promise<Response> =>
      browser.send(`${BASE}/signout${query}`, { method: 'POST', body: new URLSearchParams(fields) })
    expect(await locationOf(signOut(`?csrfToken=${csrfToken}`, {}))).toBe(`${BASE}/signin?error=MissingCSRF`)
    expect(await locationOf(signOut('', { csrfToken: csrfToken.toUpperCase() }))).toBe(
      `${BASE}/signin?error=MissingCSRF`,
    )
    expect(await locationOf(signOut('', { csrfToken }))).toBe(ORIGIN)
  })

  // proves §4.4 d, §4.4 e, §2.5 a
  it.each([
    ['POST', 'signin/credentials'],
    ['POST', 'signout'],
    ['POST', 'session'],
    ['POST', 'callback/credentials'],
  ])('is asked of a client that says nothing of itself: %s %s', async (method, action) => {
    const app = createApp()
    const response = await new Browser(app).send(`${BASE}/${action}`, {
      method,
      body: new URLSearchParams({ password: 'right' }),
    })
    expect(app.errors).toEqual(['MissingCSRF'])
    if (action === 'session') expect([response.status, await response.json()]).toEqual([400, null])
    else expect(await locationOf(response)).toBe(`${BASE}/signin?error=MissingCSRF`)
  })
})

describe('a response', () => {
  // proves §2.8, §10.2 l
  it('is a 302 without body, with a header for each cookie', async () => {
    const idp = createIdp()
    const response = await signInAt(idp, new Browser(createApp({ providers: [oidcFor(idp)] })))
    expect([response.status, await response.text()]).toEqual([302, ''])
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-latchkey\.transaction\.[\w-]+=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Secure-latchkey\.session-token=ey/),
      '__Host-latchkey.callback-url=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  // proves §2.8, §2.8 a
  it('is declared as JSON where it is', async () => {
    for (const action of ['session', 'csrf', 'providers']) {
      const { headers } = await new Browser(createApp()).get(`${BASE}/${action}`)
      expect(headers.get('content-type')).toBe('application/json')
      expect([headers.get('cache-control'), headers.get('expires'), headers.get('pragma')]).toEqual([
        'private, no-cache, no-store',
        '0',
        'no-cache',
      ])
    }
  })

  // proves CFG-9, CFG-10, §4.2, §6.2
  it('writes a cookie with all its attributes in the usual order', async () => {
    const options = { domain: 'app.test', partitioned: true, priority: 'high', sameSite: 'strict' } as const
    const app = createApp({ cookies: { csrfToken: { name: 'token', options } } })
    const [header] = (await new Browser(app).get(`${BASE}/csrf`)).headers.getSetCookie()
    expect(header).toMatch(
      /^token=[0-9a-f]{64}%7C[0-9a-f]{64}; Domain=app\.test; Path=\/; HttpOnly; Secure; Partitioned; Priority=High; SameSite=Strict$/,
    )
  })

  // proves §2.6
  it('to a script that asks for it has the target in its body, and all headers of the redirect', async () => {
    const browser = new Browser(createApp())
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await browser.post(
      `${BASE}/callback/credentials`,
      { password: 'right', callbackUrl: '/x' },
      headers,
    )
    expect([response.status, await response.json()]).toEqual([200, { url: `${ORIGIN}/x` }])
    expect(response.headers.get('location')).toBe(`${ORIGIN}/x`)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/session-token=/)])
    expect(await (await browser.get(`${BASE}/session`, headers)).json()).toMatchObject({
      user: { name: 'Ann' },
    })
  })

  // proves §20 Q-15
  it('names the page for new users by its whole address', async () => {
    const idp = createIdp()
    const app = createApp({ adapter: memory(), providers: [oidcFor(idp)], pages: { newUser: '/welcome' } })
    const browser = new Browser(app)
    const begun = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    const answer = idp.agree((await locationOf(begun)) ?? '').href
    const response = await browser.get(answer, { 'x-auth-return-redirect': '1' })
    expect(await response.json()).toEqual({
      url: `${ORIGIN}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fafter`,
    })
  })
})
