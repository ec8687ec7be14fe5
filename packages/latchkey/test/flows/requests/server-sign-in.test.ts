import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { newAddress, setUp, useInbox } from '@latchkey/test-support/kit/email.ts'
import { type CredentialsConfig, createAuth, type OIDCConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError, CredentialsSignin } from 'latchkey/errors'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'
import { signOutResult } from '../../../src/integration/outcome.ts'

useInbox()

const caller = { headers: new Headers({ host: 'app.test', origin: ORIGIN }) }

function signIn(app: App, providerId: string, fields: Record<string, unknown> = {}) {
  return createAuth(app.config).signIn(caller, { providerId, fields })
}

describe('the fields of a sign-in by server code', () => {
  /** Returns an application that records what `authorize` receives. */
  function recordingApp(): { app: App; received: object[] } {
    const received: object[] = []
    const authorize: CredentialsConfig['authorize'] = (fields) => {
      received.push({ ...fields })
      return { id: 'ann' }
    }
    return { app: createApp({ providers: [Credentials({ authorize })] }), received }
  }

  // proves DROP-2
  it('are text: booleans, numbers and bigints are converted, empty values are left out', async () => {
    const { app, received } = recordingApp()
    await signIn(app, 'credentials', {
      email: 'ann@example.com',
      remember: true,
      newsletter: false,
      otp: 123456,
      ratio: 0.5,
      large: 12345678901234567890n,
      missing: undefined,
      nothing: null,
      empty: '',
      callbackUrl: '/x',
    })
    expect(received).toEqual([
      {
        email: 'ann@example.com',
        remember: 'true',
        newsletter: 'false',
        otp: '123456',
        ratio: '0.5',
        large: '12345678901234567890',
        empty: '',
        callbackUrl: '/x',
      },
    ])
  })

  // proves DROP-2
  it.each([
    ['an object', { $ne: null }],
    ['an array', ['right']],
    ['a function', () => 'right'],
    ['a symbol', Symbol('right')],
    ['an object', new Date(0)],
    ['an object', new File(['right'], 'right.txt')],
  ])('cannot be %s, which never reaches `authorize`', async (type, password) => {
    const { app, received } = recordingApp()
    const attempt = signIn(app, 'credentials', { email: 'ann@example.com', password })
    await expect(attempt).rejects.toThrow(
      new TypeError(
        `The \`signIn\` field "password" is ${type}. Pass a string, a number or a boolean, ` +
          'for example from `JSON.stringify(…)`.',
      ),
    )
    expect(received).toEqual([])
  })

  // proves DROP-2
  it('do not change with the prototype of the options', async () => {
    const { app, received } = recordingApp()
    await signIn(app, 'credentials', JSON.parse('{"__proto__":"text","email":"a@example.com"}'))
    expect(Object.keys(received[0] ?? {})).toEqual(['__proto__', 'email'])
  })
})

describe('the result of a sign-out by server code', () => {
  // proves DROP-15
  it('is an object with the URL that also reads as its text', () => {
    const result = signOutResult(`${ORIGIN}/bye`)
    expect(result).toEqual({ redirect: `${ORIGIN}/bye` })
    expect([`${result}`, String(result), new URL(String(result)).pathname]).toEqual([
      `${ORIGIN}/bye`,
      `${ORIGIN}/bye`,
      '/bye',
    ])
  })

  // proves DROP-15
  it('can be sent to the browser as plain data', () => {
    const result = signOutResult('/bye')
    expect({ json: JSON.stringify(result), copy: { ...result }, keys: Object.keys(result) }).toEqual({
      json: '{"redirect":"/bye"}',
      copy: { redirect: '/bye' },
      keys: ['redirect'],
    })
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  })
})

/** Follows the URL of a failed sign-in. */
async function shownAt(app: App, url: string): Promise<{ status: number; text: string }> {
  const response = await new Browser(app).get(url)
  return { status: response.status, text: await response.text() }
}

describe('a sign-in by server code that fails for a reason that the caller cannot change', () => {
  // proves DROP-14
  it('leads to the sign-in page if the e-mail cannot be sent, and logs the reason', async () => {
    const sendVerificationRequest = (): never => {
      throw new Error('The mail server is down.')
    }
    const { app } = setUp({}, { sendVerificationRequest })
    const { url, cookies } = await signIn(app, 'email', { email: newAddress(), callbackUrl: '/x' })
    expect(url).toMatch(new RegExp(`^${BASE}/signin\\?error=EmailSignInError&reference=[0-9a-f]{8}$`))
    expect(cookies.map(({ name }) => name).filter((name) => name.includes('transaction'))).toEqual([])
    expect(app.errors).toEqual(['EmailSignInError'])
    const [{ details } = { details: [] }] = app.log.filter(({ level }) => level === 'error')
    expect(details).toEqual([
      expect.objectContaining({ reference: new URL(url).searchParams.get('reference') }),
    ])
    expect(await shownAt(app, url)).toMatchObject({ status: 200 })
  })

  // proves DROP-14
  it('leads to the sign-in page for an invalid e-mail address', async () => {
    const { app } = setUp()
    expect(await signIn(app, 'email', { email: 'no address' })).toMatchObject({
      url: `${BASE}/signin?error=EmailSignInError`,
    })
  })

  // proves DROP-14
  it.each<[string, Partial<OIDCConfig>, string, number]>([
    ['cannot be reached', { issuer: 'https://unreachable.test' }, 'ServiceUnavailable', 503],
    ['has an invalid endpoint', { authorization: 'https://idp.test:no-port/' }, 'Configuration', 500],
  ])('leads to the error page if the provider %s', async (_, options, type, status) => {
    const app = createApp({
      providers: [oidcFor(createIdp(), options), Credentials({ authorize: () => null })],
    })
    const { url, cookies } = await signIn(app, 'idp', { callbackUrl: '/x' })
    expect(url).toMatch(new RegExp(`^${BASE}/error\\?error=${type}(&reference=[0-9a-f]{8})?$`))
    expect(cookies.filter(({ value }) => value !== '')).toEqual([])
    expect((await shownAt(app, url)).status).toBe(status)
  })

  // proves DROP-14
  it('leads to the error page if a callback throws while the sign-in starts', async () => {
    const redirect = (): never => {
      throw new Error('A fault of the application.')
    }
    const app = createApp({ providers: [oidcFor(createIdp())], callbacks: { redirect } })
    const { url } = await signIn(app, 'idp', { callbackUrl: '/x' })
    expect(url).toMatch(new RegExp(`^${BASE}/error\\?error=Configuration&reference=`))
    expect(url).not.toContain('fault')
  })

  // proves DROP-14
  it('leads to the error page with an invalid configuration, even for credentials', async () => {
    const app = createApp({ secret: undefined, baseUrl: 'not a URL' })
    const { url } = await signIn(app, 'credentials', { password: 'right' })
    expect(url).toMatch(/\/auth\/error\?error=Configuration&reference=/)
    const page = await shownAt(app, new URL(url, ORIGIN).href)
    expect({ status: page.status, isNamed: page.text.includes('not a URL') }).toEqual({
      status: 500,
      isNamed: false,
    })
  })

  // proves DROP-14, P-HO-2
  it('leads to a path if the host is not trusted, so that no header chooses the target', async () => {
    const app = createApp({ trustHost: false })
    const { url } = await signIn(app, 'credentials', { password: 'right' })
    expect(url).toMatch(/^\/auth\/error\?error=Configuration&reference=/)
    expect((await shownAt(app, ORIGIN + url)).status).toBe(500)
    expect(app.errors).toEqual(['UntrustedHost', 'UntrustedHost'])
  })

  // proves DROP-14
  it('leads to the pages of the application', async () => {
    const pages = { signIn: '/login', error: '/oops?a=1' }
    const email = setUp({ pages })
    expect((await signIn(email.app, 'email', { email: 'no address' })).url).toBe(
      `${ORIGIN}/login?error=EmailSignInError`,
    )
    const unreachable = oidcFor(createIdp(), { issuer: 'https://unreachable.test' })
    const provider = createApp({ pages, providers: [unreachable] })
    expect((await signIn(provider, 'idp')).url).toMatch(
      new RegExp(`^${ORIGIN}/oops\\?a=1&error=ServiceUnavailable&reference=`),
    )
  })
})

describe('a sign-in by server code throws', () => {
  class Locked extends CredentialsSignin {
    override code = 'locked'
  }
  const appWith = (authorize: CredentialsConfig['authorize'], config = {}): App =>
    createApp({ providers: [Credentials({ authorize })], ...config })
  const fault = (): never => {
    throw new Error('A fault of the application.')
  }

  // proves DROP-14, ERR-11
  it.each<[string, App, object]>([
    ['wrong credentials', appWith(() => null), { type: 'CredentialsSignin', code: 'credentials' }],
    [
      'an error of the application with a code',
      appWith(() => {
        throw new Locked()
      }),
      { type: 'CredentialsSignin', code: 'locked' },
    ],
    ['a fault in `authorize`', appWith(fault), { type: 'CallbackRouteError' }],
    [
      'a `signIn` callback that denies',
      appWith(() => ({ id: '1' }), { callbacks: { signIn: () => false } }),
      { type: 'AccessDenied' },
    ],
    [
      'a fault in the `jwt` callback',
      appWith(() => ({ id: '1' }), { callbacks: { jwt: fault } }),
      { type: 'SessionError' },
    ],
  ])('for %s', async (_, app, error) => {
    const attempt = signIn(app, 'credentials', { email: 'ann@example.com', password: 'x' })
    await expect(attempt).rejects.toMatchObject(error)
    await expect(attempt).rejects.toBeInstanceOf(AuthError)
    expect(app.errors).toHaveLength(1)
  })

  // proves DROP-14
  it('for too many attempts, with the time to wait', async () => {
    const app = appWith(() => null, { limits: { credentials: { attempts: 1, seconds: 60 } } })
    const attempt = () => signIn(app, 'credentials', { email: 'ann@example.com', password: 'x' })
    await expect(attempt()).rejects.toMatchObject({ type: 'CredentialsSignin' })
    await expect(attempt()).rejects.toMatchObject({
      type: 'TooManyRequests',
      cause: { retryAfter: expect.any(Number) },
    })
  })

  // proves DROP-14
  it('for an e-mail sign-in that the `signIn` callback denies, or whose database fails', async () => {
    const denied = setUp({ callbacks: { signIn: () => false } })
    await expect(signIn(denied.app, 'email', { email: newAddress() })).rejects.toMatchObject({
      type: 'AccessDenied',
    })
    const failing = { ...memory(), getUserByEmail: async () => Promise.reject(new Error('down')) }
    const down = setUp({}, {}, failing)
    await expect(signIn(down.app, 'email', { email: newAddress() })).rejects.toMatchObject({
      type: 'AdapterError',
    })
  })

  // proves DROP-14, P-CS-1
  it('for a cross-site form, with any sign-in method', async () => {
    const headers = new Headers({ host: 'app.test', origin: 'https://evil.test' })
    for (const [app, providerId] of [
      [setUp().app, 'email'],
      [createApp({ providers: [oidcFor(createIdp())] }), 'idp'],
    ] as const) {
      const attempt = createAuth(app.config).signIn({ headers }, { providerId, fields: {} })
      await expect(attempt).rejects.toMatchObject({ type: 'MissingCSRF' })
    }
  })
})
