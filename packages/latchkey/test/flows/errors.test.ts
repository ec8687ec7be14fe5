import type { Adapter, AuthConfig, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import * as errors from 'latchkey/errors'
import { CredentialsSignin, factsOf } from 'latchkey/errors'
import GitHub from 'latchkey/providers/github'
import OIDC from 'latchkey/providers/oidc'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import type { Idp } from '../kit/idp.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** What stands in the errors of the application, its database and others, and must not leave the server. */
const WORDS = 'connection refused for hunter2'

function fail(): never {
  throw new Error(WORDS)
}

/** Whether a person asks, or a script. */
type As = Record<string, string>
type Raise = (browser: Browser, as: As) => Promise<Response>

interface Failure {
  readonly type: string
  /** The row of the specification. */
  readonly id: string
  readonly how: string
  readonly config: Partial<AuthConfig>
  readonly raise: Raise
  /** Path and query that a person is sent to, without the reference; `undefined` when the answer itself is the page. */
  readonly sentTo?: string
  /** Status of the page that a person sees, and of the answer to a script. */
  readonly page: number
  readonly status: number
}

const right = { email: 'ann@example.com', password: 'right' }
const withPassword: Raise = (browser, as) => browser.post(`${BASE}/callback/credentials`, right, as)
const openSignIn: Raise = (browser, as) => browser.get(`${BASE}/signin`, as)
const mail: EmailConfig = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest: fail }
const opened = { token: 'x', email: 'ann@example.com' }
const fails = { ...memory(), getUserByAccount: fail, getUserByEmail: fail } satisfies Adapter
const knows = {
  ...memory(),
  getUserByEmail: (email: string) => ({ id: 'other', email, emailVerified: null }),
} satisfies Adapter

/** Through the provider and back. */
function through(idp: Idp, change: (answer: URL) => void = () => {}): Raise {
  return async (browser, as) => {
    const begun = await browser.post(`${BASE}/signin/idp`)
    const answer = idp.agree(begun.headers.get('location') ?? '')
    change(answer)
    return browser.get(answer.href, as)
  }
}

function refuse({ searchParams }: URL): void {
  searchParams.delete('code')
  searchParams.set('error', 'access_denied')
  searchParams.set('error_description', WORDS)
}

const idp = createIdp()
const provider = oidcFor(idp)
const error = '/auth/error?error=Configuration'

const shown: readonly Failure[] = [
  {
    type: 'AccessDenied',
    id: '§14 AccessDenied',
    how: 'the signIn callback throws',
    config: { callbacks: { signIn: fail } },
    raise: withPassword,
    sentTo: '/auth/error?error=AccessDenied',
    page: 403,
    status: 403,
  },
  {
    type: 'AccessDenied',
    id: '§14 AccessDenied',
    how: 'the signIn callback says no',
    config: { callbacks: { signIn: () => false } },
    raise: withPassword,
    sentTo: '/auth/error?error=AccessDenied',
    page: 403,
    status: 403,
  },
  {
    type: 'Verification',
    id: '§14 Verification',
    how: 'a link was never sent',
    config: { adapter: memory(), providers: [mail] },
    raise: (browser, as) => browser.post(`${BASE}/callback/email`, opened, as),
    sentTo: '/auth/error?error=Verification',
    page: 403,
    status: 403,
  },
  {
    type: 'CredentialsSignin',
    id: '§14 CredentialsSignin',
    how: 'authorize finds nobody',
    config: {},
    raise: (browser, as) => browser.post(`${BASE}/callback/credentials`, {}, as),
    sentTo: '/auth/signin?error=CredentialsSignin&code=credentials',
    page: 200,
    status: 401,
  },
  {
    type: 'CredentialsSignin',
    id: '§14 CredentialsSignin',
    how: 'authorize throws it',
    config: {
      providers: [
        {
          ...passwordProvider,
          authorize: () => {
            throw Object.assign(new CredentialsSignin(WORDS), { code: 'locked' })
          },
        },
      ],
    },
    raise: withPassword,
    sentTo: '/auth/signin?error=CredentialsSignin&code=locked',
    page: 200,
    status: 401,
  },
  {
    type: 'OAuthAccountNotLinked',
    id: '§14 OAuthAccountNotLinked',
    how: 'the address belongs to another user',
    config: { adapter: knows, providers: [provider] },
    raise: through(idp),
    sentTo: '/auth/signin?error=OAuthAccountNotLinked',
    page: 200,
    status: 403,
  },
  {
    type: 'OAuthCallbackError',
    id: '§14 OAuthCallbackError',
    how: 'the provider says no',
    config: { providers: [provider] },
    raise: through(idp, refuse),
    sentTo: '/auth/signin?error=OAuthCallbackError',
    page: 200,
    status: 400,
  },
  {
    type: 'MissingCSRF',
    id: '§14 MissingCSRF',
    how: 'a form comes from elsewhere',
    config: {},
    raise: (browser, as) =>
      browser.post(`${BASE}/callback/credentials`, right, {
        ...as,
        origin: 'https://evil.test',
        'sec-fetch-site': 'cross-site',
      }),
    sentTo: '/auth/signin?error=MissingCSRF',
    page: 200,
    status: 403,
  },
  {
    type: 'EmailSignInError',
    id: '§14 EmailSignInError',
    how: 'the mail cannot be sent',
    config: { adapter: memory(), providers: [mail] },
    raise: (browser, as) => browser.post(`${BASE}/signin/email`, { email: 'ann@example.com' }, as),
    sentTo: '/auth/signin?error=EmailSignInError',
    page: 200,
    status: 400,
  },
  {
    type: 'OAuthProfileParseError',
    id: '§14 OAuthProfileParseError',
    how: 'profile throws',
    config: { providers: [oidcFor(idp, { profile: fail })] },
    raise: through(idp),
    sentTo: '/auth/signin?error=Configuration',
    page: 200,
    status: 500,
  },
  {
    type: 'CallbackRouteError',
    id: '§14 CallbackRouteError',
    how: 'authorize throws anything else',
    config: { providers: [{ ...passwordProvider, authorize: fail }] },
    raise: withPassword,
    sentTo: error,
    page: 500,
    status: 500,
  },
  {
    type: 'AdapterError',
    id: '§14 AdapterError',
    how: 'the database throws',
    config: { adapter: fails, providers: [provider] },
    raise: through(idp),
    sentTo: error,
    page: 500,
    status: 500,
  },
  {
    type: 'InvalidCheck',
    id: '§14 InvalidCheck',
    how: 'an answer belongs to no sign-in',
    config: { providers: [provider] },
    raise: (browser, as) => browser.get(`${BASE}/callback/idp?code=x&state=y`, as),
    sentTo: error,
    page: 500,
    status: 400,
  },
  {
    type: 'UnknownProvider',
    id: '§14',
    how: 'a callback names no provider',
    config: {},
    raise: (browser, as) => browser.get(`${BASE}/callback`, as),
    sentTo: error,
    page: 500,
    status: 404,
  },
  {
    type: 'UnknownProvider',
    id: '§14',
    how: 'there is no such provider',
    config: {},
    raise: (browser, as) => browser.post(`${BASE}/signin/nobody`, {}, as),
    sentTo: error,
    page: 500,
    status: 404,
  },
  {
    type: 'AuthError',
    id: '§14',
    how: 'the redirect callback throws',
    config: { callbacks: { redirect: fail } },
    raise: (browser, as) => browser.get(`${BASE}/signin?callbackUrl=/x`, as),
    sentTo: error,
    page: 500,
    status: 500,
  },
  {
    type: 'UnknownAction',
    id: '§14 UnknownAction',
    how: 'there is no such door',
    config: {},
    raise: (browser, as) => browser.get(`${BASE}/nowhere`, as),
    page: 404,
    status: 404,
  },
  {
    type: 'MissingSecret',
    id: '§14 MissingSecret',
    how: 'there is no secret',
    config: { secret: '' },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'UntrustedHost',
    id: '§14 UntrustedHost',
    how: 'the host is not trusted',
    config: { trustHost: false },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'InvalidEndpoints',
    id: '§14 InvalidEndpoints',
    how: 'an OpenID provider has no issuer',
    config: { providers: [OIDC({ id: 'x', name: 'X', clientId: 'x', clientSecret: WORDS })] },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'InvalidProvider',
    id: '§14 InvalidProvider',
    how: 'a provider has no client',
    config: { providers: [GitHub] },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'MissingAdapter',
    id: '§14 MissingAdapter',
    how: 'links have nowhere to wait',
    config: { providers: [mail] },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'MissingAdapterMethods',
    id: '§14 MissingAdapterMethods',
    how: 'the adapter can too little',
    config: { adapter: {} },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'MissingAuthorize',
    id: '§14 MissingAuthorize',
    how: 'credentials have no authorize',
    config: { providers: [{ ...passwordProvider, authorize: undefined as never }] },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'UnsupportedStrategy',
    id: '§14 UnsupportedStrategy',
    how: 'there is no such strategy',
    config: { session: { strategy: 'memory' as 'jwt' } },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
  {
    type: 'InvalidOption',
    id: '§14',
    how: 'an option cannot be used',
    config: { session: { maxAge: -1 } },
    raise: openSignIn,
    page: 500,
    status: 500,
  },
]

/** The one entry of the log about a failure. */
function entryOf({ log, errors: types }: App): { type: string | undefined; reference: string } {
  expect(types).toHaveLength(1)
  const details = log.find(({ level }) => level === 'error')?.details ?? []
  return { type: types[0], ...(details[0] as { reference: string }) }
}

describe.each(shown)('$type, because $how', ({ type, config, raise, sentTo, page, status }) => {
  const { isPublic } = factsOf(new (errors as unknown as Record<string, new () => errors.AuthError>)[type]!())
  const word = isPublic ? type : 'Configuration'

  // proves each id, §2.5, ERR-4, ERR-5, P-LG-3
  it('leads a person to a page, and whoever runs the application to the entry in the log', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const app = createApp(config)
    const browser = new Browser(app)
    const response = await raise(browser, { accept: 'text/html' })
    const entry = entryOf(app)
    expect([entry.type, entry.reference]).toEqual([type, expect.stringMatching(/^[\da-f]{8}$/)])
    const location = response.headers.get('location')
    const reference = isPublic ? '' : `&reference=${entry.reference}`
    expect(location).toBe(sentTo === undefined ? null : `${ORIGIN}${sentTo}${reference}`)
    const seen = location === null ? response : await browser.get(location)
    expect([seen.status, seen.headers.get('content-type')]).toEqual([page, 'text/html; charset=utf-8'])
    const html = await seen.text()
    expect(html).not.toContain(WORDS)
    expect(html.includes(entry.reference)).toBe(sentTo === undefined || !isPublic)
  })

  // proves each id, ERR-11, P-LG-3
  it('is JSON for a script, with its status and without a word of the cause', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const app = createApp(config)
    const response = await raise(new Browser(app), { accept: 'application/json' })
    const body = (await response.json()) as Record<string, string>
    const { reference } = entryOf(app)
    const url = sentTo && `${ORIGIN}${sentTo}${isPublic ? '' : `&reference=${reference}`}`
    expect([response.status, body]).toEqual([
      status,
      { error: word, message: expect.any(String), reference, ...(url && { url }) },
    ])
    expect(JSON.stringify(body)).not.toContain(WORDS)
  })
})
