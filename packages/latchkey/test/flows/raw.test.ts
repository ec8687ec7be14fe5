import { Auth, type AuthConfig, type RawResult, raw } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError, CallbackRouteError, CredentialsSignin } from 'latchkey/errors'
import { describe, expect, it } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'

const own = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }

function ask(app: App, path: string, init: RequestInit = {}): Promise<RawResult> {
  return Auth(new Request(`${BASE}/${path}`, init), { ...app.config, raw })
}

function post(
  app: App,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = own,
): Promise<RawResult> {
  return ask(app, path, { method: 'POST', body: new URLSearchParams(fields), headers })
}

const right = { email: 'ann@example.com', password: 'right', callbackUrl: '/after' }

describe('with `raw`, a request is answered as plain data', () => {
  // proves §2.7
  it('a sign-in by where to go and its cookies', async () => {
    const answer = await post(createApp(), 'callback/credentials', right)
    expect(answer).toEqual({
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
  it('a session by its value, and its renewal by a cookie', async () => {
    const app = createApp({ session: { updateAge: 0 } })
    const { cookies = [] } = await post(app, 'callback/credentials', right)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answer = await ask(app, 'session', { headers: { cookie } })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': expect.stringContaining('no-store') },
      body: { user: { email: 'ann@example.com' }, expires: expect.any(String) },
      cookies: [{ name: '__Secure-latchkey.session-token' }],
    })
  })

  // proves §2.7
  it('a page by its text', async () => {
    const { status, headers, body } = (await ask(createApp(), 'signin')) as {
      status: number
      headers: Record<string, string>
      body: unknown
    }
    expect([status, headers['Content-Type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['Content-Security-Policy']).toBeTruthy()
    expect(body).toContain('<form')
  })

  // proves §2.7
  it('with headers of its own: what is written into them stands in no other answer', async () => {
    const app = createApp()
    const { headers } = await ask(app, 'session')
    const before = { ...headers }
    Object.assign(headers ?? {}, { 'Cache-Control': 'public', 'X-User': 'ann' })
    expect(before).toHaveProperty('Cache-Control', 'private, no-cache, no-store')
    expect((await ask(app, 'session')).headers).toEqual(before)
  })

  // proves §2.7
  it('HEAD without cookies', async () => {
    expect((await ask(createApp(), 'csrf')).cookies).toHaveLength(1)
    expect((await ask(createApp(), 'csrf', { method: 'HEAD' })).cookies).toEqual([])
  })

  // proves §2.7
  it('and without it, or with something else in its place, as ever', async () => {
    for (const value of [undefined, true, Symbol('raw')]) {
      const config = { ...createApp().config, raw: value } as AuthConfig
      expect(await Auth(new Request(`${BASE}/session`), config)).toBeInstanceOf(Response)
    }
  })
})

describe('with `raw`, what fails', () => {
  // proves §2.5 f, §2.7
  it('is thrown, after it was logged', async () => {
    const app = createApp({ providers: [passwordProvider, oidcFor(createIdp())] })
    await expect(post(app, 'callback/credentials', { password: 'wrong' })).rejects.toBeInstanceOf(
      CredentialsSignin,
    )
    await expect(post(app, 'signin/nobody')).rejects.toMatchObject({ type: 'UnknownProvider' })
    await expect(post(app, 'signin/idp', {}, { origin: 'https://evil.test' })).rejects.toMatchObject({
      type: 'MissingCSRF',
    })
    await expect(ask(app, 'callback/idp?code=x&state=y')).rejects.toMatchObject({ type: 'InvalidCheck' })
    expect(app.errors).toEqual(['CredentialsSignin', 'UnknownProvider', 'MissingCSRF', 'InvalidCheck'])
    expect(app.log[0]?.details[0]).toMatchObject({ reference: expect.stringMatching(/^[0-9a-f]{8}$/) })
  })

  // proves §2.7, §14 CallbackRouteError
  it('of the application during a callback, too, with the error that led to it', async () => {
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
      await post(createApp({ callbacks: { redirect } }), 'callback/credentials', right).catch(
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
      await post(createApp({ callbacks: { jwt } }), 'callback/credentials', right).catch(
        (error: unknown) => error,
      ),
    ).toBeInstanceOf(AuthError)
  })

  // proves §2.5 f, §2.6
  it('is told in the response to who asks for the target of redirects', async () => {
    const app = createApp()
    const answer = await post(
      app,
      'callback/credentials',
      { password: 'wrong' },
      { ...own, 'x-auth-return-redirect': '1' },
    )
    expect(answer).toBeInstanceOf(Response)
    expect(await (answer as Response).json()).toMatchObject({
      url: `${BASE}/signin?error=CredentialsSignin&code=credentials`,
    })
    expect(app.errors).toEqual(['CredentialsSignin'])
  })

  // proves §2.4, §2.7
  it.each([
    ['an unknown path', 'nothing', {}, {}, 404],
    ['a method', 'session', {}, { method: 'DELETE' }, 405],
    [
      'a body',
      'signin',
      {},
      { method: 'POST', body: '<a/>', headers: { ...own, 'content-type': 'text/xml' } },
      415,
    ],
    ['a host that cannot be one', 'session', {}, { headers: { host: 'a b' } }, 400],
    ['an option', 'session', { baseUrl: 'x' }, {}, 500],
    ['a host that is not trusted', 'session', { trustHost: false }, {}, 500],
  ] as [string, string, Partial<AuthConfig>, RequestInit, number][])(
    'because of %s is a response',
    async (_, path, config, init, status) => {
      const app = createApp(config)
      const answer = await ask(app, path, init)
      expect(answer).toBeInstanceOf(Response)
      expect((answer as Response).status).toBe(status)
      expect(app.errors).toHaveLength(1)
    },
  )

  // proves §2.7
  it('without anybody having foreseen it is a response', async () => {
    const redirect = (): never => {
      throw new TypeError('not ours')
    }
    const answer = await post(createApp({ callbacks: { redirect } }), 'signout', { callbackUrl: '/x' })
    expect(answer).toBeInstanceOf(Response)
    expect((answer as Response).headers.get('location')).toMatch(/\/auth\/error\?error=Configuration/)
  })

  // proves §2.7, §14 AdapterError
  it('of the database is thrown', async () => {
    const adapter = { ...memory(), createSession: () => Promise.reject(new Error('down')) }
    const idp = createIdp()
    const app = createApp({ adapter, providers: [oidcFor(idp)] })
    const begun = await post(app, 'signin/idp')
    const cookie = begun.cookies?.map(({ name, value }) => `${name}=${value}`).join('; ') ?? ''
    const answer = Auth(new Request(idp.agree(begun.redirect ?? ''), { headers: { cookie } }), {
      ...app.config,
      raw,
    })
    await expect(answer).rejects.toMatchObject({ type: 'AdapterError' })
  })
})
