import { type CredentialsConfig, createAuth } from 'latchkey'
import { AuthError, CredentialsSignin } from 'latchkey/errors'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser, formsOf } from '../kit/browser.ts'

const DOOR = `${BASE}/callback/credentials`

async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

function appWith(authorize: CredentialsConfig['authorize']): ReturnType<typeof createApp> {
  return createApp({ providers: [Credentials({ credentials: { password: {} }, authorize })] })
}

describe('walk 5: credentials', () => {
  // proves GEN-4, AUTHN-5, ST-6, ERR-7, CFG-3, P-RD-3, §2.5, §2.5 c, §3 GET /signin
  // proves §3 POST /callback/<id> credentials, §4.1 callbackUrl, §8.5, §14 CredentialsSignin
  // proves §15 signin
  it('by the form of the sign-in page, with the target that the page was opened for', async () => {
    const browser = new Browser(createApp())
    const page = `${BASE}/signin?callbackUrl=/inside`
    const [form] = await formsOf(await browser.get(page), page)
    expect(form?.action).toBe(DOOR)
    const wrong = await browser.post(DOOR, { email: 'ann@example.com', password: 'wrong' })
    expect(wrong.headers.get('location')).toBe(`${BASE}/signin?error=CredentialsSignin&code=credentials`)
    const { response } = await browser.follow(wrong)
    const html = await response.clone().text()
    expect(html).toContain('Incorrect details')
    const [again] = await formsOf(response, page)
    const done = await browser.post(DOOR, { ...again?.fields, email: 'ann@example.com', password: 'right' })
    expect(done.headers.get('location')).toBe(`${ORIGIN}/inside`)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
  })

  // proves P-CS-1
  it('works without a token where the browser says that the form is ours', async () => {
    const browser = new Browser(createApp())
    const response = await browser.post(DOOR, { email: 'a@example.com', password: 'right' })
    expect(response.headers.get('location')).toBe(ORIGIN)
  })

  // proves ST-6, §2.5 d, §14 CredentialsSignin
  it('a wrong password asked for as JSON is a 401 that names the page', async () => {
    const browser = new Browser(createApp())
    const response = await browser.post(DOOR, { password: 'wrong' }, { 'x-auth-return-redirect': '1' })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      error: 'CredentialsSignin',
      url: `${BASE}/signin?error=CredentialsSignin&code=credentials`,
    })
  })

  // proves §2.3, §2.3 b, §2.6, §3 POST /callback/<id> credentials
  it('takes JSON, too', async () => {
    const browser = new Browser(createApp())
    const body = JSON.stringify({ email: 'a@example.com', password: 'right', callbackUrl: '/x' })
    const headers = { 'content-type': 'application/json', origin: ORIGIN, 'x-auth-return-redirect': '1' }
    const response = await browser.send(DOOR, { method: 'POST', headers, body })
    expect(await response.json()).toEqual({ url: `${ORIGIN}/x` })
    expect(await session(browser)).not.toBeNull()
  })

  // proves P-CR-3, §12.2 a
  it('passes text only to authorize', async () => {
    const seen: unknown[] = []
    const app = appWith((fields) => {
      seen.push({ ...fields }, Object.getPrototypeOf(fields))
      return null
    })
    const body = JSON.stringify({ password: { $ne: '' }, list: ['x'], user: 'ann', __proto__: 'x' })
    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    await new Browser(app).send(DOOR, { method: 'POST', headers, body })
    expect(seen).toEqual([{ user: 'ann' }, null])
  })

  // proves ERR-9, P-RD-5, §2.5 c, §14 CredentialsSignin
  it('tells the code of an error of the application’s own, safely', async () => {
    class Locked extends CredentialsSignin {
      override code = 'x&error=Injected\r\nSet-Cookie: a=b'
    }
    const app = appWith(() => {
      throw new Locked()
    })
    const response = await new Browser(app).post(DOOR)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect([...searchParams]).toEqual([
      ['error', 'CredentialsSignin'],
      ['code', 'x&error=Injected\r\nSet-Cookie: a=b'],
    ])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  // proves P-CR-1, P-LG-3, ERR-11
  it.each([
    ['wrong credentials', new CredentialsSignin('no user has this address'), {}],
    ['a refusal', null, { callbacks: { signIn: () => Promise.reject(new Error('Ann is on list X')) } }],
    ['a failure', new Error('SQLSTATE 28P01 password=hunter2'), {}],
  ])('the words of %s never leave the server, not even for a script', async (_, thrown, config) => {
    const authorize = (): { id: string } => {
      if (thrown !== null) throw thrown
      return { id: 'ann' }
    }
    const app = createApp({ providers: [Credentials({ authorize })], ...config })
    const response = await new Browser(app).post(DOOR, {}, { 'x-auth-return-redirect': '1' })
    const text = await response.text()
    expect(text).not.toMatch(/no user|list X|hunter2/)
    expect(JSON.parse(text)).toMatchObject({
      error: expect.any(String),
      url: expect.stringMatching(/^https:\/\/app\.test\//),
    })
    expect(app.log.some(({ entry }) => /no user|list X|hunter2/.test((entry as Error).message))).toBe(true)
  })

  // proves P-CR-1, §12.2 e, §14 CallbackRouteError, §15 error
  it('an error inside authorize is our fault, and stays on the server', async () => {
    const app = appWith(() => {
      throw new Error('SQLSTATE 28P01 password=hunter2')
    })
    const browser = new Browser(app)
    const { response, url } = await browser.follow(await browser.post(DOOR))
    expect(url).toMatch(/\/auth\/error\?error=Configuration&reference=[0-9a-f]{8}$/)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('hunter2')
    expect(app.errors).toEqual(['CallbackRouteError'])
    expect(await session(browser)).toBeNull()
  })

  // proves AUTHN-5, §12.2 b, §14 CredentialsSignin
  it.each([
    ['nobody', null],
    ['nothing', undefined],
    ['no', false],
  ])('%s: a wrong password', async (_, result) => {
    const app = appWith(() => result as null)
    await new Browser(app).post(DOOR)
    expect(app.errors).toEqual(['CredentialsSignin'])
  })

  // proves P-CR-5, §12.2 c
  it.each([
    ['no id', { name: 'Ann' }],
    ['an empty id', { id: '' }],
    ['text', 'ann'],
    ['yes', true],
    ['a list', ['ann']],
    ['a failed conversion', { id: Number.NaN }],
    ['a number that is not exact', { id: 2 ** 53 }],
  ])('%s is no user', async (_, result) => {
    const app = appWith(() => result as never)
    const browser = new Browser(app)
    await browser.post(DOOR)
    expect(app.errors).toEqual(['CallbackRouteError'])
    expect(await session(browser)).toBeNull()
  })

  // proves P-CS-6, §3 GET /callback/<id> credentials, §14 InvalidProvider
  it.each(['GET', 'HEAD'])('%s never signs in', async (method) => {
    const browser = new Browser(appWith(() => ({ id: 'anybody' })))
    await browser.send(`${DOOR}?password=right`, { method })
    expect(await session(browser)).toBeNull()
  })

  // proves P-CS-3, P-DS-1, P-HT-4, §2.3
  it.each([
    ['a plain text body', 'text/plain', 'password=right', 415],
    ['broken JSON', 'application/json', '{', 400],
    ['a JSON list', 'application/json', '[]', 400],
    ['too much', 'application/x-www-form-urlencoded', `password=${'x'.repeat(70_000)}`, 413],
    ['too many fields', 'application/x-www-form-urlencoded', 'a=b&'.repeat(101), 413],
  ])('refuses %s', async (_, type, body, status) => {
    const app = createApp()
    const headers = { 'content-type': type, origin: ORIGIN, accept: 'text/html' }
    const response = await new Browser(app).send(DOOR, { method: 'POST', headers, body })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  })

  // proves P-CS-1, P-CS-5, §4.4 d, §12.2
  it('a form from elsewhere never reaches authorize', async () => {
    let asked = 0
    const app = appWith(() => {
      asked++
      return { id: '1' }
    })
    await new Browser(app).post(DOOR, {}, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })
    expect(asked).toBe(0)
  })
})

describe('credentials from server code', () => {
  const caller = { headers: new Headers({ host: 'app.test', origin: ORIGIN }) }

  // proves ST-7, §4.1 sessionToken
  it('give the target and the cookies', async () => {
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
  it('throw the error of a wrong password, after it was logged', async () => {
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
  ])('nobody is signed out or changed by %s of another site', async (_, headers) => {
    const app = createApp()
    const browser = new Browser(app)
    await browser.post(DOOR, { email: 'a@example.com', password: 'right' })
    const foreign = {
      headers: new Headers({
        host: 'app.test',
        cookie: browser.cookiesFor(ORIGIN),
        ...(headers as Record<string, string>),
      }),
    }
    const auth = createAuth(app.config)
    await expect(auth.signOut(foreign, '/')).rejects.toMatchObject({ type: 'MissingCSRF' })
    await expect(auth.update(foreign, {})).rejects.toMatchObject({ type: 'MissingCSRF' })
  })

  it('may be behind a link from elsewhere', async () => {
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
  it('are refused when a browser says that the form is foreign', async () => {
    const foreign = {
      headers: new Headers({ host: 'app.test', origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }),
    }
    const attempt = createAuth(createApp().config).signIn(foreign, {
      providerId: 'credentials',
      fields: { password: 'right' },
    })
    await expect(attempt).rejects.toMatchObject({ type: 'MissingCSRF' })
  })

  // proves P-RD-1
  it('without a provider lead to the sign-in page', async () => {
    const { url } = await createAuth(createApp().config).signIn(caller, {
      providerId: undefined,
      fields: { callbackUrl: '/x' },
    })
    expect(url).toBe(`${BASE}/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fx`)
    const foreign = await createAuth(createApp().config).signIn(caller, {
      providerId: 'nobody',
      fields: { callbackUrl: 'https://evil.test/' },
    })
    expect(foreign.url).toBe(`${BASE}/signin?callbackUrl=https%3A%2F%2Fapp.test`)
  })
})

describe('signing out', () => {
  // proves GEN-3, EV-8, ST-12, P-CS-6, §3 GET /signout, §3 POST /signout, §13 ended, §13.5
  // proves §15 signout
  it('asks first, then ends the session and goes where it was told', async () => {
    const events: unknown[] = []
    const app = createApp({ events: { signOut: (message) => events.push(message) } })
    const browser = new Browser(app)
    await browser.post(DOOR, { email: 'a@example.com', password: 'right' })
    const page = `${BASE}/signout`
    const [form] = await formsOf(await browser.get(page), page)
    expect(await session(browser)).not.toBeNull()
    const response = await browser.post(form?.action ?? '', { ...form?.fields, callbackUrl: '/bye' })
    expect(response.headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(await session(browser)).toBeNull()
    expect(events).toEqual([{ token: expect.objectContaining({ sub: 'ann' }) }])
  })

  // proves P-CS-1, P-CS-6
  it('is nothing that another site can do', async () => {
    const browser = new Browser(createApp())
    await browser.post(DOOR, { email: 'a@example.com', password: 'right' })
    await browser.post(`${BASE}/signout`, {}, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })
    await browser.send(`${BASE}/signout`, { method: 'HEAD' })
    await browser.get(`${BASE}/signout?_method=POST`)
    expect(await session(browser)).not.toBeNull()
  })

  // proves §13.5
  it('ends the session also when the redirect callback throws', async () => {
    const redirect = (): never => {
      throw new Error('no target')
    }
    const browser = new Browser(createApp({ callbacks: { redirect } }))
    browser.plant(ORIGIN, '__Secure-latchkey.session-token', 'x')
    const signedIn = new Browser(createApp())
    await signedIn.post(DOOR, { email: 'a@example.com', password: 'right' })
    for (const { name, value } of signedIn.cookies(ORIGIN)) browser.plant(ORIGIN, name, value)
    await browser.post(`${BASE}/signout`, { callbackUrl: '/bye' })
    expect(browser.cookies(ORIGIN)).toEqual([])
  })

  // proves ST-12, §4.2 b
  it('by server code gives the cookies that end it', async () => {
    const app = createApp()
    const browser = new Browser(app)
    await browser.post(DOOR, { email: 'a@example.com', password: 'right' })
    const headers = new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) })
    const outcome = await createAuth(app.config).signOut({ headers }, '/bye')
    expect(outcome).toMatchObject({
      url: `${ORIGIN}/bye`,
      cookies: [{ name: '__Secure-latchkey.session-token', value: '', options: { maxAge: 0 } }],
    })
  })
})
