import fc from 'fast-check'
import { Auth, type AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { expect, it } from 'vitest'
import { seal } from '../../src/crypto/sealed.ts'
import { createIdp, ORIGIN, oidcFor, passwordProvider, SECRET } from '../kit/app.ts'
import { almost, asHeader, hostileText, hostileUrl, textOf } from './hostile.ts'
import { readHtml } from './read-html.ts'
import { holdsFor } from './runs.ts'

const idp = createIdp()
const quiet = { error: () => {}, warn: () => {}, debug: () => {} }
const mail = { id: 'mail', name: 'E-mail', type: 'email' as const, sendVerificationRequest: () => {} }
const common = { secret: SECRET, logger: quiet, providers: [oidcFor(idp), passwordProvider] }
/** Its own address, or that of whoever asks; sessions in cookies or in a database; our own pages or the application's. */
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

/** A session of ours that was over long ago: everything about it is right but the time. */
const { token } = await seal(
  { sub: 'ann' },
  { secrets: [SECRET], salt: '__Secure-latchkey.session-token' },
  60,
  0,
)

const PLAIN_DOORS = [
  'session',
  'csrf',
  'providers',
  'signin',
  'callback',
  'signout',
  'verify-request',
  'error',
]
const PROVIDER_DOORS = ['signin', 'callback'].flatMap((action) =>
  ['idp', 'credentials', 'mail', 'nobody', 'undefined'].map((id) => `${action}/${id}`),
)
const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...PLAIN_DOORS, ...PROVIDER_DOORS).map((action) => `/auth/${action}`),
  },
  {
    weight: 1,
    arbitrary: textOf([
      '/',
      '/auth',
      '/auth/',
      ...PLAIN_DOORS,
      ...PROVIDER_DOORS,
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
  almost(fc.constant('ann@example.com')),
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
  almost(fc.constant(token)),
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

/** A header that is mostly not there, or as clients send it, and sometimes as they never do. */
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
/** What is sent, and what it is said to be. */
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

type Asked = typeof requests extends fc.Arbitrary<infer T> ? T : never

function requestOf({
  method,
  path: target,
  query,
  headers: record,
  body: [content, type],
}: Asked): Request | undefined {
  const url = `${ORIGIN}${target}`
  if (!URL.canParse(url) || new URL(url).origin !== ORIGIN) return undefined
  const whole = new URL(url)
  for (const [name, text] of query) whole.searchParams.append(name, text)
  const sent = Object.entries({ ...record, 'content-type': record['content-type'] ?? type }).flatMap(
    ([name, text]): [string, string][] => (text === undefined ? [] : [[name, asHeader(text)]]),
  )
  return new Request(whole, {
    method,
    headers: sent,
    body: method === 'GET' || method === 'HEAD' ? null : content,
  })
}

/** Where an answer may lead: home, to what was configured, and to the provider. */
function expectHome(response: Response, request: Request, config: AuthConfig): void {
  const location = response.headers.get('location')
  if (location === null) return
  const url = new URL(location)
  expect(location).toMatch(/^https?:\/\/[!-[\]-~]+$/)
  expect([url.username, url.password]).toEqual(['', ''])
  if (url.origin === idp.issuer) {
    expect(request.method).toBe('POST')
    return
  }
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host') ?? 'app.test'
  const protocol = request.headers.get('x-forwarded-proto') ?? 'https'
  // One of the applications lets everybody go where they like.
  if (config.callbacks === undefined)
    expect(url.origin).toBe(config.baseUrl ?? new URL(`${protocol}://${host}`).origin)
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

/** The page that tells that the server failed has the status of what it tells. */
const TELLS_A_FAILURE = /^https:\/\/app\.test\/auth\/+error\/*\?(?:.*&)?error=Configuration(?:&|$)/

// proves P-HT-4, P-RD-1, P-RD-4, P-CK-6, P-PG-1, P-HO-1
it('whatever is asked for, there is a sound answer, and nobody is let in by it', async () => {
  await holdsFor(
    requests,
    async (asked) => {
      const request = requestOf(asked)
      if (request === undefined) return 'no URL'
      const config: AuthConfig = CONFIGS[asked.config]
      const response = await Auth(request, config)
      if (response.status !== 500) expect([2, 3, 4]).toContain(Math.floor(response.status / 100))
      else expect(new URL(request.url).href).toMatch(TELLS_A_FAILURE)
      expectHeaders(response)
      expectHarmlessCookies(response)
      expectHome(response, request, config)
      const text = await response.text()
      if (request.method === 'HEAD') expect(text).toBe('')
      else if (response.headers.get('content-type')?.startsWith('text/html')) readHtml(text)
      else if (text !== '') expect(JSON.parse(text)?.user).toBeUndefined()
      return String(response.status)
    },
    { share: 0.5, sees: ['200', '302', '404', '405'] },
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
  'a cookie that is named like ours and ends in %j keeps nobody from signing in',
  async (end) => {
    const response = await signIn(`__Host-latchkey.transaction.${end}=x`)
    expect([response.status, response.headers.getSetCookie().length]).toEqual([302, 1])
  },
)

// proves P-CK-4, P-DS-1
it('of a flood of cookies some are forgotten at a time', async () => {
  const names = Array.from(
    { length: 700 },
    (_, index) => `__Host-latchkey.transaction.${String(index).padStart(16, 'a')}`,
  )
  const response = await signIn(names.map((name) => `${name}=`).join(';'))
  const forgotten = response.headers.getSetCookie().filter((line) => line.includes('Max-Age=0'))
  expect([response.status, forgotten.length]).toEqual([302, 20])
})

// proves P-HT-4
it('a callback that is no sign-in is the fault of whoever opens it', async () => {
  const open = (path: string): Promise<Response> =>
    Auth(new Request(`${ORIGIN}/auth/${path}`, { headers: { accept: 'application/json' } }), CONFIGS.pinned)
  expect((await open('callback')).status).toBe(404)
  const credentials = await open('callback/credentials')
  expect([credentials.status, credentials.headers.get('allow')]).toEqual([405, 'POST'])
})
