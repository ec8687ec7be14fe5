import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Auth, type AuthConfig, type RawResult, raw } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError, CallbackRouteError, CredentialsSignin } from 'latchkey/errors'
import { describe, expect, it } from 'vitest'

const sameOrigin = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }

function request(app: App, path: string, init: RequestInit = {}): Promise<RawResult> {
  return Auth(new Request(`${BASE}/${path}`, init), { ...app.config, raw })
}

function post(
  app: App,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = sameOrigin,
): Promise<RawResult> {
  return request(app, path, { method: 'POST', body: new URLSearchParams(fields), headers })
}

const credentials = { email: 'ann@example.com', password: 'right', callbackUrl: '/after' }

describe('Auth with `raw`', () => {
  // proves §2.7
  it('returns the redirect URL and the cookies of a sign-in', async () => {
    const result = await post(createApp(), 'callback/credentials', credentials)
    expect(result).toEqual({
      redirect: `${ORIGIN}/after`,
      cookies: [
        {
          name: '__Secure-latchkey.session-token',
          value: expect.any(String),
          options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true, expires: expect.any(Date) },
        },
      ],
    })
  })

  // proves §2.7
  it('returns the session, and the cookie that renews it', async () => {
    const app = createApp({ session: { updateAge: 0 } })
    const { cookies = [] } = await post(app, 'callback/credentials', credentials)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const result = await request(app, 'session', { headers: { cookie } })
    expect(result).toMatchObject({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': expect.stringContaining('no-store') },
      body: { user: { email: 'ann@example.com' }, expires: expect.any(String) },
      cookies: [{ name: '__Secure-latchkey.session-token' }],
    })
  })

  // proves §2.7
  it('returns the HTML of a page', async () => {
    const { status, headers, body } = (await request(createApp(), 'signin')) as {
      status: number
      headers: Record<string, string>
      body: unknown
    }
    expect({ status, contentType: headers['Content-Type'] }).toEqual({
      status: 200,
      contentType: 'text/html; charset=utf-8',
    })
    expect(headers['Content-Security-Policy']).toBeTruthy()
    expect(body).toContain('<form')
  })

  // proves §2.7
  it('returns separate headers: changing them does not change another result', async () => {
    const app = createApp()
    const { headers } = await request(app, 'session')
    const before = { ...headers }
    Object.assign(headers ?? {}, { 'Cache-Control': 'public', 'X-User': 'ann' })
    expect(before).toHaveProperty('Cache-Control', 'private, no-cache, no-store')
    expect((await request(app, 'session')).headers).toEqual(before)
  })

  // proves §2.7
  it('returns no cookies for a HEAD request', async () => {
    expect((await request(createApp(), 'csrf')).cookies).toHaveLength(1)
    expect((await request(createApp(), 'csrf', { method: 'HEAD' })).cookies).toEqual([])
  })

  // proves §2.7
  it('returns a Response when `raw` has any other value', async () => {
    for (const value of [undefined, true, Symbol('raw')]) {
      const config = { ...createApp().config, raw: value } as AuthConfig
      expect(await Auth(new Request(`${BASE}/session`), config)).toBeInstanceOf(Response)
    }
  })
})

describe('Auth with `raw`, when a request fails,', () => {
  // proves §2.5 f, §2.7
  it('logs and throws the error', async () => {
    const app = createApp({ providers: [passwordProvider, oidcFor(createIdp())] })
    await expect(post(app, 'callback/credentials', { password: 'wrong' })).rejects.toBeInstanceOf(
      CredentialsSignin,
    )
    await expect(post(app, 'signin/unknown')).rejects.toMatchObject({ type: 'UnknownProvider' })
    await expect(post(app, 'signin/idp', {}, { origin: 'https://evil.test' })).rejects.toMatchObject({
      type: 'MissingCSRF',
    })
    await expect(request(app, 'callback/idp?code=x&state=y')).rejects.toMatchObject({ type: 'MissingCookie' })
    expect(app.errors).toEqual(['CredentialsSignin', 'UnknownProvider', 'MissingCSRF', 'MissingCookie'])
    expect(app.log[0]?.details[0]).toMatchObject({ reference: expect.stringMatching(/^[0-9a-f]{8}$/) })
  })

  // proves §2.7, §14 CallbackRouteError
  it('throws an error of a callback with its cause', async () => {
    const err = new Error('no database')
    const authorize = (): never => {
      throw err
    }
    const app = createApp({ providers: [{ ...passwordProvider, authorize }] })
    const thrown: unknown = await post(app, 'callback/credentials').catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(CallbackRouteError)
    expect(thrown).toMatchObject({ cause: { err } })
    const redirect = (): never => {
      throw err
    }
    expect(
      await post(createApp({ callbacks: { redirect } }), 'callback/credentials', credentials).catch(
        (error: unknown) => error,
      ),
    ).toMatchObject({
      type: 'CallbackRouteError',
      cause: { err },
    })
    const jwt = (): never => {
      throw err
    }
    expect(
      await post(createApp({ callbacks: { jwt } }), 'callback/credentials', credentials).catch(
        (error: unknown) => error,
      ),
    ).toBeInstanceOf(AuthError)
  })

  // proves §2.5 f, §2.6
  it('returns a response to clients that ask for the redirect URL', async () => {
    const app = createApp()
    const result = await post(
      app,
      'callback/credentials',
      { password: 'wrong' },
      { ...sameOrigin, 'x-auth-return-redirect': '1' },
    )
    expect(result).toBeInstanceOf(Response)
    expect(await (result as Response).json()).toMatchObject({
      url: `${BASE}/signin?error=CredentialsSignin&code=credentials`,
    })
    expect(app.errors).toEqual(['CredentialsSignin'])
  })

  // proves §2.4, §2.7
  it.each<{
    name: string
    path?: string
    config?: Partial<AuthConfig>
    init?: RequestInit
    status: number
  }>([
    { name: 'an unknown path', path: 'nothing', status: 404 },
    { name: 'an unsupported method', init: { method: 'DELETE' }, status: 405 },
    {
      name: 'an unsupported body',
      path: 'signin',
      init: { method: 'POST', body: '<a/>', headers: { ...sameOrigin, 'content-type': 'text/xml' } },
      status: 415,
    },
    { name: 'an invalid host', init: { headers: { host: 'a b' } }, status: 400 },
    { name: 'an invalid option', config: { baseUrl: 'x' }, status: 500 },
    { name: 'an untrusted host', config: { trustHost: false }, status: 500 },
  ])('returns a response for $name', async ({ path = 'session', config = {}, init = {}, status }) => {
    const app = createApp(config)
    const result = await request(app, path, init)
    expect(result).toBeInstanceOf(Response)
    expect((result as Response).status).toBe(status)
    expect(app.errors).toHaveLength(1)
  })

  // proves §2.7
  it('returns a response for an unexpected error', async () => {
    const redirect = (): never => {
      throw new TypeError('unexpected')
    }
    const result = await post(createApp({ callbacks: { redirect } }), 'signout', { callbackUrl: '/x' })
    expect(result).toBeInstanceOf(Response)
    expect((result as Response).headers.get('location')).toMatch(/\/auth\/error\?error=Configuration/)
  })

  // proves §2.7, §14 AdapterError
  it('throws a database error as an AdapterError', async () => {
    const adapter = { ...memory(), createSession: () => Promise.reject(new Error('down')) }
    const idp = createIdp()
    const app = createApp({ adapter, providers: [oidcFor(idp)] })
    const started = await post(app, 'signin/idp')
    const cookie = started.cookies?.map(({ name, value }) => `${name}=${value}`).join('; ') ?? ''
    const result = Auth(new Request(idp.agree(started.redirect ?? ''), { headers: { cookie } }), {
      ...app.config,
      raw,
    })
    await expect(result).rejects.toMatchObject({ type: 'AdapterError' })
  })
})
