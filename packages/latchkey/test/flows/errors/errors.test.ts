import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Idp } from '@latchkey/test-support/kit/idp.ts'
import type { Adapter, AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import * as errors from 'latchkey/errors'
import { CredentialsSignin } from 'latchkey/errors'
import OIDC from 'latchkey/providers/oidc'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getFacts } from '../../../src/errors/auth-error.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** The message of errors of the application and its database. It must not leave the server. */
const SECRET_MESSAGE = 'connection refused for hunter2'

function fail(): never {
  throw new Error(SECRET_MESSAGE)
}

/** Sends the request that fails, with the headers of a page load or of a script. */
type Raise = (browser: Browser, headers: Record<string, string>) => Promise<Response>

interface Failure {
  readonly type: string
  /** The row of the specification. */
  readonly id: string
  /** Completes "when …". */
  readonly when: string
  readonly config: Partial<AuthConfig>
  readonly raise: Raise
  /**
   * Path and query that a browser is redirected to, without the reference. `undefined` when the
   * response itself is the page.
   */
  readonly redirectsTo?: string
  /** Default: only if the type is not public. */
  readonly showsReference?: true
  /** Status of the page that a user sees. */
  readonly pageStatus: number
  /** Status of the response to a script. */
  readonly scriptStatus: number
}

const right = { email: 'ann@example.com', password: 'right' }
const withPassword: Raise = (browser, headers) => browser.post(`${BASE}/callback/credentials`, right, headers)
const openSignIn: Raise = (browser, headers) => browser.get(`${BASE}/signin`, headers)
const mail: EmailConfig = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest: fail }
const unknownToken = { token: 'x', email: 'ann@example.com' }
const failingAdapter = { ...memory(), getUserByAccount: fail, getUserByEmail: fail } satisfies Adapter
const adapterWithSameEmail = {
  ...memory(),
  getUserByEmail: (email: string) => ({ id: 'other', email, emailVerified: null }),
} satisfies Adapter

/** Signs in at the provider, and changes the redirect that it sends back. */
function throughProvider(idp: Idp, change: (redirect: URL) => void = () => {}): Raise {
  return async (browser, headers) => {
    const start = await browser.post(`${BASE}/signin/idp`)
    const redirect = idp.agree(start.headers.get('location') ?? '')
    change(redirect)
    return browser.get(redirect.href, headers)
  }
}

function denyAccess({ searchParams }: URL): void {
  searchParams.delete('code')
  searchParams.set('error', 'access_denied')
  searchParams.set('error_description', SECRET_MESSAGE)
}

const idp = createIdp()
const provider = oidcFor(idp)
const errorPage = '/auth/error?error=Configuration'

const failures: readonly Failure[] = [
  {
    type: 'AccessDenied',
    id: '§14 AccessDenied',
    when: 'the signIn callback throws',
    config: { callbacks: { signIn: fail } },
    raise: withPassword,
    redirectsTo: '/auth/error?error=AccessDenied',
    pageStatus: 403,
    scriptStatus: 403,
  },
  {
    type: 'AccessDenied',
    id: '§14 AccessDenied',
    when: 'the signIn callback returns false',
    config: { callbacks: { signIn: () => false } },
    raise: withPassword,
    redirectsTo: '/auth/error?error=AccessDenied',
    pageStatus: 403,
    scriptStatus: 403,
  },
  {
    type: 'Verification',
    id: '§14 Verification',
    when: 'an e-mail link was never issued',
    config: { adapter: memory(), providers: [mail] },
    raise: (browser, headers) => browser.post(`${BASE}/callback/email`, unknownToken, headers),
    redirectsTo: '/auth/error?error=Verification',
    pageStatus: 403,
    scriptStatus: 403,
  },
  {
    type: 'CredentialsSignin',
    id: '§14 CredentialsSignin',
    when: '`authorize` returns null',
    config: {},
    raise: (browser, headers) => browser.post(`${BASE}/callback/credentials`, {}, headers),
    redirectsTo: '/auth/signin?error=CredentialsSignin&code=credentials',
    pageStatus: 200,
    scriptStatus: 401,
  },
  {
    type: 'CredentialsSignin',
    id: '§14 CredentialsSignin',
    when: '`authorize` throws a CredentialsSignin',
    config: {
      providers: [
        {
          ...passwordProvider,
          authorize: () => {
            throw Object.assign(new CredentialsSignin(SECRET_MESSAGE), { code: 'locked' })
          },
        },
      ],
    },
    raise: withPassword,
    redirectsTo: '/auth/signin?error=CredentialsSignin&code=locked',
    pageStatus: 200,
    scriptStatus: 401,
  },
  {
    type: 'OAuthAccountNotLinked',
    id: '§14 OAuthAccountNotLinked',
    when: 'the e-mail address belongs to another user',
    config: { adapter: adapterWithSameEmail, providers: [provider] },
    raise: throughProvider(idp),
    redirectsTo: '/auth/signin?error=OAuthAccountNotLinked',
    pageStatus: 200,
    scriptStatus: 403,
  },
  {
    type: 'OAuthCallbackError',
    id: '§14 OAuthCallbackError',
    when: 'the provider denies access',
    config: { providers: [provider] },
    raise: throughProvider(idp, denyAccess),
    redirectsTo: '/auth/signin?error=OAuthCallbackError',
    pageStatus: 200,
    scriptStatus: 400,
  },
  {
    type: 'MissingCSRF',
    id: '§14 MissingCSRF',
    when: 'a form comes from another site',
    config: {},
    raise: (browser, headers) =>
      browser.post(`${BASE}/callback/credentials`, right, {
        ...headers,
        origin: 'https://evil.test',
        'sec-fetch-site': 'cross-site',
      }),
    redirectsTo: '/auth/signin?error=MissingCSRF',
    pageStatus: 200,
    scriptStatus: 403,
  },
  {
    type: 'EmailSignInError',
    id: '§14 EmailSignInError',
    when: 'the mail cannot be sent',
    config: { adapter: memory(), providers: [mail] },
    raise: (browser, headers) => browser.post(`${BASE}/signin/email`, { email: 'ann@example.com' }, headers),
    redirectsTo: '/auth/signin?error=EmailSignInError',
    showsReference: true,
    pageStatus: 200,
    scriptStatus: 400,
  },
  {
    type: 'OAuthProfileParseError',
    id: '§14 OAuthProfileParseError',
    when: '`profile` throws',
    config: { providers: [oidcFor(idp, { profile: fail })] },
    raise: throughProvider(idp),
    redirectsTo: '/auth/signin?error=Configuration',
    pageStatus: 200,
    scriptStatus: 500,
  },
  {
    type: 'CallbackRouteError',
    id: '§14 CallbackRouteError',
    when: '`authorize` throws another error',
    config: { providers: [{ ...passwordProvider, authorize: fail }] },
    raise: withPassword,
    redirectsTo: errorPage,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'AdapterError',
    id: '§14 AdapterError',
    when: 'the database throws',
    config: { adapter: failingAdapter, providers: [provider] },
    raise: throughProvider(idp),
    redirectsTo: errorPage,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'InvalidCheck',
    id: '§14 InvalidCheck',
    when: 'a callback belongs to no sign-in',
    config: { providers: [provider] },
    raise: async (browser, headers) => {
      await browser.post(`${BASE}/signin/idp`)
      return browser.get(`${BASE}/callback/idp?code=x&state=y`, headers)
    },
    redirectsTo: errorPage,
    pageStatus: 500,
    scriptStatus: 400,
  },
  {
    type: 'MissingCookie',
    id: '§14',
    when: 'a callback comes from a browser without cookies',
    config: { providers: [provider] },
    raise: (browser, headers) => browser.get(`${BASE}/callback/idp?code=x&state=y`, headers),
    redirectsTo: '/auth/signin?error=MissingCookie',
    showsReference: true,
    pageStatus: 200,
    scriptStatus: 400,
  },
  {
    type: 'UnknownProvider',
    id: '§14',
    when: 'a callback names no provider',
    config: {},
    raise: (browser, headers) => browser.get(`${BASE}/callback`, headers),
    redirectsTo: errorPage,
    pageStatus: 500,
    scriptStatus: 404,
  },
  {
    type: 'UnknownProvider',
    id: '§14',
    when: 'the provider does not exist',
    config: {},
    raise: (browser, headers) => browser.post(`${BASE}/signin/unknown`, {}, headers),
    redirectsTo: errorPage,
    pageStatus: 500,
    scriptStatus: 404,
  },
  {
    type: 'AuthError',
    id: '§14',
    when: 'the redirect callback throws',
    config: { callbacks: { redirect: fail } },
    raise: (browser, headers) => browser.get(`${BASE}/signin?callbackUrl=/x`, headers),
    redirectsTo: errorPage,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'UnknownAction',
    id: '§14 UnknownAction',
    when: 'the action does not exist',
    config: {},
    raise: (browser, headers) => browser.get(`${BASE}/unknown`, headers),
    pageStatus: 404,
    scriptStatus: 404,
  },
  {
    type: 'MissingSecret',
    id: '§14 MissingSecret',
    when: '`secret` is empty',
    config: { secret: '' },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'UntrustedHost',
    id: '§14 UntrustedHost',
    when: 'the host is not trusted',
    config: { trustHost: false },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'InvalidEndpoints',
    id: '§14 InvalidEndpoints',
    when: 'an OpenID provider has no issuer',
    config: { providers: [OIDC({ id: 'x', name: 'X', clientId: 'x', clientSecret: SECRET_MESSAGE })] },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'InvalidProvider',
    id: '§14 InvalidProvider',
    when: 'two providers have the same id',
    config: { providers: [passwordProvider, passwordProvider] },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'MissingAdapter',
    id: '§14 MissingAdapter',
    when: 'an e-mail provider has no adapter',
    config: { providers: [mail] },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'MissingAdapterMethods',
    id: '§14 MissingAdapterMethods',
    when: 'the adapter lacks methods',
    config: { adapter: {} },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'MissingAuthorize',
    id: '§14 MissingAuthorize',
    when: 'a credentials provider has no `authorize`',
    config: { providers: [{ ...passwordProvider, authorize: undefined as never }] },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'UnsupportedStrategy',
    id: '§14 UnsupportedStrategy',
    when: 'the session strategy does not exist',
    config: { session: { strategy: 'memory' as 'jwt' } },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
  {
    type: 'InvalidOption',
    id: '§14',
    when: 'an option is invalid',
    config: { session: { maxAge: -1 } },
    raise: openSignIn,
    pageStatus: 500,
    scriptStatus: 500,
  },
]

/** The only error in the log. */
function onlyEntry({ log, errors: types }: App): { type: string | undefined; reference: string } {
  expect(types).toHaveLength(1)
  const details = log.find(({ level }) => level === 'error')?.details ?? []
  return { type: types[0], ...(details[0] as { reference: string }) }
}

describe.each(failures)(
  '$type, when $when',
  ({ type, config, raise, redirectsTo, showsReference, pageStatus, scriptStatus }) => {
    const { isPublic } = getFacts(
      new (errors as unknown as Record<string, new () => errors.AuthError>)[type]!(),
    )
    const publicType = isPublic ? type : 'Configuration'
    const hasReference = showsReference ?? !isPublic

    // proves each id, §2.5, ERR-4, ERR-5, P-LG-3
    it('shows the user a page, and logs an entry with the reference', async () => {
      vi.stubEnv('NODE_ENV', 'production')
      const app = createApp(config)
      const browser = new Browser(app)
      const response = await raise(browser, { accept: 'text/html' })
      const entry = onlyEntry(app)
      expect(entry).toMatchObject({ type, reference: expect.stringMatching(/^[\da-f]{8}$/) })
      const location = response.headers.get('location')
      const reference = hasReference ? `&reference=${entry.reference}` : ''
      expect(location).toBe(redirectsTo === undefined ? null : `${ORIGIN}${redirectsTo}${reference}`)
      const page = location === null ? response : await browser.get(location)
      expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
        status: pageStatus,
        type: 'text/html; charset=utf-8',
      })
      const html = await page.text()
      expect(html).not.toContain(SECRET_MESSAGE)
      expect(html.includes(entry.reference)).toBe(redirectsTo === undefined || hasReference)
    })

    // proves each id, ERR-11, P-LG-3
    it('returns JSON to a script, with the status and without the message of the cause', async () => {
      vi.stubEnv('NODE_ENV', 'production')
      const app = createApp(config)
      const response = await raise(new Browser(app), { accept: 'application/json' })
      const body = (await response.json()) as Record<string, string>
      const { reference } = onlyEntry(app)
      const url = redirectsTo && `${ORIGIN}${redirectsTo}${hasReference ? `&reference=${reference}` : ''}`
      expect({ status: response.status, body }).toEqual({
        status: scriptStatus,
        body: { error: publicType, message: expect.any(String), reference, ...(url && { url }) },
      })
      expect(JSON.stringify(body)).not.toContain(SECRET_MESSAGE)
    })
  },
)
