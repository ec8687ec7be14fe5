import {
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { EmailConfig } from 'latchkey'
import { Auth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

const mail: EmailConfig = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest: () => {} }

async function readLocation(response: Response | Promise<Response>): Promise<string | null> {
  return (await response).headers.get('location')
}

describe('GET /providers', () => {
  // proves CFG-3, §3 GET /providers, §8.1 b
  it('returns what a sign-in page needs, in the configured order, and sets no cookie', async () => {
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
  it('returns the same token while its cookie is valid, and a new one otherwise', async () => {
    const browser = new Browser(createApp())
    const readToken = async (response: Response): Promise<string> =>
      ((await response.json()) as { csrfToken: string }).csrfToken
    const first = await browser.get(`${BASE}/csrf`)
    const token = await readToken(first)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(browser.cookies(ORIGIN)[0]?.value).toMatch(new RegExp(`^${token}%7C[0-9a-f]{64}$`))
    const second = await browser.get(`${BASE}/csrf`)
    expect({ token: await readToken(second), cookies: second.headers.getSetCookie() }).toEqual({
      token,
      cookies: [],
    })
    browser.plant(ORIGIN, '__Host-latchkey.csrf-token', `${token}%7C${'0'.repeat(64)}`)
    expect(await readToken(await browser.get(`${BASE}/csrf`))).not.toBe(token)
  })
})

describe('POST /signin', () => {
  // proves §3 POST /signin, P-RD-3
  it('without a provider redirects to the sign-in page, which keeps the callback URL', async () => {
    const browser = new Browser(createApp({ pages: { signIn: '/login' } }))
    expect(await readLocation(browser.post(`${BASE}/signin`, { callbackUrl: '/inside' }))).toBe(
      `${BASE}/signin`,
    )
    expect(await readLocation(browser.get(`${BASE}/signin`))).toBe(
      `${ORIGIN}/login?callbackUrl=https%3A%2F%2Fapp.test%2Finside`,
    )
  })

  // proves §3 POST /signin/<id> credentials
  it('with credentials redirects to the sign-in page, because there is no flow to start', async () => {
    expect(
      await readLocation(new Browser(createApp()).post(`${BASE}/signin/credentials`, { password: 'right' })),
    ).toBe(`${BASE}/signin`)
  })

  // proves §3 POST /signin/<id> oauth, EP-8, §10.1 a, §10.1 c
  it('with OAuth redirects to the provider and stores the sign-in in a cookie', async () => {
    const browser = new Browser(createApp({ providers: [oidcFor(createIdp())], basePath: '/x/y' }))
    const response = await browser.post(`${ORIGIN}/x/y/signin/idp?prompt=login`)
    expect(response.status).toBe(302)
    const { origin, searchParams } = new URL((await readLocation(response)) ?? '')
    expect({ origin, prompt: searchParams.get('prompt') }).toEqual({
      origin: 'https://id.test',
      prompt: 'login',
    })
    expect(searchParams.get('redirect_uri')).toBe(`${ORIGIN}/x/y/callback/idp`)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-latchkey\.transaction\./),
    ])
  })
})

describe('/callback', () => {
  // proves §3 /callback
  it.each(['GET', 'POST'])('without a provider redirects to the error page: %s', async (method) => {
    const app = createApp()
    const response = await new Browser(app).send(`${BASE}/callback`, {
      method,
      headers: { origin: ORIGIN, accept: 'text/html' },
    })
    expect(await readLocation(response)).toMatch(/\/auth\/error\?error=Configuration&reference=/)
    expect(app.errors).toEqual(['UnknownProvider'])
  })
})

describe('GET /signin', () => {
  // proves §15 a
  it('fills the e-mail address of the query into the form', async () => {
    const app = createApp({ adapter: memory(), providers: [mail] })
    const page = await new Browser(app).get(
      `${BASE}/signin?email=${encodeURIComponent('ann+"<x>@example.com')}`,
    )
    expect(await page.text()).toContain('value="ann+&quot;&lt;x>@example.com" name="email" type="email"')
  })
})

describe('GET /verify-request', () => {
  // proves AUD-D10, AUD-F24, P-RD-5
  it('passes only `provider` and `type` to the page of the application', async () => {
    const browser = new Browser(createApp({ pages: { verifyRequest: '/look' } }))
    const query = 'type=email&next=https://evil.test&provider=email&provider=other&email=ann@example.com'
    expect(await readLocation(browser.get(`${BASE}/verify-request?${query}`))).toBe(
      `${ORIGIN}/look?provider=email&type=email`,
    )
    expect(await readLocation(browser.get(`${BASE}/verify-request?x=y`))).toBe(`${ORIGIN}/look`)
  })

  // proves §3 GET /verify-request, §6.3, §15 verify-request
  it('shows the built-in page, or redirects to the page of the application with the query', async () => {
    const page = await new Browser(createApp()).get(`${BASE}/verify-request?provider=email&type=email`)
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(await page.text()).toMatch(new RegExp(`<h1>Check your e-mail</h1>.*<a [^>]*href="${ORIGIN}"`, 's'))
    const browser = new Browser(createApp({ pages: { verifyRequest: '/look?for=mail' } }))
    expect(await readLocation(browser.get(`${BASE}/verify-request?provider=email&type=email`))).toBe(
      `${ORIGIN}/look?for=mail&provider=email&type=email`,
    )
  })
})

describe('a read-only endpoint', () => {
  // proves §3 POST others, P-HT-1
  it.each(['csrf', 'error', 'providers', 'verify-request'])('returns 405 for POST: %s', async (action) => {
    const response = await new Browser(createApp()).post(`${BASE}/${action}`)
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
  })
})

describe('the sign-in page', () => {
  // proves P-PG-2, P-RD-1, §20 Q-24
  it('is built only from the configuration, not from the query', async () => {
    const browser = new Browser(createApp({ providers: [passwordProvider] }))
    const query =
      'csrfToken=planted&callbackUrl=https://evil.test/&theme=planted&providers=planted&logo=planted&returnTo=planted'
    const page = await browser.get(`${BASE}/signin?${query}`)
    expect(page.status).toBe(200)
    expect(await page.clone().text()).not.toMatch(/planted|evil\.test/)
    const [form] = await findForms(page, BASE)
    expect(form).toMatchObject({ action: `${BASE}/callback/credentials`, fields: { callbackUrl: ORIGIN } })
  })
})

describe('a callback URL that is sent twice', () => {
  // proves §2.3 a, §2.3 b
  it('is the last one in a form or a query, and a form takes precedence over a query', async () => {
    const app = createApp()
    const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    const post = (query: string, body: string): Promise<Response> =>
      Auth(new Request(`${BASE}/callback/credentials${query}`, { method: 'POST', headers, body }), app.config)
    expect(await readLocation(post('', 'password=right&callbackUrl=/first&callbackUrl=/last'))).toBe(
      `${ORIGIN}/last`,
    )
    expect(await readLocation(post('?callbackUrl=/first&callbackUrl=/last', 'password=right'))).toBe(
      `${ORIGIN}/last`,
    )
    expect(await readLocation(post('?callbackUrl=/query', 'password=right&callbackUrl=/body'))).toBe(
      `${ORIGIN}/body`,
    )
  })
})

describe('a query', () => {
  // proves P-DS-1, P-HT-4
  it('can have at most 100 parameters', async () => {
    const statusWith = async (count: number): Promise<number> =>
      (await new Browser(createApp()).get(`${BASE}/session?${'a=b&'.repeat(count)}`)).status
    expect({ with100: await statusWith(100), with101: await statusWith(101) }).toEqual({
      with100: 200,
      with101: 400,
    })
  })
})

describe('a CSRF token', () => {
  // proves §2.3 b, §4.4 c, §4.4 d
  it('is read only from the body of a POST request', async () => {
    const browser = new Browser(createApp())
    const { csrfToken } = (await (await browser.get(`${BASE}/csrf`)).json()) as { csrfToken: string }
    const signOut = (query: string, fields: Record<string, string>): Promise<Response> =>
      browser.send(`${BASE}/signout${query}`, { method: 'POST', body: new URLSearchParams(fields) })
    expect(await readLocation(signOut(`?csrfToken=${csrfToken}`, {}))).toBe(
      `${BASE}/signin?error=MissingCSRF`,
    )
    expect(await readLocation(signOut('', { csrfToken: csrfToken.toUpperCase() }))).toBe(
      `${BASE}/signin?error=MissingCSRF`,
    )
    expect(await readLocation(signOut('', { csrfToken }))).toBe(ORIGIN)
  })

  // proves §4.4 d, §4.4 e, §2.5 a
  it.each([
    ['POST', 'signin/credentials'],
    ['POST', 'signout'],
    ['POST', 'session'],
    ['POST', 'callback/credentials'],
  ])('is required of a client that sends no origin headers: %s %s', async (method, action) => {
    const app = createApp()
    const response = await new Browser(app).send(`${BASE}/${action}`, {
      method,
      body: new URLSearchParams({ password: 'right' }),
    })
    expect(app.errors).toEqual(['MissingCSRF'])
    if (action === 'session') {
      expect({ status: response.status, body: await response.json() }).toEqual({ status: 400, body: null })
    } else expect(await readLocation(response)).toBe(`${BASE}/signin?error=MissingCSRF`)
  })
})

describe('a response', () => {
  // proves §2.8, §10.2 l
  it('that redirects has status 302, no body, and one header for each cookie', async () => {
    const idp = createIdp()
    const response = await signInAt(idp, new Browser(createApp({ providers: [oidcFor(idp)] })))
    expect({ status: response.status, body: await response.text() }).toEqual({ status: 302, body: '' })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-latchkey\.transaction\.[\w-]+=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(/^__Secure-latchkey\.session-token=ey/),
      '__Host-latchkey.callback-url=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  // proves §2.8, §2.8 a
  it('that contains JSON has the type application/json and is not cached', async () => {
    for (const action of ['session', 'csrf', 'providers']) {
      const { headers } = await new Browser(createApp()).get(`${BASE}/${action}`)
      expect(headers.get('content-type')).toBe('application/json')
      expect({
        cacheControl: headers.get('cache-control'),
        expires: headers.get('expires'),
        pragma: headers.get('pragma'),
      }).toEqual({ cacheControl: 'private, no-cache, no-store', expires: '0', pragma: 'no-cache' })
    }
  })

  // proves CFG-9, CFG-10, §4.2, §6.2
  it('sets a cookie with all its attributes in the usual order', async () => {
    const options = { domain: 'app.test', partitioned: true, priority: 'high', sameSite: 'strict' } as const
    const app = createApp({ cookies: { csrfToken: { name: 'token', options } } })
    const [header = ''] = (await new Browser(app).get(`${BASE}/csrf`)).headers.getSetCookie()
    const [pair, ...attributes] = header.split('; ')
    expect(pair).toMatch(/^token=[0-9a-f]{64}%7C[0-9a-f]{64}$/)
    expect(attributes).toEqual([
      'Domain=app.test',
      'Path=/',
      'HttpOnly',
      'Secure',
      'Partitioned',
      'Priority=High',
      'SameSite=Strict',
    ])
  })

  // proves §2.6
  it('to X-Auth-Return-Redirect has the URL in its body and all headers of the redirect', async () => {
    const browser = new Browser(createApp())
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await browser.post(
      `${BASE}/callback/credentials`,
      { password: 'right', callbackUrl: '/x' },
      headers,
    )
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: { url: `${ORIGIN}/x` },
    })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/x`)
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/session-token=/)])
    expect(await (await browser.get(`${BASE}/session`, headers)).json()).toMatchObject({
      user: { name: 'Ann' },
    })
  })

  // proves §20 Q-15
  it('contains the absolute URL of the page for new users', async () => {
    const idp = createIdp()
    const app = createApp({ adapter: memory(), providers: [oidcFor(idp)], pages: { newUser: '/welcome' } })
    const browser = new Browser(app)
    const redirect = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    const callback = idp.agree((await readLocation(redirect)) ?? '').href
    const response = await browser.get(callback, { 'x-auth-return-redirect': '1' })
    expect(await response.json()).toEqual({
      url: `${ORIGIN}/welcome?callbackUrl=https%3A%2F%2Fapp.test%2Fafter`,
    })
  })
})
