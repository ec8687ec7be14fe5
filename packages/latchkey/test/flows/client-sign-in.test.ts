import memory from 'latchkey/adapters/memory'
import { CredentialsSignin } from 'latchkey/errors'
import Nodemailer from 'latchkey/providers/nodemailer'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { messagesToOtherTabs, openPage, PAGE_URL } from '../kit/page.ts'

const right = { email: 'ann@example.com', password: 'right' }

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('signIn with credentials', () => {
  // proves §17.2
  it('that are right signs in with two requests, the second of which is the form', async () => {
    const page = openPage(createApp())
    const response = await page.client.signIn('credentials', { ...right, redirect: false })
    expect(response).toEqual({ error: undefined, code: undefined, status: 200, ok: true, url: PAGE_URL })
    expect(page.requests).toEqual(['GET /auth/providers', 'POST /auth/callback/credentials'])
    expect(page.last.headers.get('x-auth-return-redirect')).toBe('1')
    expect(Object.fromEntries(new URLSearchParams(page.last.body))).toEqual({ ...right, callbackUrl: PAGE_URL })
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
    ['nothing', {}, PAGE_URL],
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
      callbackUrl: PAGE_URL,
    })
  })

  // proves §17.3
  it('tells other tabs, once', async () => {
    const page = openPage(createApp())
    const messages = await messagesToOtherTabs(() => page.client.signIn('credentials', { ...right, redirect: false }))
    expect(messages).toEqual([{ event: 'session', data: { trigger: 'getSession' } }])
    expect(
      await messagesToOtherTabs(() => page.client.signIn('credentials', { password: 'wrong', redirect: false })),
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
      `/auth/signin?callbackUrl=${encodeURIComponent(PAGE_URL)}`,
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

describe('a page', () => {
  // proves §17.2
  it.each([
    [`${PAGE_URL}#there`, true],
    [`${ORIGIN}/other#there`, false],
    [PAGE_URL, false],
  ])('that is sent to %s is loaded again: %s', async (target, isReloaded) => {
    const page = openPage(createApp(), { navigate: undefined })
    const reload = vi.fn()
    Object.assign(location, { reload })
    await page.client.signIn('credentials', { ...right, redirectTo: target })
    expect(location.href).toBe(target)
    expect(reload).toHaveBeenCalledTimes(isReloaded ? 1 : 0)
  })
})

describe('what the client reads of our server', () => {
  // proves §2.6, §17.2
  it.each([
    ['a success', { password: 'right' }, 200, PAGE_URL],
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
      { ...fields, callbackUrl: PAGE_URL },
      { 'x-auth-return-redirect': '1' },
    )
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ url })
    expect(browser.cookies(ORIGIN).some(({ name }) => name.endsWith('session-token'))).toBe(status === 200)
  })
})
