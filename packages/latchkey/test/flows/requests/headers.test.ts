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
import type { EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../src/crypto/digest.ts'

const ACCEPT_JSON = { accept: 'application/json' }
const CROSS_SITE = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }

const email: EmailConfig = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest: () => {} }
const app = (): App =>
  createApp({
    adapter: memory(),
    session: { strategy: 'jwt' },
    providers: [passwordProvider, email, oidcFor(createIdp())],
  })
const misconfigured = (): App => createApp({ secret: '', adapter: {} })

interface Endpoint {
  readonly name: string
  readonly status: number
  readonly format: Format
  readonly send: (browser: Browser) => Promise<Response>
}

type Format = 'json' | 'page' | 'redirect'

/** Every endpoint, with each format of its response. */
const endpoints: readonly Endpoint[] = [
  { name: 'a session', status: 200, format: 'json', send: (browser) => browser.get(`${BASE}/session`) },
  {
    name: 'a session by HEAD',
    status: 200,
    format: 'json',
    send: (browser) => browser.send(`${BASE}/session`, { method: 'HEAD' }),
  },
  {
    name: 'a session for another site',
    status: 200,
    format: 'json',
    send: (browser) => browser.get(`${BASE}/session`, CROSS_SITE),
  },
  {
    name: 'a rejected session update',
    status: 400,
    format: 'json',
    send: (browser) => browser.post(`${BASE}/session`, {}, CROSS_SITE),
  },
  {
    name: 'a session update without a session',
    status: 200,
    format: 'json',
    send: (browser) => browser.post(`${BASE}/session`),
  },
  { name: 'a CSRF token', status: 200, format: 'json', send: (browser) => browser.get(`${BASE}/csrf`) },
  { name: 'the providers', status: 200, format: 'json', send: (browser) => browser.get(`${BASE}/providers`) },
  { name: 'the sign-in page', status: 200, format: 'page', send: (browser) => browser.get(`${BASE}/signin`) },
  {
    name: 'the start of a sign-in',
    status: 302,
    format: 'redirect',
    send: (browser) => browser.post(`${BASE}/signin/idp`),
  },
  {
    name: 'the start of a sign-in by a script',
    status: 200,
    format: 'json',
    send: (browser) => browser.post(`${BASE}/signin/idp`, {}, { 'x-auth-return-redirect': '1' }),
  },
  {
    name: 'a request for an e-mail link',
    status: 302,
    format: 'redirect',
    send: (browser) => browser.post(`${BASE}/signin/email`, { email: 'ann@example.com' }),
  },
  {
    name: 'a sign-in from another site',
    status: 302,
    format: 'redirect',
    send: (browser) => browser.post(`${BASE}/signin/idp`, {}, CROSS_SITE),
  },
  {
    name: 'a sign-in with a password',
    status: 302,
    format: 'redirect',
    send: (browser) => browser.post(`${BASE}/callback/credentials`, { password: 'right', email: 'a@b.c' }),
  },
  {
    name: 'a wrong password',
    status: 302,
    format: 'redirect',
    send: (browser) => browser.post(`${BASE}/callback/credentials`),
  },
  {
    name: 'a wrong password from a script',
    status: 401,
    format: 'json',
    send: (browser) => browser.post(`${BASE}/callback/credentials`, {}, ACCEPT_JSON),
  },
  {
    name: 'a callback that belongs to no sign-in',
    status: 302,
    format: 'redirect',
    send: (browser) => browser.get(`${BASE}/callback/idp?code=x&state=y`),
  },
  {
    name: 'an e-mail link in another browser',
    status: 200,
    format: 'page',
    send: (browser) => browser.get(`${BASE}/callback/email?token=x&email=ann@example.com`),
  },
  {
    name: 'the sign-out page',
    status: 200,
    format: 'page',
    send: (browser) => browser.get(`${BASE}/signout`),
  },
  {
    name: 'a sign-out',
    status: 302,
    format: 'redirect',
    send: (browser) => browser.post(`${BASE}/signout`),
  },
  {
    name: 'the page after a link was sent',
    status: 200,
    format: 'page',
    send: (browser) => browser.get(`${BASE}/verify-request`),
  },
  {
    name: 'the error page',
    status: 403,
    format: 'page',
    send: (browser) => browser.get(`${BASE}/error?error=AccessDenied`),
  },
  { name: 'an unknown path', status: 404, format: 'page', send: (browser) => browser.get(`${BASE}/unknown`) },
  {
    name: 'an unknown path for a script',
    status: 404,
    format: 'json',
    send: (browser) => browser.get(`${BASE}/unknown`, ACCEPT_JSON),
  },
  {
    name: 'a method that is not allowed',
    status: 405,
    format: 'json',
    send: (browser) => browser.send(`${BASE}/session`, { method: 'DELETE' }),
  },
  {
    name: 'a preflight from another site',
    status: 405,
    format: 'page',
    send: (browser) => browser.send(`${BASE}/signin`, { method: 'OPTIONS', headers: CROSS_SITE }),
  },
  {
    name: 'a form with another content type',
    status: 415,
    format: 'page',
    send: (browser) =>
      browser.send(`${BASE}/signout`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x',
      }),
  },
]

/** Requests to an application that cannot respond to them. */
const failures: readonly Endpoint[] = [
  { name: 'the sign-in page', status: 500, format: 'page', send: (browser) => browser.get(`${BASE}/signin`) },
  { name: 'a session', status: 500, format: 'json', send: (browser) => browser.get(`${BASE}/session`) },
  { name: 'a sign-in', status: 500, format: 'page', send: (browser) => browser.post(`${BASE}/signin/idp`) },
]

async function expectSafe(response: Response, status: number, format: Format): Promise<void> {
  const headers = Object.fromEntries(response.headers)
  expect(response.status).toBe(status)
  expect(headers).toMatchObject({
    'cache-control': expect.stringMatching(/^private,.*\bno-store\b/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    vary: expect.stringMatching(/\bCookie\b.*\bAccept\b/),
    'content-security-policy': expect.stringMatching(/^default-src 'none';.*\bframe-ancestors 'none'/),
  })
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|script-src/)
  expect(
    Object.keys(headers).filter((name) => /^access-control-|^server$|^x-powered-by$/.test(name)),
  ).toEqual([])
  // A page that opened a window for a sign-in keeps its reference to that window during redirects.
  expect(headers['cross-origin-opener-policy']).toBe(format === 'redirect' ? undefined : 'same-origin')
  const types = { json: 'application/json', page: 'text/html; charset=utf-8', redirect: undefined }
  expect(headers['content-type']).toBe(types[format])
  if (format === 'page') await expectOnlyOwnStyle(response)
}

/**
 * Asserts that the policy allows the style sheet of the page by its hash, and that the page has no
 * script, frame or other style.
 */
async function expectOnlyOwnStyle(response: Response): Promise<void> {
  const html = await response.text()
  const [, css = ''] = html.match(/<style>([\s\S]*?)<\/style>/) ?? []
  const hash = btoa(String.fromCharCode(...(await sha256(css))))
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
  expect(html).not.toMatch(/<script|<link|<iframe| style=|\son[a-z]+=/)
}

// proves P-PG-3, P-PG-5
describe('the security headers of every response', () => {
  it.each(endpoints)('protect $name ($status, $format)', async ({ status, format, send }) => {
    await expectSafe(await send(new Browser(app())), status, format)
  })

  it.each(failures)(
    'protect $name with an invalid configuration ($status, $format)',
    async ({ status, format, send }) => {
      await expectSafe(await send(new Browser(misconfigured())), status, format)
    },
  )

  it.each(failures)(
    'protect $name of an untrusted host ($status, $format)',
    async ({ status, format, send }) => {
      await expectSafe(
        await send(new Browser(createApp({ trustHost: false, baseUrl: undefined }))),
        status,
        format,
      )
    },
  )
})

// proves P-PG-3, P-PG-4
it('the content security policy allows the origin of the theme logo, and forms to https', async () => {
  const policy = async (logo: string, origin = ORIGIN): Promise<string | null> =>
    (await new Browser(createApp({ theme: { logo } }, origin)).get(`${origin}/auth/signin`)).headers.get(
      'content-security-policy',
    )
  expect(await policy('/logo.svg')).toContain("img-src 'self' data:; form-action 'self' https:; ")
  expect(await policy('https://cdn.test/x/logo.svg')).toContain("img-src 'self' data: https://cdn.test; ")
  expect(await policy('/logo.svg', 'http://localhost:3000')).toContain("form-action 'self' https: http:; ")
})
