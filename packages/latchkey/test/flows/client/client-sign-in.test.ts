import { createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { messagesToOtherTabs, openPage, PAGE_URL } from '@latchkey/test-support/kit/page.ts'
import memory from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import Nodemailer from 'latchkey/providers/nodemailer'
import { afterEach, describe, expect, it, vi } from 'vitest'

const correct = { email: 'ann@example.com', password: 'right' }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('signIn in a browser that blocks cookies', () => {
  it('returns MissingCookie, or shows it on the sign-in page, and sends no password', async () => {
    const page = openPage(createApp())
    vi.stubGlobal('navigator', { cookieEnabled: false })
    expect(await page.client.signIn('credentials', { ...correct, redirect: false })).toEqual({
      error: 'MissingCookie',
      code: undefined,
      status: 0,
      ok: false,
      url: null,
    })
    await page.client.signIn('credentials', { ...correct, redirectTo: '/after' })
    expect(page.navigations).toEqual(['/auth/signin?callbackUrl=%2Fafter&error=MissingCookie'])
    expect(page.requests).toEqual(['GET /auth/providers'])
  })
})

describe('signIn with credentials', () => {
  // proves §17.2
  it('signs in with two requests: the provider list and the form', async () => {
    const page = openPage(createApp())
    const response = await page.client.signIn('credentials', { ...correct, redirect: false })
    expect(response).toEqual({ error: undefined, code: undefined, status: 200, ok: true, url: PAGE_URL })
    expect(page.requests).toEqual(['GET /auth/providers', 'POST /auth/callback/credentials'])
    expect(page.last.headers.get('x-auth-return-redirect')).toBe('1')
    expect(Object.fromEntries(new URLSearchParams(page.last.body))).toEqual({
      ...correct,
      callbackUrl: PAGE_URL,
    })
    expect(await page.client.getSession()).toMatchObject({ user: { name: 'Ann' } })
  })

  it('returns what is still required, which is no success', async () => {
    const page = openPage(createApp())
    page.respond = ({ url }) => {
      if (url.endsWith('/providers')) return Response.json({ credentials: { type: 'credentials' } })
      return Response.json({ url: `${ORIGIN}/auth/verify`, requirement: 'secondFactor' })
    }
    const messages = await messagesToOtherTabs(async () => {
      expect(await page.client.signIn('credentials', { ...correct, redirect: false })).toEqual({
        error: undefined,
        code: undefined,
        requirement: 'secondFactor',
        status: 200,
        ok: false,
        url: `${ORIGIN}/auth/verify`,
      })
    })
    expect(messages).toEqual([])
    await page.client.signIn('credentials', correct)
    expect(page.navigations).toEqual([`${ORIGIN}/auth/verify`])
  })

  // proves §17.2
  it('fetches the list of providers once', async () => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { password: 'wrong', redirect: false })
    await page.client.signIn('credentials', { ...correct, redirect: false })
    expect(page.requests.slice(2)).toEqual(['POST /auth/callback/credentials'])
  })

  // proves §17.2, §14 CredentialsSignin
  it('returns an error for wrong credentials and does not navigate', async () => {
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
  it('returns the code of an error that the application threw', async () => {
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
    [
      'redirectTo rather than callbackUrl',
      { redirectTo: '/account', callbackUrl: '/other' },
      `${ORIGIN}/account`,
    ],
    ['no option, so to the current page', {}, PAGE_URL],
    [
      'a redirectTo on another origin, so to the home page',
      { redirectTo: 'https://evil.test/' },
      `${ORIGIN}/`,
    ],
  ])('navigates as set by %s', async (_, options, target) => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { ...correct, ...options })
    expect(page.navigations).toEqual([target])
    expect(
      await page.client.signIn('credentials', { ...correct, ...options, redirect: false }),
    ).toMatchObject({
      ok: true,
    })
  })

  // proves §17.2
  it('navigates to the sign-in page after wrong credentials', async () => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { password: 'wrong' })
    expect(page.navigations).toEqual([`${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`])
  })

  // proves §17.2
  it('ignores an error parameter in the URL of the current page', async () => {
    const page = openPage(createApp())
    location.href = `${ORIGIN}/login?error=CredentialsSignin`
    expect(await page.client.signIn('credentials', { ...correct, redirect: false })).toMatchObject({
      error: undefined,
      ok: true,
    })
  })

  // proves §17.2
  it('returns TooManyRequests when the rate limit is exceeded', async () => {
    const page = openPage(createApp({ limits: { credentials: { attempts: 1, seconds: 60 } } }))
    const wrong = { email: 'ann@example.com', password: 'wrong', redirect: false } as const
    await page.client.signIn('credentials', wrong)
    const refused = await page.client.signIn('credentials', wrong)
    expect(refused).toEqual({ error: 'TooManyRequests', code: undefined, status: 429, ok: false, url: null })
  })

  // proves §17.2
  it('omits undefined fields and sends the others as text', async () => {
    const page = openPage(createApp())
    await page.client.signIn('credentials', { ...correct, remember: true, otp: undefined, redirect: false })
    expect(Object.fromEntries(new URLSearchParams(page.last.body))).toEqual({
      ...correct,
      remember: 'true',
      callbackUrl: PAGE_URL,
    })
  })

  // proves §17.3
  it('notifies other tabs once, and only on success', async () => {
    const page = openPage(createApp())
    const messages = await messagesToOtherTabs(() =>
      page.client.signIn('credentials', { ...correct, redirect: false }),
    )
    expect(messages).toEqual([{ event: 'session', data: { trigger: 'getSession' } }])
    expect(
      await messagesToOtherTabs(() =>
        page.client.signIn('credentials', { password: 'wrong', redirect: false }),
      ),
    ).toEqual([])
  })
})

describe('signIn with a provider', () => {
  // proves §17.2, A-8
  it('navigates to the provider with authorization parameters in any form', async () => {
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
    for (const url of page.navigations) {
      const { origin, searchParams } = new URL(url)
      expect({ origin, login_hint: searchParams.get('login_hint'), x: searchParams.get('x') }).toEqual({
        origin: new URL(idp.issuer).origin,
        login_hint: 'ann',
        x: '1',
      })
    }
    expect(page.requests.slice(0, 2)).toEqual([
      'GET /auth/providers',
      'POST /auth/signin/idp?login_hint=ann&x=1',
    ])
  })

  // proves §17.2
  it('returns the URL of the provider instead of navigating with `redirect: false`', async () => {
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
  it('returns the URL of the check-your-e-mail page for an e-mail provider', async () => {
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
    expect(await page.client.signIn('nodemailer', { email: 'no address', redirect: false })).toMatchObject({
      ok: false,
      url: null,
    })
  })

  // proves §17.2
  it.each([[undefined], ['unknown'], ['constructor']])(
    'navigates to the sign-in page for the provider id %s',
    async (id) => {
      const page = openPage(createApp())
      await page.client.signIn(id)
      await page.client.signIn(id, { redirectTo: '/a b' })
      expect(page.navigations).toEqual([
        `/auth/signin?callbackUrl=${encodeURIComponent(PAGE_URL)}`,
        '/auth/signin?callbackUrl=%2Fa+b',
      ])
    },
  )

  // proves WEB-4, §17.2
  it('returns the URL of the sign-in page without a provider and with `redirect: false`', async () => {
    const page = openPage(createApp())
    expect(await page.client.signIn(undefined, { redirect: false, redirectTo: '/a b' })).toEqual({
      error: undefined,
      code: undefined,
      status: 0,
      ok: true,
      url: `${ORIGIN}/auth/signin?callbackUrl=%2Fa+b`,
    })
    expect(page.navigations).toEqual([])
  })

  // proves WEB-4, §17.2
  it('returns and reports an error for an unknown provider with `redirect: false`', async () => {
    const page = openPage(createApp())
    expect(await page.client.signIn('unknown', { redirect: false })).toEqual({
      error: 'Configuration',
      code: undefined,
      status: 0,
      ok: false,
      url: null,
    })
    expect(page.errors.map(({ message }) => message)).toEqual([
      'No provider has the id "unknown". See /auth/providers.',
    ])
    expect(page.navigations).toEqual([])
  })

  // proves §17.2
  it('navigates to the error page when the provider list cannot be read', async () => {
    const page = openPage(createApp())
    page.respond = () => Response.json({ message: 'no' }, { status: 500 })
    await page.client.signIn('credentials')
    page.respond = () => Promise.reject(new TypeError('unreachable'))
    await page.client.signIn('credentials')
    expect(page.navigations).toEqual(['/auth/error', '/auth/error'])
    page.respond = undefined
    expect(await page.client.signIn('credentials', { ...correct, redirect: false })).toMatchObject({
      ok: true,
    })
  })

  // proves §17.2
  it('throws for a passkey provider, and names the function to use', async () => {
    const page = openPage(createApp())
    page.respond = () => Response.json({ passkey: { id: 'passkey', type: 'webauthn' } })
    const signIn = page.client.signIn('passkey')
    await expect(signIn).rejects.toThrow(TypeError)
    await expect(signIn).rejects.toThrow('latchkey/webauthn')
  })

  // proves §17.2
  it.each([
    ['not JSON', () => new Response('Bad gateway', { status: 502 }), 'Configuration'],
    [
      'an error without a URL',
      () => Response.json({ error: 'PayloadTooLarge' }, { status: 413 }),
      'PayloadTooLarge',
    ],
    ['a javascript: URL', () => Response.json({ url: 'javascript:alert(1)' }), 'Configuration'],
    ['an invalid URL', () => Response.json({ url: 'http://[' }), 'Configuration'],
  ])('navigates to the error page when the response is %s', async (_, respond, error) => {
    const page = openPage(createApp())
    await page.client.getProviders()
    await page.client.signIn('credentials', { redirect: false })
    page.respond = respond
    expect(await page.client.signIn('credentials', { redirect: false })).toMatchObject({
      error,
      ok: false,
      url: null,
    })
    await page.client.signIn('credentials')
    expect(page.navigations).toEqual(['/auth/error'])
  })

  // proves §20 Q-15
  it('resolves a relative URL against its own origin', async () => {
    const page = openPage(createApp())
    await page.client.getProviders()
    page.respond = () => Response.json({ url: '/welcome' })
    expect(await page.client.signIn('credentials', { redirect: false })).toMatchObject({
      ok: true,
      url: `${ORIGIN}/welcome`,
    })
  })
})

describe('navigation', () => {
  // proves §17.2
  it.each([
    [`${PAGE_URL}#there`, true],
    [`${ORIGIN}/other#there`, false],
    [PAGE_URL, false],
  ])('to %s reloads the page: %s', async (target, isReloaded) => {
    const page = openPage(createApp(), { navigate: undefined })
    const reload = vi.fn()
    Object.assign(location, { reload })
    await page.client.signIn('credentials', { ...correct, redirectTo: target })
    expect(location.href).toBe(target)
    expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
  })
})

describe('the response to the client', () => {
  // proves §2.6, §17.2
  it.each([
    ['successful', { password: 'right' }, 200, PAGE_URL],
    ['failed', { password: 'wrong' }, 401, `${ORIGIN}/auth/signin?error=CredentialsSignin&code=credentials`],
  ])('has an absolute URL, a status and the cookies of a %s sign-in', async (_, fields, status, url) => {
    const browser = new Browser(createApp())
    const response = await browser.post(
      `${ORIGIN}/auth/callback/credentials`,
      { ...fields, callbackUrl: PAGE_URL },
      { 'x-auth-return-redirect': '1' },
    )
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ url })
    expect(browser.cookies(ORIGIN).some(({ name }) => name.endsWith('session-token'))).toBe(status === 200)
  })
})
