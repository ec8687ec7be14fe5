import { createIdp, ORIGIN, oidcFor, passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import fc from 'fast-check'
import { Auth, type AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { expect, it } from 'vitest'
import { seal } from '../../src/crypto/sealed.ts'
import { asHeader, hostileText, hostileUrl, joinedText, withOneChange } from './hostile.ts'
import { readHtml } from './read-html.ts'
import { holdsFor } from './runs.ts'

const idp = createIdp()
const quiet = { error: () => {}, warn: () => {}, debug: () => {} }
const mail = { id: 'mail', name: 'E-mail', type: 'email' as const, sendVerificationRequest: () => {} }
const common = { secret: SECRET, logger: quiet, providers: [oidcFor(idp), passwordProvider] }
/**
 * With a fixed origin or that of the request, JWT or database sessions, and built-in pages or those
 * of the application.
 */
const CONFIGS = {
  pinned: { ...common, baseUrl: ORIGIN },
  trusting: { ...common, trustHost: true, providers: [...common.providers, mail], adapter: memory() },
  open: {
    ...common,
    baseUrl: ORIGIN,
    pages: { signIn: '/in', signOut: '/out', error: '/wrong', verifyRequest: '/sent' },
    callbacks: { redirect: ({ url }) => url },
  },
} satisfies Record<string, AuthConfig>

/** A session that is valid except that it has expired. */
const { token } = await seal(
  { sub: 'ann' },
  { secrets: [SECRET], salt: '__Secure-latchkey.session-token' },
  60,
  0,
)

const ACTIONS = ['session', 'csrf', 'providers', 'signin', 'callback', 'signout', 'verify-request', 'error']
const PROVIDER_ACTIONS = ['signin', 'callback'].flatMap((action) =>
  ['idp', 'credentials', 'mail', 'unknown', 'undefined'].map((id) => `${action}/${id}`),
)
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...ACTIONS, ...PROVIDER_ACTIONS).map((action) => `/auth/${action}`),
  },
  {
    weight: 1,
    arbitrary: joinedText([
      '/',
      '/auth',
      '/auth/',
      ...ACTIONS,
      ...PROVIDER_ACTIONS,
      '%2f',
      '..',
      '\\',
      '%00',
      '%ff',
      '//',
    ]),
  },
)
const names = [
  'callbackUrl',
  'error',
  'email',
  'token',
  'state',
  'code',
  'iss',
  'provider',
  'csrfToken',
  'reference',
  'password',
  'data',
  'scope',
  'login_hint',
  '__proto__',
  'constructor',
  'redirect',
]
const value = fc.oneof(
  hostileText,
  hostileUrl,
  fc.constantFrom(
    'Configuration',
    'ann@example.com',
    'wrong',
    '/here',
    idp.issuer,
    '0123abcd',
    'x'.repeat(3000),
  ),
  withOneChange(fc.constant('ann@example.com')),
)
const fields = fc.array(
  fc.tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: hostileText }),
    value,
  ),
  { maxLength: 4 },
)

const cookieNames = [
  'session-token',
  'session-token.0',
  'session-token.1',
  'csrf-token',
  'callback-url',
  'transaction',
  'transaction.',
  'transaction.AAAAAAAAAAAAAAAA',
  'transaction.é',
  'transaction.a b',
]
const cookieName = fc
  .tuple(fc.constantFrom('', '__Secure-', '__Host-'), fc.constantFrom(...cookieNames))
  .map(([prefix, name]) => `${prefix}latchkey.${name}`)
const cookieValue = fc.oneof(
  hostileText,
  withOneChange(fc.constant(token)),
  fc.constantFrom('', 'a|b', 'a|b|c', '..', '....', 'eyJhbGciOiJkaXIifQ....', 'x'.repeat(40_000)),
)
const cookies = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 8, arbitrary: cookieName }, { weight: 1, arbitrary: hostileText }),
      cookieValue,
    ),
    { maxLength: 5 },
  )
  .map((all) => all.map(([name, content]) => `${name}=${content}`).join('; '))

/** Generates a header: mostly missing, sometimes with a usual value, rarely with a hostile one. */
const header = (...usual: string[]): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: 4, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.oneof(hostileText, hostileUrl) },
  )
const headers = fc.record({
  host: header('app.test', 'app.test:8443', 'evil.test'),
  'x-forwarded-host': header('app.test'),
  'x-forwarded-proto': header('https', 'http'),
  origin: header(ORIGIN, 'https://evil.test', 'null'),
  referer: header(`${ORIGIN}/`),
  'sec-fetch-site': fc.oneof(
    { weight: 3, arbitrary: fc.constant('same-origin') },
    { weight: 1, arbitrary: header('cross-site', 'none') },
  ),
  'sec-fetch-mode': header('navigate', 'cors'),
  accept: header('text/html', 'application/json', '*/*'),
  'content-type': header('application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'),
  'x-auth-return-redirect': header('1'),
  authorization: header('Bearer x'),
  cookie: fc.option(cookies, { nil: undefined }),
})
const FORM = 'application/x-www-form-urlencoded'
/** A body with its declared content type. */
const body = fc.oneof(
  fields.map(
    (pairs) =>
      [new URLSearchParams(pairs.map(([name, content]) => [name, content])).toString(), FORM] as const,
  ),
  fields.map((pairs) => [JSON.stringify(Object.fromEntries(pairs)), 'application/json'] as const),
  fc.tuple(fc.oneof(fc.json(), hostileText), fc.constantFrom(FORM, 'application/json', 'text/plain')),
)
const methods = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'BREW',
)
const requests = fc.record({
  config: fc.constantFrom('pinned' as const, 'trusting' as const, 'open' as const),
  method: methods,
  path,
  query: fields,
  headers,
  body,
})

type GeneratedRequest = typeof requests extends fc.Arbitrary<infer T> ? T : never

function toRequest({
  method,
  path: target,
  query,
  headers: record,
  body: [content, type],
}: GeneratedRequest): Request | undefined {
  const url = `${ORIGIN}${target}`
  if (!URL.canParse(url) || new URL(url).origin !== ORIGIN) return undefined
  const withQuery = new URL(url)
  for (const [name, text] of query) withQuery.searchParams.append(name, text)
  const sent = Object.entries({ ...record, 'content-type': record['content-type'] ?? type }).flatMap(
    ([name, text]): [string, string][] => (text === undefined ? [] : [[name, asHeader(text)]]),
  )
  return new Request(withQuery, {
    method,
    headers: sent,
    body: method === 'GET' || method === 'HEAD' ? null : content,
  })
}

/** Asserts that a redirect leads only to the application, a configured page or the provider. */
function expectSafeLocation(response: Response, request: Request, config: AuthConfig): void {
  const location = response.headers.get('location')
  if (location === null) return
  const url = new URL(location)
  expect(location).toMatch(/^https?:\/\/[!-[\]-~]+$/)
  expect({ username: url.username, password: url.password }).toEqual({ username: '', password: '' })
  if (url.origin === idp.issuer) {
    expect(request.method).toBe('POST')
    return
  }
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? 'app.test'
  // One configuration has a redirect callback that allows every URL.
  if (config.callbacks === undefined) {
    // Every request came by HTTPS, which no header can undo.
    expect(url.origin).toBe(config.baseUrl ?? new URL(`https://${host}`).origin)
  }
}

function expectHarmlessCookies(response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    expect(line).toMatch(/^[!-:<>-~]+=[!-:<-~]*(; [!-:<-~ ]+)*$/)
    expect(line.length).toBeLessThanOrEqual(4096)
    expect(line).toContain('HttpOnly')
    expect(line).not.toMatch(/^[^=]*session-token[^=]*=[^;]/)
  }
  expect(response.headers.getSetCookie().length).toBeLessThanOrEqual(22)
}

function expectHeaders(response: Response): void {
  const { headers: sent } = response
  expect(sent.get('cache-control')).toContain('no-store')
  expect(sent.get('x-content-type-options')).toBe('nosniff')
  expect(sent.get('referrer-policy')).toBe('same-origin')
  expect(sent.get('access-control-allow-origin')).toBeNull()
  if (!sent.get('content-type')?.startsWith('text/html')) return
  expect(sent.get('content-security-policy')).toMatch(
    /^default-src 'none'; [^,\r\n]*frame-ancestors 'none'; base-uri 'none'$/,
  )
  expect(sent.get('x-frame-options')).toBe('DENY')
}

/** The error page for a server error has status 500. */
const CONFIGURATION_ERROR_PAGE = /^https:\/\/app\.test\/auth\/+error\/*\?(?:.*&)?error=Configuration(?:&|$)/

// proves P-HT-4, P-RD-1, P-RD-4, P-CK-6, P-PG-1, P-HO-1
it('every request has a safe response and signs no user in', async () => {
  await holdsFor(
    requests,
    async (generated) => {
      const request = toRequest(generated)
      if (request === undefined) return 'no URL'
      const config: AuthConfig = CONFIGS[generated.config]
      const response = await Auth(request, config)
      if (response.status !== 500) expect([2, 3, 4]).toContain(Math.floor(response.status / 100))
      else expect(new URL(request.url).href).toMatch(CONFIGURATION_ERROR_PAGE)
      expectHeaders(response)
      expectHarmlessCookies(response)
      expectSafeLocation(response, request, config)
      const text = await response.text()
      if (request.method === 'HEAD') expect(text).toBe('')
      else if (response.headers.get('content-type')?.startsWith('text/html')) readHtml(text)
      else if (text !== '') expect(JSON.parse(text)?.user).toBeUndefined()
      return String(response.status)
    },
    { share: 0.5, outcomes: ['200', '302', '404', '405'] },
  )
})

const signIn = (cookie: string): Promise<Response> =>
  Auth(
    new Request(`${ORIGIN}/auth/signin/idp`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
    }),
    CONFIGS.pinned,
  )

// proves P-RD-4, P-HT-4
it.each(['é', 'a b', '', '(a)', 'AAAAAAAAAAAAAAA"'])(
  'a cookie with the prefix of a transaction cookie and the end %j does not prevent a sign-in',
  async (end) => {
    const response = await signIn(`__Host-latchkey.transaction.${end}=x`)
    expect({ status: response.status, cookies: response.headers.getSetCookie().length }).toEqual({
      status: 302,
      cookies: 1,
    })
  },
)

// proves P-CK-4, P-DS-1
it('a response deletes at most 20 of many stale transaction cookies', async () => {
  const names = Array.from(
    { length: 700 },
    (_, index) => `__Host-latchkey.transaction.${String(index).padStart(16, 'a')}`,
  )
  const response = await signIn(names.map((name) => `${name}=`).join(';'))
  const deleted = response.headers.getSetCookie().filter((line) => line.includes('Max-Age=0'))
  expect({ status: response.status, deleted: deleted.length }).toEqual({ status: 302, deleted: 20 })
})

// proves P-HT-4
it('a callback request that cannot be a sign-in returns a client error', async () => {
  const open = (path: string): Promise<Response> =>
    Auth(new Request(`${ORIGIN}/auth/${path}`, { headers: { accept: 'application/json' } }), CONFIGS.pinned)
  expect((await open('callback')).status).toBe(404)
  const credentials = await open('callback/credentials')
  expect({ status: credentials.status, allow: credentials.headers.get('allow') }).toEqual({
    status: 405,
    allow: 'POST',
  })
})
