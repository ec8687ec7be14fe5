import { type AuthConfig, skipCSRFCheck } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import Nodemailer from 'latchkey/providers/nodemailer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { openPage, type Page } from '../kit/page.ts'
import { signedIn } from '../kit/session.ts'

const HERE = `${ORIGIN}/start?tab=1`
const right = { email: 'ann@example.com', password: 'right' }

afterEach(() => {
  vi.unstubAllGlobals()
})

async function signedInPage(config?: Partial<AuthConfig>): Promise<Page> {
  const app = createApp(config)
  return openPage(app, { browser: await signedIn(app) })
}

/** Everything that other tabs are told while something is done. */
async function toldToOthers(act: () => Promise<unknown>): Promise<unknown[]> {
  const told: unknown[] = []
  const other = new BroadcastChannel('next-auth')
  other.onmessage = (event) => told.push((event as MessageEvent).data)
  await act()
  // Messages are delivered in order, so what comes after the last one is the end.
  const end = new BroadcastChannel('next-auth')
  end.postMessage('end')
  await vi.waitFor(() => expect(told.at(-1)).toBe('end'))
  end.close()
  other.close()
  return told.slice(0, -1)
}

describe('getSession', () => {
  // proves §17.2, §3 GET /session
  it('gives the session by one GET', async () => {
    const { client, requests } = await signedInPage()
    expect(await client.getSession()).toEqual({
      user: { name: 'Ann', email: 'ann@example.com' },
      expires: expect.any(String),
    })
    expect(requests).toEqual(['GET /auth/session'])
  })

  // proves §17.2
  it('sends the content type that servers know it by', async () => {
    const page = openPage(createApp())
    expect(await page.client.getSession()).toBeNull()
    expect(page.last.headers.get('content-type')).toBe('application/json')
  })

  // proves §17.2
  it.each([
    ['an error', () => Response.json({ message: 'no' }, { status: 500 }), '/auth/session returned 500.'],
    ['a page of something else', () => new Response('<html>'), '/auth/session returned 200 without JSON.'],
    ['nothing at all', () => Promise.reject(new TypeError('fetch failed')), 'fetch failed'],
  ])('is null, and tells why, when the answer is %s', async (_, answer, message) => {
    const page = await signedInPage()
    page.respond = answer
    expect(await page.client.getSession()).toBeNull()
    expect(page.errors).toEqual([expect.objectContaining({ message })])
  })

  // proves §17.2
  it('does not wait for a server without end', async () => {
    const patience = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal)
    const page = openPage(createApp())
    page.respond = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        patience.abort(new DOMException('too late', 'TimeoutError'))
      })
    expect(await page.client.getSession()).toBeNull()
    expect(page.errors).toEqual([expect.objectContaining({ name: 'TimeoutError' })])
    expect(timeout).toHaveBeenCalledWith(30_000)
    timeout.mockRestore()
  })

  // proves §17.2, §17.3
  it('tells other tabs to look, too, unless it is asked not to', async () => {
    const { client } = await signedInPage()
    expect(await toldToOthers(() => client.getSession())).toEqual([
      { event: 'session', data: { trigger: 'getSession' } },
    ])
    expect(await toldToOthers(() => client.getSession({ broadcast: false }))).toEqual([])
  })

  // proves §17.1, §17.2
  it('on a server takes the cookies that it is given, asks the whole address, and tells nobody', async () => {
    const app = createApp()
    const browser = await signedIn(app)
    const page = openPage(app, { baseUrl: ORIGIN })
    vi.unstubAllGlobals()
    const cookie = browser.cookiesFor(ORIGIN)
    const told = await toldToOthers(async () => {
      expect(await page.client.getSession({ headers: { cookie } })).toMatchObject({ user: { name: 'Ann' } })
    })
    expect(told).toEqual([])
    expect(page.client.url('session')).toBe(`${ORIGIN}/auth/session`)
  })

  // proves §17.2
  it('for somebody else is not shown to those who listen', async () => {
    const app = createApp()
    const page = openPage(app)
    const stop = page.client.session.subscribe(() => undefined)
    await vi.waitFor(() => expect(page.client.session.get().status).toBe('unauthenticated'))
    const cookie = (await signedIn(app)).cookiesFor(ORIGIN)
    expect(await page.client.getSession({ headers: { cookie } })).toMatchObject({ user: { name: 'Ann' } })
    expect(page.client.session.get().data).toBeNull()
    stop()
  })
})

describe('getCsrfToken', () => {
  // proves §17.2, §3 GET /csrf
  it('gives the token', async () => {
    expect(await openPage(createApp()).client.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/)
  })

  // proves §17.2
  it('is empty where there is none', async () => {
    expect(await openPage(createApp({ skipCSRFCheck })).client.getCsrfToken()).toBe('')
  })
})

describe('getProviders', () => {
  // proves §17.2, §3 GET /providers
  it('gives what the server offers', async () => {
    expect(await openPage(createApp()).client.getProviders()).toEqual({
      credentials: {
        id: 'credentials',
        name: 'Credentials',
        type: 'credentials',
        signinUrl: `${ORIGIN}/auth/signin/credentials`,
        callbackUrl: `${ORIGIN}/auth/callback/credentials`,
      },
    })
  })

  // proves §17.2
  it('is null when the server cannot be asked', async () => {
    const page = openPage(createApp())
    page.respond = () => Response.json({}, { status: 503 })
    expect(await page.client.getProviders()).toBeNull()
  })
})

describe('signIn with credentials', () => {
  // proves §17.2
  it('that are right signs in with two requests, the second of which is the form', async () => {
    const page = openPage(createApp())
    const response = await page.client.signIn('credentials', { ...right, redirect: false })
    expect(response).toEqual({ error: undefined, code: undefined, status: 200, ok: true, url: HERE })
    expect(page.requests).toEqual(['GET /auth/providers', 'POST /auth/callback/credentials'])
    expect(page.last.headers.get('x-auth-return-redirect')).toBe('1')
    expect(Object.fromEntries(new URLSearchParams(page.last.body))).toEqual({ ...right, callbackUrl: HERE })
    expect(await page.client.getSession()).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves §17.2
  it('asks for the list of providers once', async () => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { password: 'wrong', redirect: false })
    await page.client.signIn('credentials', { ...right, redirect: false })
    expect(page.requests.slice(2)).toEqual(['POST /auth/callback/credentials'])
  })

  // proves §17.2, §14 CredentialsSignin
  it('that are wrong says so, and goes nowhere', async () => {
    const page = openPage(createApp())
    const response = await page.client.signIn('credentials', { password: 'wrong', redirect: false })
    expect(response).toEqual({
      error: 'CredentialsSignin',
      code: 'credentials',
      status: 401,
      ok: false,
      url: null,
    })
    expect(page.navigations).toEqual([])
    expect(await page.client.getSession()).toBeNull()
  })

  // proves §17.2, §14 CredentialsSignin
  it('gives the code of an error of the application', async () => {
    class Locked extends CredentialsSignin {
      override code = 'locked'
    }
    const authorize = (): never => {
      throw new Locked()
    }
    const page = openPage(createApp({ providers: [{ ...passwordProvider, authorize }] }))
    expect(await page.client.signIn('credentials', { redirect: false })).toMatchObject({
      error: 'CredentialsSignin',
      code: 'locked',
    })
  })

  // proves §17.2
  it.each([
    ['redirectTo', { redirectTo: '/account' }, `${ORIGIN}/account`],
    ['the deprecated callbackUrl', { callbackUrl: '/account' }, `${ORIGIN}/account`],
    ['redirectTo before callbackUrl', { redirectTo: '/account', callbackUrl: '/other' }, `${ORIGIN}/account`],
    ['nothing', {}, HERE],
    ['another origin, which the server refuses', { redirectTo: 'https://evil.test/' }, `${ORIGIN}/`],
  ])('goes where it is asked to by %s', async (_, options, target) => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { ...right, ...options })
    expect(page.navigations).toEqual([target])
    expect(await page.client.signIn('credentials', { ...right, ...options, redirect: false })).toMatchObject({
      ok: true,
    })
  })

  // proves §17.2
  it('that are wrong leads to the sign-in page where it may redirect', async () => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { password: 'wrong' })
    expect(page.navigations).toEqual([`${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`])
  })

  // proves §17.2
  it('does not take the error in the address of its own page for one of the sign-in', async () => {
    const page = openPage(createApp())
    location.href = `${ORIGIN}/login?error=CredentialsSignin`
    expect(await page.client.signIn('credentials', { ...right, redirect: false })).toMatchObject({
      error: undefined,
      ok: true,
    })
  })

  // proves §17.2
  it('says how it was refused too often', async () => {
    const page = openPage(createApp({ limits: { credentials: { attempts: 1, seconds: 60 } } }))
    const wrong = { email: 'ann@example.com', password: 'wrong', redirect: false } as const
    await page.client.signIn('credentials', wrong)
    const refused = await page.client.signIn('credentials', wrong)
    expect(refused).toEqual({ error: 'TooManyRequests', code: undefined, status: 429, ok: false, url: null })
  })

  // proves §17.2
  it('leaves out what is undefined, and sends the rest as text', async () => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { ...right, remember: true, otp: undefined, redirect: false })
    expect(Object.fromEntries(new URLSearchParams(page.last.body))).toEqual({
      ...right,
      remember: 'true',
      callbackUrl: HERE,
    })
  })

  // proves §17.3
  it('tells other tabs, once', async () => {
    const page = openPage(createApp())
    const told = await toldToOthers(() => page.client.signIn('credentials', { ...right, redirect: false }))
    expect(told).toEqual([{ event: 'session', data: { trigger: 'getSession' } }])
    expect(
      await toldToOthers(() => page.client.signIn('credentials', { password: 'wrong', redirect: false })),
    ).toEqual([])
  })
})

describe('signIn with a provider', () => {
  // proves §17.2, A-8
  it('goes to the provider with the parameters that are given in any form', async () => {
    const idp = createIdp()
    const page = openPage(createApp({ providers: [oidcFor(idp)] }))
    const forms = [
      'login_hint=ann&x=1',
      { login_hint: 'ann', x: '1' },
      new URLSearchParams('login_hint=ann&x=1'),
      [
        ['login_hint', 'ann'],
        ['x', '1'],
      ],
    ]
    for (const params of forms) await page.client.signIn('idp', {}, params)
    expect(page.navigations).toHaveLength(4)
    for (const visit of page.navigations) {
      const { origin, searchParams } = new URL(visit)
      expect([origin, searchParams.get('login_hint'), searchParams.get('x')]).toEqual([
        new URL(idp.issuer).origin,
        'ann',
        '1',
      ])
    }
    expect(page.requests.slice(0, 2)).toEqual([
      'GET /auth/providers',
      'POST /auth/signin/idp?login_hint=ann&x=1',
    ])
  })

  // proves §17.2
  it('gives the address of the provider instead of going there', async () => {
    const idp = createIdp()
    const page = openPage(createApp({ providers: [oidcFor(idp)] }))
    const response = await page.client.signIn('idp', { redirect: false })
    expect(response).toMatchObject({
      error: undefined,
      ok: true,
      status: 200,
      url: expect.stringContaining(new URL(idp.issuer).origin),
    })
    expect(page.requests.at(-1)).toBe('POST /auth/signin/idp')
    expect(page.navigations).toEqual([])
  })

  // proves §17.2, §3 POST /signin/<id> email
  it('of mails says that one is on its way', async () => {
    const mail = Nodemailer({
      server: 'smtp://mail.test',
      from: 'a@app.test',
      sendVerificationRequest: () => undefined,
    })
    const page = openPage(createApp({ providers: [mail], adapter: memory() }))
    expect(
      await page.client.signIn('nodemailer', { email: 'ann@example.com', redirect: false }),
    ).toMatchObject({
      ok: true,
      url: `${ORIGIN}/auth/verify-request?provider=nodemailer&type=email`,
    })
    expect(await page.client.signIn('nodemailer', { email: 'nobody', redirect: false })).toMatchObject({
      ok: false,
      url: null,
    })
  })

  // proves §17.2
  it.each([[undefined], ['nobody'], ['constructor']])('that is %s leads to the sign-in page', async (id) => {
    const page = openPage(createApp())
    await page.client.signIn(id)
    await page.client.signIn(id, { redirect: false, redirectTo: '/a b' })
    expect(page.navigations).toEqual([
      `/auth/signin?callbackUrl=${encodeURIComponent(HERE)}`,
      '/auth/signin?callbackUrl=%2Fa+b',
    ])
  })

  // proves §17.2
  it('leads to the error page when the providers cannot be listed', async () => {
    const page = openPage(createApp())
    page.respond = () => Response.json({ message: 'no' }, { status: 500 })
    expect(await page.client.signIn('credentials', { redirect: false })).toMatchObject({
      ok: false,
      error: 'Configuration',
    })
    expect(page.navigations).toEqual(['/auth/error'])
    page.respond = undefined
    expect(await page.client.signIn('credentials', { ...right, redirect: false })).toMatchObject({ ok: true })
  })

  // proves §17.2
  it('of passkeys names the function for them', async () => {
    const page = openPage(createApp())
    page.respond = () => Response.json({ passkey: { id: 'passkey', type: 'webauthn' } })
    const refused = page.client.signIn('passkey')
    await expect(refused).rejects.toThrow(TypeError)
    await expect(refused).rejects.toThrow('latchkey/webauthn')
  })

  // proves §17.2
  it.each([
    ['no JSON', () => new Response('Bad gateway', { status: 502 }), 'Configuration'],
    [
      'an error without an address',
      () => Response.json({ error: 'PayloadTooLarge' }, { status: 413 }),
      'PayloadTooLarge',
    ],
    ['an address that runs a script', () => Response.json({ url: 'javascript:alert(1)' }), 'Configuration'],
    ['an address that is none', () => Response.json({ url: 'http://[' }), 'Configuration'],
  ])('leads to the error page when the answer is %s', async (_, answer, error) => {
    const page = openPage(createApp())
    await page.client.getProviders()
    await page.client.signIn('credentials', { redirect: false })
    page.respond = answer
    expect(await page.client.signIn('credentials', { redirect: false })).toMatchObject({
      error,
      ok: false,
      url: null,
    })
    await page.client.signIn('credentials')
    expect(page.navigations).toEqual(['/auth/error'])
  })

  // proves §20 Q-15
  it('takes an address without an origin as one of its own', async () => {
    const page = openPage(createApp())
    await page.client.getProviders()
    page.respond = () => Response.json({ url: '/welcome' })
    expect(await page.client.signIn('credentials', { redirect: false })).toMatchObject({
      ok: true,
      url: `${ORIGIN}/welcome`,
    })
  })
})

describe('signOut', () => {
  // proves §17.2
  it('ends the session with one request, and goes where the server says', async () => {
    const page = await signedInPage()
    const told = await toldToOthers(() => page.client.signOut({ redirectTo: '/bye' }))
    expect(page.requests).toEqual(['POST /auth/signout'])
    expect(page.last.headers.get('x-auth-return-redirect')).toBe('1')
    expect(page.navigations).toEqual([`${ORIGIN}/bye`])
    expect(told).toEqual([{ event: 'session', data: { trigger: 'signout' } }])
    expect(await page.client.getSession()).toBeNull()
  })

  // proves §17.2
  it('stays where it is when asked to', async () => {
    const page = await signedInPage()
    expect(await page.client.signOut({ redirect: false, callbackUrl: '/bye' })).toEqual({
      url: `${ORIGIN}/bye`,
      error: undefined,
    })
    expect(await page.client.signOut({ redirect: false })).toEqual({ url: HERE, error: undefined })
    expect(page.navigations).toEqual([])
  })

  // proves §17.2
  it('that was refused says so, and tells nobody', async () => {
    const app = createApp()
    const page = openPage(app, {
      browser: await signedIn(app),
      originHeaders: { 'sec-fetch-site': 'cross-site' },
    })
    const told = await toldToOthers(async () => {
      expect(await page.client.signOut({ redirect: false })).toMatchObject({ error: 'MissingCSRF' })
    })
    expect(told).toEqual([])
    expect(await page.client.getSession()).toMatchObject({ user: { name: 'Ann' } })
  })
})

describe('update', () => {
  const naming: Partial<AuthConfig> = {
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === 'update' ? { ...token, name: String(session.name) } : token,
    },
  }

  // proves §13.4, §17.4, AUTHN-19
  it('hands its data to the jwt callback and gives the new session, with one request', async () => {
    const page = await signedInPage(naming)
    const told = await toldToOthers(async () => {
      expect(await page.client.update({ name: 'Ann B.' })).toMatchObject({ user: { name: 'Ann B.' } })
    })
    expect(page.requests).toEqual(['POST /auth/session'])
    expect(JSON.parse(page.last.body)).toEqual({ data: { name: 'Ann B.' } })
    expect(told).toEqual([{ event: 'session', data: { trigger: 'getSession' } }])
  })

  // proves §17.4
  it('without data only reads', async () => {
    const page = await signedInPage()
    expect(await page.client.update()).toMatchObject({ user: { name: 'Ann' } })
    expect(page.requests).toEqual(['GET /auth/session'])
  })

  // proves §17.4
  it.each([null, false, 0])('takes %j for data', async (data) => {
    const page = await signedInPage()
    await page.client.update(data)
    expect(JSON.parse(page.last.body)).toEqual({ data })
  })

  // proves §13.4, §3 POST /session
  it('that is refused signs nobody out, and tells nobody', async () => {
    const app = createApp()
    const page = openPage(app, {
      browser: await signedIn(app),
      originHeaders: { 'sec-fetch-site': 'cross-site' },
    })
    page.client.session.set({ expires: '2099-01-01' })
    const told = await toldToOthers(async () => {
      expect(await page.client.update({ name: 'x' })).toBeNull()
    })
    expect(told).toEqual([])
    expect(page.errors).toEqual([expect.objectContaining({ message: '/auth/session returned 400.' })])
    expect(page.client.session.get()).toMatchObject({
      data: { expires: '2099-01-01' },
      status: 'authenticated',
    })
  })
})

describe('the token of a server that wants one', () => {
  // proves §4.4, §17.2
  it('is asked for when a form was refused for want of it, and kept', async () => {
    const page = openPage(createApp(), { originHeaders: {} })
    expect(await page.client.signIn('credentials', { ...right, redirect: false })).toMatchObject({ ok: true })
    const form = 'POST /auth/callback/credentials'
    expect(page.requests).toEqual(['GET /auth/providers', form, 'GET /auth/csrf', form])
    await page.client.signOut({ redirect: false })
    expect(page.requests.slice(4)).toEqual(['POST /auth/signout'])
  })

  // proves §13.4
  it('is asked for by an update, too', async () => {
    const app = createApp()
    const page = openPage(app, { browser: await signedIn(app), originHeaders: {} })
    expect(await page.client.update({})).toMatchObject({ user: { name: 'Ann' } })
    expect(page.requests).toEqual(['POST /auth/session', 'GET /auth/csrf', 'POST /auth/session'])
  })

  // proves §4.4
  it('is asked for again when it is no longer known', async () => {
    const app = createApp()
    const browser = await signedIn(app)
    const page = openPage(app, { browser, originHeaders: {} })
    await page.client.getCsrfToken()
    browser.plant(ORIGIN, '__Host-latchkey.csrf-token', 'gone')
    expect(await page.client.signOut({ redirect: false })).toEqual({ url: HERE, error: undefined })
    expect(page.requests).toEqual([
      'GET /auth/csrf',
      'POST /auth/signout',
      'GET /auth/csrf',
      'POST /auth/signout',
    ])
  })

  // proves §4.4
  it('is not asked for without end', async () => {
    const page = openPage(createApp(), { originHeaders: { 'sec-fetch-site': 'cross-site' } })
    const response = await page.client.signIn('credentials', { ...right, redirect: false })
    expect(response).toEqual({ error: 'MissingCSRF', code: undefined, status: 403, ok: false, url: null })
    expect(page.requests).toHaveLength(4)
    await page.client.signIn('credentials', { ...right, redirect: false })
    expect(page.requests).toHaveLength(6)
  })
})

describe('a page', () => {
  // proves §17.2
  it.each([
    [`${HERE}#there`, true],
    [`${ORIGIN}/other#there`, false],
    [HERE, false],
  ])('that is sent to %s is loaded again: %s', async (target, isReloaded) => {
    const page = openPage(createApp(), { navigate: undefined })
    const reload = vi.fn()
    Object.assign(location, { reload })
    await page.client.signIn('credentials', { ...right, redirectTo: target })
    expect(location.href).toBe(target)
    expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
  })
})

describe('options', () => {
  // proves §17.3
  it('can be changed later', async () => {
    const app = createApp({ basePath: '/api/auth' })
    const page = openPage(app)
    page.client.configure({ basePath: '/api/auth' })
    expect(await page.client.getSession()).toBeNull()
    expect(page.errors).toEqual([])
    expect(page.requests).toEqual(['GET /api/auth/session'])
  })
})

describe('what the client reads of our server', () => {
  // proves §2.6, §17.2
  it.each([
    ['a success', { password: 'right' }, 200, HERE],
    [
      'an error',
      { password: 'wrong' },
      401,
      `${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`,
    ],
  ])('is an absolute address, a status and the cookies of %s', async (_, fields, status, url) => {
    const browser = new Browser(createApp())
    const response = await browser.post(
      `${ORIGIN}/auth/callback/credentials`,
      { ...fields, callbackUrl: HERE },
      { 'x-auth-return-redirect': '1' },
    )
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ url })
    expect(browser.cookies(ORIGIN).some(({ name }) => name.endsWith('session-token'))).toBe(status === 200)
  })
})
