import { runInNewContext } from 'node:vm'
import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type CredentialsConfig, createAuth } from 'latchkey'
import { AuthError, CredentialsSignin } from 'latchkey/errors'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'

const ENDPOINT = `${BASE}/callback/credentials`

function appWith(authorize: CredentialsConfig['authorize']): ReturnType<typeof createApp> {
  return createApp({ providers: [Credentials({ credentials: { password: {} }, authorize })] })
}

describe('a sign-in with credentials', () => {
  // proves GEN-4, AUTHN-5, ST-6, ERR-7, CFG-3, P-RD-3, §2.5, §2.5 c, §3 GET /signin
  // proves §3 POST /callback/<id> credentials, §4.1 callbackUrl, §8.5, §14 CredentialsSignin
  // proves §15 signin
  it('signs in with the form of the sign-in page, and redirects to its callback URL', async () => {
    const browser = new Browser(createApp())
    const page = `${BASE}/signin?callbackUrl=/inside`
    const [form] = await findForms(await browser.get(page), page)
    expect(form?.action).toBe(ENDPOINT)
    const wrong = await browser.post(ENDPOINT, { email: 'ann@example.com', password: 'wrong' })
    expect(wrong.headers.get('location')).toBe(`${BASE}/signin?error=CredentialsSignin&code=credentials`)
    const { response } = await browser.follow(wrong)
    const html = await response.clone().text()
    expect(html).toContain('Incorrect details')
    const [again] = await findForms(response, page)
    const done = await browser.post(ENDPOINT, {
      ...again?.fields,
      email: 'ann@example.com',
      password: 'right',
    })
    expect(done.headers.get('location')).toBe(`${ORIGIN}/inside`)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
  })

  // proves P-CS-1
  it('requires no CSRF token when the browser sends a same-origin form', async () => {
    const browser = new Browser(createApp())
    const response = await browser.post(ENDPOINT, { email: 'a@example.com', password: 'right' })
    expect(response.headers.get('location')).toBe(ORIGIN)
  })

  // proves ST-6, §2.5 d, §14 CredentialsSignin
  it('returns 401 and the URL of the sign-in page to a script with a wrong password', async () => {
    const browser = new Browser(createApp())
    const response = await browser.post(ENDPOINT, { password: 'wrong' }, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      error: 'CredentialsSignin',
      url: `${BASE}/signin?error=CredentialsSignin&code=credentials`,
    })
  })

  // proves §2.3, §2.3 b, §2.6, §3 POST /callback/<id> credentials
  it('accepts JSON', async () => {
    const browser = new Browser(createApp())
    const body = JSON.stringify({ email: 'a@example.com', password: 'right', callbackUrl: '/x' })
    const headers = { 'content-type': 'application/json', origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const response = await browser.send(ENDPOINT, { method: 'POST', headers, body })
    expect(await response.json()).toEqual({ url: `${ORIGIN}/x` })
    expect(await readSession(browser)).not.toBeNull()
  })

  // proves P-CR-3, §12.2 a
  it('passes only strings to `authorize`', async () => {
    const seen: unknown[] = []
    const app = appWith((fields) => {
      seen.push({ fields: { ...fields }, prototype: Object.getPrototypeOf(fields) })
      return null
    })
    const body = JSON.stringify({ password: { $ne: '' }, list: ['x'], user: 'ann', __proto__: 'x' })
    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    await new Browser(app).send(ENDPOINT, { method: 'POST', headers, body })
    expect(seen).toEqual([{ fields: { user: 'ann' }, prototype: null }])
  })

  // proves ERR-9, P-RD-5, §2.5 c, §14 CredentialsSignin
  it('encodes the code of a custom CredentialsSignin in the URL', async () => {
    class LockedError extends CredentialsSignin {
      override code = 'x&error=Injected\r\nSet-Cookie: a=b'
    }
    const app = appWith(() => {
      throw new LockedError()
    })
    const response = await new Browser(app).post(ENDPOINT)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect([...searchParams]).toEqual([
      ['error', 'CredentialsSignin'],
      ['code', 'x&error=Injected\r\nSet-Cookie: a=b'],
    ])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves P-CR-1, P-LG-3, ERR-11
  it.each([
    {
      name: 'a CredentialsSignin error',
      thrown: new CredentialsSignin('no user has this address'),
      config: {},
    },
    {
      name: 'an error of the signIn callback',
      thrown: null,
      config: { callbacks: { signIn: () => Promise.reject(new Error('Ann is on list X')) } },
    },
    {
      name: 'any other error of `authorize`',
      thrown: new Error('SQLSTATE 28P01 password=hunter2'),
      config: {},
    },
  ])('logs the message of $name, and never sends it to a client', async ({ thrown, config }) => {
    const authorize = (): { id: string } => {
      if (thrown !== null) throw thrown
      return { id: 'ann' }
    }
    const app = createApp({ providers: [Credentials({ authorize })], ...config })
    const response = await new Browser(app).post(ENDPOINT, {}, { 'x-auth-return-redirect': '1' })
    const text = await response.text()
    expect(text).not.toMatch(/no user|list X|hunter2/)
    expect(JSON.parse(text)).toMatchObject({
      error: expect.any(String),
      url: expect.stringMatching(/^https:\/\/app\.test\//),
    })
    expect(
      app.log.some(({ entry }) =>
        /no user|list X|SQLSTATE 28P01 password=\[redacted\]/.test((entry as Error).message),
      ),
    ).toBe(true)
  })

  // proves P-CR-1, §12.2 e, §14 CallbackRouteError, §15 error
  it('shows a server error when `authorize` throws, without its message', async () => {
    const app = appWith(() => {
      throw new Error('SQLSTATE 28P01 password=hunter2')
    })
    const browser = new Browser(app)
    const { response, url } = await browser.follow(await browser.post(ENDPOINT))
    expect(url).toMatch(/\/auth\/error\?error=Configuration&reference=[0-9a-f]{8}$/)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('hunter2')
    expect(app.errors).toEqual(['CallbackRouteError'])
    expect(await readSession(browser)).toBeNull()
  })

  it.each([
    ['an error of another realm, as in Jest', runInNewContext(`new Error('no such table')`)],
    ['an object with a message', { message: 'no such table' }],
    ['text', 'no such table'],
  ])('logs the message when `authorize` throws %s', async (_, thrown) => {
    const app = appWith(() => {
      throw thrown
    })
    await new Browser(app).post(ENDPOINT)
    const [failure] = app.log.filter(({ level }) => level === 'error')
    expect(failure?.entry).toMatchObject({ message: expect.stringContaining('no such table') })
  })

  // proves AUTHN-5, §12.2 b, §14 CredentialsSignin
  it.each([null, undefined, false])(
    'reports wrong credentials when `authorize` returns %s',
    async (result) => {
      const app = appWith(() => result as null)
      await new Browser(app).post(ENDPOINT)
      expect(app.errors).toEqual(['CredentialsSignin'])
    },
  )

  // proves AUD-D3, P-CR-5, §12.2 c
  it.each([
    ['an object without id', { name: 'Ann' }],
    ['an empty id', { id: '' }],
    ['the text of a missing id', { id: String(undefined) }],
    ['the text of an object as id', { id: String({}) }],
    ['a string', 'ann'],
    ['true', true],
    ['an array', ['ann']],
    ['the id NaN', { id: Number.NaN }],
    ['an id above the safe integers', { id: 2 ** 53 }],
  ])('does not sign in when `authorize` returns %s', async (_, result) => {
    const app = appWith(() => result as never)
    const browser = new Browser(app)
    await browser.post(ENDPOINT)
    expect(app.errors).toEqual(['CallbackRouteError'])
    expect(await readSession(browser)).toBeNull()
  })

  // proves P-CS-6, §3 GET /callback/<id> credentials, §14 InvalidProvider
  it.each(['GET', 'HEAD'])('never signs in by %s', async (method) => {
    const browser = new Browser(appWith(() => ({ id: 'ann' })))
    await browser.send(`${ENDPOINT}?password=right`, { method })
    expect(await readSession(browser)).toBeNull()
  })

  const form = 'application/x-www-form-urlencoded'
  // proves P-CS-3, P-DS-1, P-HT-4, §2.3
  it.each([
    { name: 'a plain text body', type: 'text/plain', body: 'password=right', status: 415 },
    { name: 'invalid JSON', type: 'application/json', body: '{', status: 400 },
    { name: 'a JSON array', type: 'application/json', body: '[]', status: 400 },
    { name: 'a body that is too large', type: form, body: `password=${'x'.repeat(70_000)}`, status: 413 },
    { name: 'too many fields', type: form, body: 'a=b&'.repeat(101), status: 413 },
  ])('rejects $name with status $status', async ({ type, body, status }) => {
    const app = createApp()
    const headers = { 'content-type': type, origin: ORIGIN, accept: 'text/html' }
    const response = await new Browser(app).send(ENDPOINT, { method: 'POST', headers, body })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  })

  // proves P-CS-1, P-CS-5, §4.4 d, §12.2
  it('does not call `authorize` for a cross-site form', async () => {
    let calls = 0
    const app = appWith(() => {
      calls++
      return { id: '1' }
    })
    await new Browser(app).post(ENDPOINT, {}, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })
    expect(calls).toBe(0)
  })
})

describe('signing in and out from server code', () => {
  const caller = { headers: new Headers({ host: 'app.test', origin: ORIGIN }) }

  // proves ST-7, §4.1 sessionToken
  it('returns the callback URL and the cookies to set', async () => {
    const { config } = createApp()
    const outcome = await createAuth(config).signIn(caller, {
      providerId: 'credentials',
      fields: { email: 'a@example.com', password: 'right', callbackUrl: '/x' },
    })
    expect(outcome).toEqual({
      url: `${ORIGIN}/x`,
      cookies: [
        {
          name: '__Secure-latchkey.session-token',
          value: expect.any(String),
          options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true, expires: expect.any(Date) },
        },
      ],
    })
  })

  // proves ST-7, ERR-7, ERR-8, ERR-11, ERR-14
  it('throws and logs an error for a wrong password', async () => {
    const app = createApp()
    const attempt = createAuth(app.config).signIn(caller, {
      providerId: 'credentials',
      fields: { password: 'wrong' },
    })
    await expect(attempt).rejects.toBeInstanceOf(AuthError)
    await expect(attempt).rejects.toMatchObject({ type: 'CredentialsSignin', code: 'credentials' })
    expect(app.errors).toEqual(['CredentialsSignin'])
  })

  // proves P-CS-1, P-CS-4
  it.each([
    ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a form', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ])('rejects a sign-out and a session update by %s from another site', async (_, headers) => {
    const app = createApp()
    const browser = new Browser(app)
    await browser.post(ENDPOINT, { email: 'a@example.com', password: 'right' })
    const crossSite = {
      headers: new Headers({
        host: 'app.test',
        cookie: browser.cookiesFor(ORIGIN),
        ...(headers as Record<string, string>),
      }),
    }
    const auth = createAuth(app.config)
    await expect(auth.signOut(crossSite, '/')).rejects.toMatchObject({ type: 'MissingCSRF' })
    await expect(auth.update(crossSite, {})).rejects.toMatchObject({ type: 'MissingCSRF' })
  })

  it('allows a link from another site to open the sign-in page', async () => {
    const followed = {
      headers: new Headers({
        host: 'app.test',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
      }),
    }
    const { url } = await createAuth(createApp().config).signIn(followed, {
      providerId: undefined,
      fields: {},
    })
    expect(url).toMatch(/\/signin\?/)
  })

  // proves P-CS-1, P-CS-4, P-CS-5
  it('rejects a sign-in by a cross-site form', async () => {
    const crossSite = {
      headers: new Headers({ host: 'app.test', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }),
    }
    const attempt = createAuth(createApp().config).signIn(crossSite, {
      providerId: 'credentials',
      fields: { password: 'right' },
    })
    await expect(attempt).rejects.toMatchObject({ type: 'MissingCSRF' })
  })

  // proves P-RD-1
  it('returns the URL of the sign-in page when the provider is missing or unknown', async () => {
    const { url } = await createAuth(createApp().config).signIn(caller, {
      providerId: undefined,
      fields: { callbackUrl: '/x' },
    })
    expect(url).toBe(`${BASE}/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fx`)
    const unknown = await createAuth(createApp().config).signIn(caller, {
      providerId: 'unknown',
      fields: { callbackUrl: 'https://evil.test/' },
    })
    expect(unknown.url).toBe(`${BASE}/signin?callbackUrl=https%3A%2F%2Fapp.test`)
  })
})

describe('signing out', () => {
  // proves GEN-3, EV-8, ST-12, P-CS-6, §3 GET /signout, §3 POST /signout, §13 ended, §13.5
  // proves §15 signout
  it('asks for confirmation, then ends the session and redirects to the callback URL', async () => {
    const events: unknown[] = []
    const app = createApp({ events: { signOut: (message) => events.push(message) } })
    const browser = new Browser(app)
    await browser.post(ENDPOINT, { email: 'a@example.com', password: 'right' })
    const page = `${BASE}/signout`
    const [form] = await findForms(await browser.get(page), page)
    expect(await readSession(browser)).not.toBeNull()
    const response = await browser.post(form?.action ?? '', { ...form?.fields, callbackUrl: '/bye' })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(await readSession(browser)).toBeNull()
    expect(events).toEqual([{ token: expect.objectContaining({ sub: 'ann' }), by: 'user' }])
  })

  // proves P-CS-1, P-CS-6
  it('is not possible from another site, by HEAD or by GET', async () => {
    const browser = new Browser(createApp())
    await browser.post(ENDPOINT, { email: 'a@example.com', password: 'right' })
    await browser.post(`${BASE}/signout`, {}, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })
    await browser.send(`${BASE}/signout`, { method: 'HEAD' })
    await browser.get(`${BASE}/signout?_method=POST`)
    expect(await readSession(browser)).not.toBeNull()
  })

  // proves §13.5
  it('ends the session even when the redirect callback throws', async () => {
    const redirect = (): never => {
      throw new Error('no URL')
    }
    const browser = new Browser(createApp({ callbacks: { redirect } }))
    browser.plant(ORIGIN, '__Secure-latchkey.session-token', 'x')
    const signedIn = new Browser(createApp())
    await signedIn.post(ENDPOINT, { email: 'a@example.com', password: 'right' })
    for (const { name, value } of signedIn.cookies(ORIGIN)) browser.plant(ORIGIN, name, value)
    await browser.post(`${BASE}/signout`, { callbackUrl: '/bye' })
    expect(browser.cookies(ORIGIN)).toEqual([])
  })

  // proves ST-12, §4.2 b
  it('returns the cookies that end the session to server code', async () => {
    const app = createApp()
    const browser = new Browser(app)
    await browser.post(ENDPOINT, { email: 'a@example.com', password: 'right' })
    const headers = new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) })
    const outcome = await createAuth(app.config).signOut({ headers }, '/bye')
    expect(outcome).toMatchObject({
      url: `${ORIGIN}/bye`,
      cookies: [{ name: '__Secure-latchkey.session-token', value: '', options: { maxAge: 0 } }],
    })
  })
})
