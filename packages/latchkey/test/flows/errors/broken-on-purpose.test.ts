// Longer than other files because each test is a row of one list: what a developer breaks first.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser, findForms, type Site } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { plainOAuth } from '@latchkey/test-support/kit/oauth-callback.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { type AuthConfig, createAuth, customFetch } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { Latchkey } from 'latchkey/next'
import GitHub from 'latchkey/providers/github'
import Nodemailer from 'latchkey/providers/nodemailer'
import OIDC from 'latchkey/providers/oidc'
import { Latchkey as SolidLatchkey } from 'latchkey/solid-start'
import { NextRequest } from 'next/server.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

isolateEnvironment()

/** What the console received, one entry for each message. */
let lines: string[] = []
const open: Server[] = []

beforeEach(() => {
  lines = []
  for (const level of ['error', 'warn', 'log'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

const RIGHT = { email: 'ann@example.com', password: 'right' }

/** An application that logs to the console, as it does without a logger of its own. */
function broken(config: Partial<AuthConfig>, origin = ORIGIN): App {
  return createApp({ logger: undefined, ...config }, origin)
}

const SECRETS = [SECRET, 'the secret of the client', 'app secret', 'access token of ann', 'eyJ']

/** The first line of the only message, with a placeholder for the reference. It has no secret. */
function logged(): string {
  expect(lines).toHaveLength(1)
  expect(SECRETS.filter((secret) => lines[0]?.includes(secret))).toEqual([])
  return (lines[0] ?? '').split('\n', 1)[0]?.replace(/"reference":"[\da-f]{8}"/, '"reference":"…"') ?? ''
}

interface Shown {
  readonly status: number
  /** The text of the page up to its forms and links. */
  readonly text: string
  /** The links by which a user can go on, or the number of forms. */
  readonly wayForward: string
  readonly hasReference: boolean
}

/** Follows redirects, and returns what the user sees. */
async function shownTo(browser: Browser, response: Response): Promise<Shown> {
  const { response: page } = await browser.follow(response)
  const html = await page.text()
  const [, main = ''] = html.match(/<main>([\s\S]*)<\/main>/) ?? []
  const reference = main.match(/<code[^>]*>([\da-f]{8})<\/code>/)?.[1]
  if (reference !== undefined) expect(lines[0]).toContain(`"reference":"${reference}"`)
  const [said = ''] = main.split(/<p class="reference">|<div class="actions">|<form/)
  const text = said
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const links = [...main.matchAll(/<a [^>]*>([^<]*)</g)].map(([, label]) => label)
  const forms = main.match(/<form/g)?.length ?? 0
  return {
    status: page.status,
    text,
    wayForward: forms > 0 ? `${forms} form` : links.join(', '),
    hasReference: reference !== undefined,
  }
}

/** The page of every failure that a user can do nothing about. */
const CONFIGURATION: Shown = {
  status: 500,
  text:
    'Something went wrong Your request could not be completed. Please try again. ' +
    'If it fails again, wait a few minutes.',
  wayForward: 'Sign in again, Go to the home page',
  hasReference: true,
}
const UNAVAILABLE: Shown = {
  status: 503,
  text: 'Not available at the moment Wait a few seconds, then try again or choose another sign-in method.',
  wayForward: 'Sign in again, Go to the home page',
  hasReference: true,
}
/** As `CONFIGURATION`, in place: the sign-in page fails too. */
const IN_PLACE: Shown = { ...CONFIGURATION, wayForward: 'Go to the home page' }

const COOKIES_NEEDED =
  'Sign in Your browser did not send the cookie that the sign-in needs. ' +
  'Allow cookies for this site, then sign in again in this window.'

/** The application, for a browser that stores none of its cookies. */
function withoutCookies({ origin, fetch }: Site): Site {
  return {
    origin,
    fetch: async (request) => {
      const { status, headers, body } = await fetch(request)
      const others = [...headers].filter(([name]) => name !== 'set-cookie')
      return new Response(body, { status, headers: others })
    },
  }
}

/** Starts a server on this machine. */
async function serve(respond: RequestListener): Promise<string> {
  const server = createServer(respond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns an address of this machine at which nothing listens. */
async function nowhere(): Promise<string> {
  const url = await serve(() => {})
  await new Promise((resolve) => open.pop()?.close(resolve))
  return url
}

const client = { clientId: 'app', clientSecret: 'the secret of the client' }

describe('the log line and the page for a configuration', () => {
  it('without a secret in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const browser = new Browser(broken({ secret: undefined }))
    expect(await shownTo(browser, await browser.get(`${BASE}/signin`))).toEqual(IN_PLACE)
    expect(logged()).toBe(
      '[latchkey] MissingSecret: `AUTH_SECRET` is not set. Set it to the output of ' +
        '`openssl rand -base64 33`, or set `secret`. {"reference":"…","request":"GET signin"}',
    )
  })

  it('with another secret than before', async () => {
    const browser = moveTo(
      broken({ secret: 'another secret that is long enough for every test' }),
      await signedIn(createApp()),
    )
    expect(await readSession(browser)).toBeNull()
    expect(logged()).toBe(
      '[latchkey] JWTSessionError: A session cookie was removed: it has expired, was changed, or ' +
        'was sealed with another secret. To change the secret, set `secret: [new, old]`; with ' +
        'several processes, first `[old, new]` in all of them.',
    )
    lines = []
    const { text, wayForward } = await shownTo(browser, await browser.get(`${BASE}/signin`))
    expect({ text, wayForward }).toEqual({ text: 'Sign in', wayForward: '1 form' })
  })

  it('with a provider without a client ID', async () => {
    const browser = new Browser(broken({ providers: [GitHub] }))
    expect((await browser.get(`${BASE}/session`)).status).toBe(200)
    expect(logged()).toBe(
      '[latchkey] InvalidProvider: The provider "github" has no `clientId` and `clientSecret`. Set ' +
        'AUTH_GITHUB_ID and AUTH_GITHUB_SECRET in the environment, or pass `clientId` and `clientSecret`.',
    )
    lines = []
    expect(await shownTo(browser, await browser.get(`${BASE}/signin`))).toEqual(IN_PLACE)
    expect(logged()).toBe(
      '[latchkey] InvalidProvider: The provider "github" has no `clientId` and `clientSecret`. Set ' +
        'AUTH_GITHUB_ID and AUTH_GITHUB_SECRET in the environment, or pass `clientId` and `clientSecret`. ' +
        '{"reference":"…","request":"GET signin"}',
    )
  })

  it('with a wrong value', async () => {
    const browser = new Browser(broken({ session: { maxAge: '30d' as unknown as number } }))
    expect(await shownTo(browser, await browser.get(`${BASE}/signin`))).toEqual(IN_PLACE)
    expect(logged()).toBe(
      '[latchkey] InvalidOption: `session.maxAge` is not a number of seconds. Set it to a whole ' +
        'number above 0. {"reference":"…","request":"GET signin"}',
    )
  })

  it('behind a proxy whose host is not trusted', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const browser = new Browser(broken({ trustHost: undefined }))
    const response = await browser.get(`${BASE}/signin`, { host: 'app.example.com' })
    expect(await shownTo(browser, response)).toEqual(IN_PLACE)
    expect(logged()).toBe(
      '[latchkey] UntrustedHost: The host "app.example.com" is not trusted. Set AUTH_URL to the ' +
        "application's public address, such as AUTH_URL=https://app.example.com. Behind a " +
        'proxy that sets the host, you can set AUTH_TRUST_HOST=true instead. ' +
        '{"reference":"…","request":"GET signin"}',
    )
  })

  it("in production on the developer's machine, without AUTH_URL", async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const browser = new Browser(broken({ trustHost: undefined }, 'http://localhost:3000'))
    const response = await browser.get('http://localhost:3000/auth/signin', { host: 'localhost:3000' })
    expect(await shownTo(browser, response)).toEqual(IN_PLACE)
    expect(logged()).toBe(
      '[latchkey] UntrustedHost: The host "localhost:3000" is not trusted. In production, no host ' +
        'is trusted by default. To run the application on this machine, set ' +
        'AUTH_URL=http://localhost:3000 {"reference":"…","request":"GET signin"}',
    )
  })

  it("in production on the developer's machine, in a proxy: names the path", async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const auth = createAuth(broken({ trustHost: undefined }).config)
    const headers = new Headers({ host: 'localhost:3000', accept: 'text/html' })
    const url = new URL('http://localhost:3000/account?tab=1')
    const response = (await auth.sessionOrErrorPage({ headers, url })) as Response
    expect(await shownTo(new Browser(), response)).toEqual(IN_PLACE)
    expect(logged()).toBe(
      '[latchkey] UntrustedHost: The host "localhost:3000" is not trusted. In production, no host ' +
        'is trusted by default. To run the application on this machine, set ' +
        'AUTH_URL=http://localhost:3000 {"reference":"…","request":"GET /account"}',
    )
  })
})

describe('the log line and the page for a route that is mounted elsewhere', () => {
  const NOT_FOUND: Shown = {
    status: 404,
    text: 'Page not found This page does not exist. Start from the home page.',
    wayForward: 'Go to the home page',
    hasReference: true,
  }

  it('on a server', async () => {
    const browser = new Browser(broken({}))
    expect(await shownTo(browser, await browser.get(`${ORIGIN}/login/signin`))).toEqual(NOT_FOUND)
    expect(logged()).toBe(
      '[latchkey] UnknownAction: There is no endpoint at this path. The endpoints are below ' +
        '/auth/. Send the requests below /auth/ to Latchkey, or set `basePath` to the ' +
        "route's path. A path in `AUTH_URL` also sets `basePath`. " +
        '{"reference":"…","request":"GET /login/signin"}',
    )
  })

  it('below the base path, with an unknown name', async () => {
    const browser = new Browser(broken({}))
    expect(await shownTo(browser, await browser.get(`${BASE}/sign-in`))).toEqual(NOT_FOUND)
    expect(logged()).toBe(
      '[latchkey] UnknownAction: There is no endpoint at this path. Those below /auth/ are: ' +
        'session, csrf, providers, signin, callback, signout, webauthn-options, backchannel-logout, ' +
        'verify-request, error. {"reference":"…","request":"GET /auth/sign-in"}',
    )
  })

  it('in Next.js', async () => {
    const { handlers } = Latchkey({ secret: SECRET, trustHost: true, providers: [passwordProvider] })
    const headers = { host: 'app.test', accept: 'text/html' }
    const response = await handlers.GET(new NextRequest('https://app.test/auth/signin', { headers }))
    expect(await shownTo(new Browser(), response)).toEqual(NOT_FOUND)
    expect(logged()).toBe(
      '[latchkey] UnknownAction: There is no endpoint at this path. The endpoints are below ' +
        '/api/auth/. Move the route file to app/api/auth/[...latchkey]/route.ts, or set ' +
        "`basePath` to the route's path. A path in `AUTH_URL` also sets `basePath`. " +
        '{"reference":"…","request":"GET /auth/signin"}',
    )
  })

  it('in SolidStart, where the framework then shows its own page', async () => {
    const { GET } = SolidLatchkey({ secret: SECRET, trustHost: true, providers: [passwordProvider] })
    const request = new Request('https://app.test/auth/signin')
    expect(await GET({ request })).toBeUndefined()
    expect(await GET({ request })).toBeUndefined()
    expect(logged()).toBe(
      '[latchkey] other-path There is no endpoint at /auth/signin. The endpoints are below ' +
        '/api/auth/. Move the route file to src/routes/api/auth/[...latchkey].ts, or set ' +
        "`basePath` to the route's path. A path in `AUTH_URL` also sets `basePath`.",
    )
  })
})

describe('the log line and the page when', () => {
  it('the database is down', async () => {
    const adapter = sqlite(':memory:')
    const browser = new Browser(broken({ adapter, session: { strategy: 'database' } }))
    await adapter.close()
    expect(await shownTo(browser, await browser.post(`${BASE}/callback/credentials`, RIGHT))).toEqual(
      CONFIGURATION,
    )
    expect(logged()).toBe(
      "[latchkey] AdapterError: The adapter's `getUser` failed: statement has been " +
        'finalized. Check the database and its tables. ' +
        '{"method":"getUser"} {"reference":"…","request":"POST callback/credentials"}',
    )
  })

  it('`authorize` throws', async () => {
    const authorize = (): never => {
      throw new Error('column "mail" does not exist')
    }
    const browser = new Browser(broken({ providers: [{ ...passwordProvider, authorize }] }))
    const response = await browser.post(`${BASE}/callback/credentials`, RIGHT)
    // Once for each process: an error does not say whether the password was wrong.
    expect(lines.shift()).toBe(
      '[latchkey] authorize-threw `authorize` for provider "credentials" threw an error that does not ' +
        'say whether the credentials are wrong. For wrong credentials, return `null` or throw ' +
        '`CredentialsSignin`.',
    )
    expect(await shownTo(browser, response)).toEqual(CONFIGURATION)
    expect(logged()).toBe(
      '[latchkey] CallbackRouteError: `authorize` for provider "credentials" threw: column ' +
        '"mail" does not exist. Fix it, or return `null` for wrong credentials. ' +
        '{"provider":"credentials"} {"reference":"…","request":"POST callback/credentials"}',
    )
  })

  it('a form comes from elsewhere', async () => {
    const browser = new Browser(broken({}))
    const response = await browser.post(`${BASE}/callback/credentials`, RIGHT, {
      origin: 'https://www.app.test',
      'sec-fetch-site': 'same-site',
    })
    expect(await shownTo(browser, response)).toEqual({
      status: 200,
      text: 'Sign in This form has expired or was opened at another address. Please try again.',
      wayForward: '1 form',
      hasReference: false,
    })
    expect(logged()).toBe(
      '[latchkey] MissingCSRF: A request came from https://www.app.test, but the application is at ' +
        'https://app.test. If the application is served from there, set `AUTH_URL` to that address. ' +
        '{"reference":"…","request":"POST callback/credentials"}',
    )
  })

  it('the mail server does not run', async () => {
    const server = (await nowhere()).replace('http:', 'smtp:')
    const providers = [Nodemailer({ id: 'email', server, from: 'no-reply@app.test' })]
    const browser = new Browser(broken({ adapter: memory(), providers }))
    expect(
      await shownTo(browser, await browser.post(`${BASE}/signin/email`, { email: RIGHT.email })),
    ).toEqual(UNAVAILABLE)
    expect(logged().replace(server.slice(7), '<address>')).toBe(
      '[latchkey] ServiceUnavailable: The e-mail for provider "email" could not be sent: connect ' +
        'ECONNREFUSED <address>. Check `server`, and that this server can reach it. `timeouts.email` is ' +
        'the time limit. {"provider":"email","retryAfter":5} {"reference":"…","request":"POST signin/email"}',
    )
  })
})

describe('the log line and the page for a provider', () => {
  it('that has another URL registered: the debug log shows the callback URL that was sent', async () => {
    const redirectUris = ['http://localhost:3000/api/auth/callback/idp']
    const provider = await startProvider({ clients: [{ ...client, redirectUris }] })
    try {
      const providers = [OIDC({ id: 'idp', name: 'The provider', issuer: provider.issuer, ...client })]
      const browser = new Browser(broken({ debug: true, providers }))
      const start = await browser.post(`${BASE}/signin/idp`)
      const page = await browser.get(start.headers.get('location') ?? '')
      expect(page.status).toBe(400)
      expect(await page.text()).toContain('redirect_uri')
      expect(lines).toContain(
        '[latchkey] sign-in started {"provider":"idp","redirectUri":"https://app.test/auth/callback/idp",' +
          '"callbackUrl":"https://app.test"}',
      )
    } finally {
      await provider.close()
    }
  })

  it('that reports an unregistered callback URL in its response', async () => {
    const idp = createIdp()
    const browser = new Browser(broken({ providers: [oidcFor(idp)] }))
    const start = await browser.post(`${BASE}/signin/idp`)
    const redirect = idp.agree(start.headers.get('location') ?? '')
    redirect.searchParams.delete('code')
    redirect.searchParams.set('error', 'redirect_uri_mismatch')
    expect(await shownTo(browser, await browser.get(redirect.href))).toEqual(CONFIGURATION)
    expect(logged()).toBe(
      '[latchkey] CallbackRouteError: The provider "idp" responded: "redirect_uri_mismatch". ' +
        'Register this callback URL at The provider: https://app.test/auth/callback/idp ' +
        '{"provider":"idp","error":"redirect_uri_mismatch","redirectUri":"https://app.test/auth/callb' +
        'ack/idp"} {"reference":"…","request":"GET callback/idp"}',
    )
  })

  it('that reports an unregistered callback URL without a valid state', async () => {
    const browser = new Browser(broken({ providers: [oidcFor(createIdp())] }))
    const query = 'error=invalid_request&error_description=The+redirect_uri+is+not+registered'
    for (const state of ['', '&state=x', '&state=y'])
      await browser.get(`${BASE}/callback/idp?${query}${state}`)
    // Anyone can send this response, so it is logged once, and the other lines have no stack.
    expect(lines.map((line) => line.replace(/"reference":"[\da-f]{8}"/, '"reference":"…"'))).toEqual([
      '[latchkey] callback-url-rejected The provider "idp" seems to have rejected a ' +
        "sign-in's callback URL. Register that URL at The provider. " +
        'The debug message "sign-in started" shows it as `redirectUri`.',
      '[latchkey] InvalidCheck: A response from "idp" has no `state`, so it belongs to no sign-in that ' +
        'started here. Start the sign-in again. {"provider":"idp"} ' +
        '{"reference":"…","request":"GET callback/idp"}',
      expect.stringMatching(/^\[latchkey\] MissingCookie: [^\n]+$/),
      expect.stringMatching(/^\[latchkey\] MissingCookie: [^\n]+$/),
    ])
  })

  it('that fails', async () => {
    const issuer = await serve((_, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end('no'),
    )
    const browser = new Browser(broken({ providers: [OIDC({ id: 'idp', name: 'X', issuer, ...client })] }))
    expect(await shownTo(browser, await browser.post(`${BASE}/signin/idp`))).toEqual(UNAVAILABLE)
    expect(logged().replaceAll(issuer, '<issuer>')).toBe(
      '[latchkey] ServiceUnavailable: The provider "idp" responded to GET ' +
        '<issuer>/.well-known/openid-configuration with status 500 and the content type text/html. ' +
        'The fault is at the provider. Try again later, and check its status page. ' +
        '{"provider":"idp","request":"GET <issuer>/.well-known/openid-configuration","status":500,' +
        '"retryAfter":5} {"reference":"…","request":"POST signin/idp"}',
    )
  })

  it('that cannot be reached', async () => {
    const issuer = await nowhere()
    const browser = new Browser(broken({ providers: [OIDC({ id: 'idp', name: 'X', issuer, ...client })] }))
    expect(await shownTo(browser, await browser.post(`${BASE}/signin/idp`))).toEqual(UNAVAILABLE)
    expect(logged().replaceAll(issuer, '<issuer>')).toBe(
      '[latchkey] ServiceUnavailable: The provider "idp" could not be reached. GET ' +
        '<issuer>/.well-known/openid-configuration: ECONNREFUSED. Nothing accepts connections there. ' +
        'Check host and port. If this server knows the provider by another name, set `discovery`. ' +
        '{"provider":"idp","request":"GET <issuer>/.well-known/openid-configuration","retryAfter":5} ' +
        '{"reference":"…","request":"POST signin/idp"}',
    )
  })

  it('that fails at an endpoint with a query', async () => {
    const respond: typeof fetch = async (input) =>
      new URL(String(input)).pathname === '/token'
        ? Response.json({ access_token: 'access token of ann', token_type: 'bearer' })
        : new Response('<h1>No</h1>', { status: 403 })
    const userinfo = 'https://plain.test/me?key=app+secret'
    const browser = new Browser(broken({ providers: [{ ...plainOAuth, userinfo, [customFetch]: respond }] }))
    const start = await browser.post(`${BASE}/signin/plain`)
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state')
    const response = await browser.get(`${BASE}/callback/plain?code=c&state=${state}`)
    expect(await shownTo(browser, response)).toEqual(CONFIGURATION)
    expect(logged()).toBe(
      '[latchkey] CallbackRouteError: The provider "plain" responded to GET https://plain.test/me with ' +
        'status 403 and the content type text/plain. ' +
        'Check the client ID and the client secret: `AUTH_PLAIN_ID` and `AUTH_PLAIN_SECRET`. ' +
        'Check the scopes. ' +
        '{"provider":"plain","request":"GET https://plain.test/me","status":403} ' +
        '{"reference":"…","request":"GET callback/plain"}',
    )
  })

  it('that rejects the client secret', async () => {
    const idp = createIdp()
    const providers = [oidcFor(idp, { clientSecret: 'another secret' })]
    const browser = new Browser(broken({ providers }))
    const start = await browser.post(`${BASE}/signin/idp`)
    const callback = idp.agree(start.headers.get('location') ?? '').href
    expect(await shownTo(browser, await browser.get(callback))).toEqual(CONFIGURATION)
    expect(logged()).toBe(
      '[latchkey] CallbackRouteError: The "idp" token endpoint responded: "invalid_grant: code, ' +
        'client or verifier is wrong". The code has expired or was already used, or is for another ' +
        'client or callback URL. {"provider":"idp","request":"POST ' +
        'https://id.test/token","status":400} {"reference":"…","request":"GET callback/idp"}',
    )
  })

  it.each([
    {
      clock: 'fast',
      claims: { iat: 996_300, exp: 996_600 },
      says:
        '[latchkey] CallbackRouteError: The ID token from "idp" has expired (`exp`). By this ' +
        "server's clock, which says 1970-01-12T13:46:40.000Z, it was issued 3700 seconds ago. Check " +
        "this server's clock: it is probably fast. " +
        '{"provider":"idp","claim":"exp","skew":3700} ' +
        '{"reference":"…","request":"GET callback/idp"}',
    },
    {
      clock: 'slow',
      claims: { iat: 1_003_600, nbf: 1_003_600, exp: 1_003_900 },
      says:
        '[latchkey] CallbackRouteError: The ID token from "idp" is not valid yet (`nbf`). By this ' +
        "server's clock, which says 1970-01-12T13:46:40.000Z, it was issued 3600 seconds in the " +
        "future. Check this server's clock: it is probably slow. " +
        '{"provider":"idp","claim":"nbf","skew":-3600} {"reference":"…","request":"GET callback/idp"}',
    },
  ])('whose clock differs, because that of this server is $clock', async ({ claims, says }) => {
    vi.useFakeTimers({ now: 1_000_000_000, toFake: ['Date'] })
    try {
      const idp = createIdp('https://id.test', { claims })
      const browser = new Browser(broken({ providers: [oidcFor(idp)] }))
      const start = await browser.post(`${BASE}/signin/idp`)
      const callback = idp.agree(start.headers.get('location') ?? '').href
      expect(await shownTo(browser, await browser.get(callback))).toEqual(CONFIGURATION)
      expect(logged()).toBe(says)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the log line and the page for a cookie that the browser does not send', () => {
  const NEEDED: Shown = { status: 200, text: COOKIES_NEEDED, wayForward: '1 form', hasReference: true }

  /** Opens the sign-in page and submits its form, as a browser does. */
  async function submit(
    browser: Browser,
    origin = ORIGIN,
    fields: Record<string, string> = {},
  ): Promise<Response> {
    const page = await browser.get(`${origin}/auth/signin?callbackUrl=/after`)
    const [form] = await findForms(page, origin)
    return browser.post(
      form?.action ?? '',
      { ...form?.fields, ...fields },
      { referer: `${origin}/auth/signin` },
    )
  }

  it('with the right password', async () => {
    const browser = new Browser(withoutCookies(broken({})))
    expect(await shownTo(browser, await submit(browser, ORIGIN, RIGHT))).toEqual(NEEDED)
    expect(logged()).toBe(
      "[latchkey] MissingCookie: A sign-in form came without its page's cookie. The browser " +
        'blocks cookies, or they were deleted after the page was opened. Allow cookies for ' +
        'https://app.test, and open the page again. {"provider":"credentials"} ' +
        '{"reference":"…","request":"POST callback/credentials"}',
    )
  })

  it('with an e-mail address: sends no e-mail', async () => {
    const sendVerificationRequest = vi.fn()
    const email = { id: 'email', name: 'e-mail', type: 'email', sendVerificationRequest } as const
    const browser = new Browser(withoutCookies(broken({ adapter: memory(), providers: [email] })))
    expect(await shownTo(browser, await submit(browser, ORIGIN, { email: RIGHT.email }))).toEqual(NEEDED)
    expect(sendVerificationRequest).not.toHaveBeenCalled()
  })

  it('at the callback of a provider', async () => {
    const idp = createIdp()
    const browser = new Browser(withoutCookies(broken({ providers: [oidcFor(idp)] })))
    const start = await browser.post(`${BASE}/signin/idp`)
    const callback = idp.agree(start.headers.get('location') ?? '').href
    expect(await shownTo(browser, await browser.get(callback))).toEqual(NEEDED)
    expect(logged()).toBe(
      '[latchkey] MissingCookie: A response from "idp" came without its sign-in cookie. ' +
        'Either the browser blocks cookies, or the sign-in started in another browser, too long ago, ' +
        'or on another host than app.test, for example with www instead of without. Open the ' +
        'application at https://app.test, or set `AUTH_URL` to the address that users open. ' +
        '{"provider":"idp"} {"reference":"…","request":"GET callback/idp"}',
    )
  })

  it('because its attribute `Secure` does not work over http', async () => {
    const origin = 'http://192.168.1.20:3000'
    const browser = new Browser(withoutCookies(broken({ useSecureCookies: true }, origin)))
    expect(await shownTo(browser, await submit(browser, origin, RIGHT))).toEqual(NEEDED)
    expect(logged()).toBe(
      "[latchkey] MissingCookie: A sign-in form came without its page's cookie. The cookie " +
        'has the attribute `Secure`, but the application is at http://192.168.1.20:3000. Serve it ' +
        'over https, or remove `useSecureCookies` and the cookie option `secure`. ' +
        '{"provider":"credentials"} {"reference":"…","request":"POST callback/credentials"}',
    )
  })

  it('because `SameSite=Strict` holds it back', async () => {
    const idp = createIdp()
    const cookies = { transaction: { options: { sameSite: 'strict' as const } } }
    const app = broken({ providers: [oidcFor(idp)], cookies })
    const browser = new Browser(app)
    const start = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    const callback = idp.agree(start.headers.get('location') ?? '').href
    const other = new Browser(app)
    const kept = browser.cookies(ORIGIN).filter(({ name }) => !name.includes('.transaction.'))
    for (const { name, value } of kept) other.plant(ORIGIN, name, value)
    expect(await shownTo(other, await other.get(callback, { 'sec-fetch-site': 'cross-site' }))).toEqual(
      NEEDED,
    )
    expect(logged()).toBe(
      '[latchkey] MissingCookie: A response from "idp" came without its sign-in cookie. The ' +
        'cookie has the attribute `SameSite=Strict`, so browsers do not send it when a provider ' +
        'redirects to this server. Set the cookie option `sameSite` to "lax". {"provider":"idp"} ' +
        '{"reference":"…","request":"GET callback/idp"}',
    )
  })

  it('because the proxy reports https for the start of the sign-in only', async () => {
    const idp = createIdp()
    const app = broken({ providers: [oidcFor(idp)] })
    const behindProxy = {
      ...app,
      fetch(sent: Request): Promise<Response> {
        const request = new Request(sent.url.replace('https:', 'http:'), sent)
        if (sent.method === 'POST') request.headers.set('x-forwarded-proto', 'https')
        return app.fetch(request)
      },
    }
    const browser = new Browser(behindProxy)
    await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    const response = await browser.get(`${BASE}/callback/idp?code=x&state=y`)
    expect(response.headers.get('location')).toContain('/auth/signin?error=MissingCookie')
    expect(logged()).toBe(
      '[latchkey] MissingCookie: A response from "idp" came without its sign-in cookie. The ' +
        'browser sent cookies that were set over another protocol than http://app.test uses. ' +
        'Set `AUTH_URL`, or ' +
        'have the proxy send `X-Forwarded-Proto` with every request. {"provider":"idp"} ' +
        '{"reference":"…","request":"GET callback/idp"}',
    )
  })

  it('because the page is on another loopback host: continues on the right one', async () => {
    vi.stubEnv('AUTH_URL', 'http://localhost:3000')
    const idp = createIdp()
    const app = broken({ providers: [oidcFor(idp), passwordProvider] }, 'http://localhost:3000')
    const browser = new Browser(app, { ...app, origin: 'http://127.0.0.1:3000' })
    for (const path of ['signin/idp', 'callback/credentials']) {
      lines = []
      const response = await browser.post(`http://127.0.0.1:3000/auth/${path}`, RIGHT)
      expect(response.headers.get('location')).toMatch(
        /^http:\/\/localhost:3000\/auth\/signin\?error=MissingCookie/,
      )
      expect(await shownTo(browser, response)).toEqual({ ...NEEDED, wayForward: '2 form' })
      const [method, provider = ''] = path.split('/')
      expect(logged().replace(`${method}/`, '').replaceAll(`${provider}"`, '<id>"')).toBe(
        '[latchkey] MissingCookie: A sign-in started at http://127.0.0.1:3000, but continues at ' +
          'http://localhost:3000, where the browser does not send its cookies. Open the application at ' +
          'http://localhost:3000, or set `AUTH_URL=http://127.0.0.1:3000`. {"provider":"<id>"} ' +
          '{"reference":"…","request":"POST <id>"}',
      )
    }
    const again = await browser.post('http://localhost:3000/auth/callback/credentials', RIGHT)
    expect(again.headers.get('location')).toBe('http://localhost:3000')
  })

  it('is not needed by a script on another loopback host that stays there', async () => {
    vi.stubEnv('AUTH_URL', 'http://localhost:3000')
    const app = broken({})
    const browser = new Browser({ ...app, origin: 'http://127.0.0.1:3000' })
    const script = { accept: 'application/json', 'x-auth-return-redirect': '1' }
    await browser.post('http://127.0.0.1:3000/auth/callback/credentials', RIGHT, script)
    const session = await browser.get('http://127.0.0.1:3000/auth/session')
    expect(await session.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(lines).toEqual([])
  })

  it('because AUTH_URL has another host than the page: warns once', async () => {
    vi.stubEnv('AUTH_URL', 'https://app.test')
    const app = broken({ providers: [oidcFor(createIdp())] })
    const browser = new Browser({ ...app, origin: 'https://www.app.test' })
    for (let count = 0; count < 2; count++) {
      const response = await browser.post('https://www.app.test/auth/signin/idp')
      expect(response.headers.get('location')).toMatch(/^https:\/\/id\.test\/authorize/)
    }
    expect(logged()).toBe(
      '[latchkey] other-host A sign-in started at https://www.app.test, but continues at ' +
        'https://app.test, where the browser does not send its cookies. Open the application at ' +
        'https://app.test, or set `AUTH_URL=https://www.app.test`.',
    )
  })

  it.each([
    ['a page of the application that has a token but no cookie', { referer: `${ORIGIN}/login` }],
    ['a browser that sends no `Referer`', {}],
    ['a script', { referer: `${ORIGIN}/login`, 'x-auth-return-redirect': '1' }],
  ])('is not needed by %s', async (_, headers) => {
    for (const basePath of ['/auth', '']) {
      const browser = new Browser(broken({ basePath }))
      const url = `${ORIGIN}${basePath}`
      await browser.post(`${url}/callback/credentials`, { ...RIGHT, csrfToken: 'x' }, headers)
      const session = await browser.get(`${url}/session`)
      expect(await session.json()).toMatchObject({ user: { name: 'Ann' } })
    }
    expect(lines).toEqual([])
  })

  it('is not needed to sign out', async () => {
    const browser = new Browser(broken({}))
    const response = await browser.post(`${BASE}/signout`, { csrfToken: 'x' }, { referer: `${BASE}/signout` })
    expect(response.headers.get('location')).toBe(ORIGIN)
    expect(lines).toEqual([])
  })
})
