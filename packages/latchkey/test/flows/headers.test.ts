import type { EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/crypto/digest.ts'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

const JSON_ASKED = { accept: 'application/json' }
const FOREIGN = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }

const email: EmailConfig = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest: () => {} }
const app = (): App =>
  createApp({
    adapter: memory(),
    session: { strategy: 'jwt' },
    providers: [passwordProvider, email, oidcFor(createIdp())],
  })
const broken = (): App => createApp({ secret: '', adapter: {} })

type Ask = (browser: Browser) => Promise<Response>

/** Every door, in every shape of its answer. */
const answers: readonly [string, number, 'json' | 'page' | 'redirect', Ask][] = [
  ['a session', 200, 'json', (browser) => browser.get(`${BASE}/session`)],
  ['a session, asked by HEAD', 200, 'json', (browser) => browser.send(`${BASE}/session`, { method: 'HEAD' })],
  ['a session, asked from elsewhere', 200, 'json', (browser) => browser.get(`${BASE}/session`, FOREIGN)],
  ['an update that is refused', 400, 'json', (browser) => browser.post(`${BASE}/session`, {}, FOREIGN)],
  ['an update by nobody', 200, 'json', (browser) => browser.post(`${BASE}/session`)],
  ['a token', 200, 'json', (browser) => browser.get(`${BASE}/csrf`)],
  ['the providers', 200, 'json', (browser) => browser.get(`${BASE}/providers`)],
  ['the sign-in page', 200, 'page', (browser) => browser.get(`${BASE}/signin`)],
  ['a sign-in that begins', 302, 'redirect', (browser) => browser.post(`${BASE}/signin/idp`)],
  [
    'a sign-in that begins, for a script',
    200,
    'json',
    (browser) => browser.post(`${BASE}/signin/idp`, {}, { 'x-auth-return-redirect': '1' }),
  ],
  [
    'a sign-in by mail',
    302,
    'redirect',
    (browser) => browser.post(`${BASE}/signin/email`, { email: 'ann@example.com' }),
  ],
  ['a sign-in from elsewhere', 302, 'redirect', (browser) => browser.post(`${BASE}/signin/idp`, {}, FOREIGN)],
  [
    'a sign-in with a password',
    302,
    'redirect',
    (browser) => browser.post(`${BASE}/callback/credentials`, { password: 'right', email: 'a@b.c' }),
  ],
  ['a wrong password', 302, 'redirect', (browser) => browser.post(`${BASE}/callback/credentials`)],
  [
    'a wrong password, for a script',
    401,
    'json',
    (browser) => browser.post(`${BASE}/callback/credentials`, {}, JSON_ASKED),
  ],
  [
    'a callback that belongs to nothing',
    302,
    'redirect',
    (browser) => browser.get(`${BASE}/callback/idp?code=x&state=y`),
  ],
  [
    'a link that asks first',
    200,
    'page',
    (browser) => browser.get(`${BASE}/callback/email?token=x&email=ann@example.com`),
  ],
  ['the sign-out page', 200, 'page', (browser) => browser.get(`${BASE}/signout`)],
  ['a sign-out', 302, 'redirect', (browser) => browser.post(`${BASE}/signout`)],
  ['the page about a mail', 200, 'page', (browser) => browser.get(`${BASE}/verify-request`)],
  ['the error page', 403, 'page', (browser) => browser.get(`${BASE}/error?error=AccessDenied`)],
  ['an unknown path', 404, 'page', (browser) => browser.get(`${BASE}/nowhere`)],
  ['an unknown path, for a script', 404, 'json', (browser) => browser.get(`${BASE}/nowhere`, JSON_ASKED)],
  ['another method', 405, 'json', (browser) => browser.send(`${BASE}/session`, { method: 'DELETE' })],
  [
    'a preflight from elsewhere',
    405,
    'page',
    (browser) => browser.send(`${BASE}/signin`, { method: 'OPTIONS', headers: FOREIGN }),
  ],
  [
    'another type of form',
    415,
    'page',
    (browser) =>
      browser.send(`${BASE}/signout`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x',
      }),
  ],
]

const failures: readonly [string, number, 'json' | 'page', Ask][] = [
  ['the sign-in page', 500, 'page', (browser) => browser.get(`${BASE}/signin`)],
  ['a session', 500, 'json', (browser) => browser.get(`${BASE}/session`)],
  ['a sign-in', 500, 'page', (browser) => browser.post(`${BASE}/signin/idp`)],
]

async function expectSafe(
  response: Response,
  status: number,
  shape: 'json' | 'page' | 'redirect',
): Promise<void> {
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
  // A window that a page opened for a sign-in stays its own on the way through.
  expect(headers['cross-origin-opener-policy']).toBe(shape === 'redirect' ? undefined : 'same-origin')
  const types = { json: 'application/json', page: 'text/html; charset=utf-8', redirect: undefined }
  expect(headers['content-type']).toBe(types[shape])
  if (shape === 'page') await expectOwnStyle(response)
}

/** The policy allows the one style sheet that the page carries, by its hash; it carries nothing else that runs or loads. */
async function expectOwnStyle(response: Response): Promise<void> {
  const html = await response.text()
  const [, css = ''] = html.match(/<style>([\s\S]*?)<\/style>/) ?? []
  const hash = btoa(String.fromCharCode(...(await sha256(css))))
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
  expect(html).not.toMatch(/<script|<link|<iframe| style=|\son[a-z]+=/)
}

// proves P-PG-3, P-PG-5
describe('every answer keeps caches, frames and other sites out', () => {
  it.each(answers)('%s (%i, %s)', async (_, status, shape, ask) => {
    await expectSafe(await ask(new Browser(app())), status, shape)
  })

  it.each(failures)('%s of a broken configuration (%i, %s)', async (_, status, shape, ask) => {
    await expectSafe(await ask(new Browser(broken())), status, shape)
  })

  it.each(failures)('%s of a host that is not trusted (%i, %s)', async (_, status, shape, ask) => {
    await expectSafe(
      await ask(new Browser(createApp({ trustHost: false, baseUrl: undefined }))),
      status,
      shape,
    )
  })
})

// proves P-PG-3, P-PG-4
it('only our own origin, https and data may be the picture of a theme, and forms go to https', async () => {
  const policy = async (logo: string, origin = ORIGIN): Promise<string | null> =>
    (await new Browser(createApp({ theme: { logo } }, origin)).get(`${origin}/auth/signin`)).headers.get(
      'content-security-policy',
    )
  expect(await policy('/logo.svg')).toContain("img-src 'self' data:; form-action 'self' https:; ")
  expect(await policy('https://cdn.test/x/logo.svg')).toContain("img-src 'self' data: https://cdn.test; ")
  expect(await policy('/logo.svg', 'http://localhost:3000')).toContain("form-action 'self' https: http:; ")
})
