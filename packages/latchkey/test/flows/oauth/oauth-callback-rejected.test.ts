import { createHash } from 'node:crypto'
import { BASE, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  CALLBACK_ERROR,
  INVALID_CHECK,
  MISSING_COOKIE,
  readRejection,
  setUp,
  signIn,
  startSignIn,
} from '@latchkey/test-support/kit/oauth-callback.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { customFetch, type User } from 'latchkey'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

// What a faulty provider sends, and faulty authorization responses: test/conformance.
describe('OAuth callbacks that must not sign in', () => {
  // proves P-OA-1, P-CS-5, §5.5
  it('rejects a response to a sign-in that was started in another browser', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(new Browser(setup.app)))
    expect(await readRejection(setup, await setup.browser.get(redirect.href))).toEqual(MISSING_COOKIE)
  })

  // proves P-OA-1, P-CS-5, §5.5, §14 InvalidCheck
  it('rejects a response to a sign-in of another browser in a browser with its own sign-in', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(new Browser(setup.app)))
    await startSignIn(setup.browser)
    expect(await readRejection(setup, await setup.browser.get(redirect.href))).toEqual(INVALID_CHECK)
  })

  // proves P-OA-1, P-OA-4, P-OA-12, §5.5
  it('rejects a response at the callback of another provider', async () => {
    const [mine, evil] = [createIdp('https://id.test'), createIdp('https://evil.test')]
    const app = createApp({ providers: [oidcFor(mine), oidcFor(evil, { id: 'evil' })] })
    const setup = { app, idp: mine, browser: new Browser(app) }
    const redirect = mine.agree(await startSignIn(setup.browser))
    redirect.pathname = '/auth/callback/evil'
    expect(await readRejection(setup, await setup.browser.get(redirect.href))).toEqual(INVALID_CHECK)
    expect(evil.tokenRequests).toEqual([])
  })

  // RFC 6749, section 3.1
  it.each(
    ['code', 'state', 'iss', 'error'].flatMap((name) => [
      { name, mode: 'query' },
      { name, mode: 'form_post' },
    ]),
  )('rejects a response with a second `$name` in a $mode', async ({ name, mode }) => {
    const setup = setUp({}, { authorization: { params: { response_mode: mode } } })
    const response = setup.idp.agree(await startSignIn(setup.browser))
    const parameters = response.searchParams
    if (name === 'error') parameters.set('error', 'access_denied')
    parameters.append(name, parameters.get(name) ?? '')
    const headers = { origin: 'https://id.test', 'sec-fetch-site': 'cross-site' }
    const result =
      mode === 'query'
        ? await setup.browser.get(response.href)
        : await setup.browser.send(`${BASE}/callback/idp`, { method: 'POST', body: parameters, headers })
    expect(await readRejection(setup, result)).toMatchObject({ page: '/auth/error', error: 'Configuration' })
    expect(setup.idp.tokenRequests).toEqual([])
  })

  // proves P-OA-1, P-CK-5, §5.5
  it('rejects a response that arrives more than fifteen minutes after the start', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(setup.browser))
    // A browser would have dropped the cookie. This one keeps it, as an attacker would.
    const now = Date.now
    Date.now = () => now() + 16 * 60 * 1000
    try {
      expect(await readRejection(setup, await setup.browser.get(redirect.href))).toEqual(INVALID_CHECK)
    } finally {
      Date.now = now
    }
  })

  // The first half of the SHA-256 hash of `access token of ann`.
  const tokenHash = createHash('sha256').update('access token of ann').digest().subarray(0, 16)
  // proves AUD-D8, AUD-F24, P-OA-5
  it('accepts an ID token whose at_hash matches the access token', async () => {
    const setup = setUp({ claims: { at_hash: tokenHash.toString('base64url') } })
    await signIn(setup)
    expect(await readSession(setup.browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves AUD-D8, AUD-F24, P-OA-5
  it.each([
    ['the hash of another token', createHash('sha256').update('x').digest('base64url').slice(0, 22)],
    ['the hash in base64 with padding', tokenHash.toString('base64')],
    ['a number', 1],
    ['empty', ''],
  ])('rejects an ID token whose at_hash is %s', async (_, value) => {
    const setup = setUp({ claims: { at_hash: value } })
    expect(await readRejection(setup, await signIn(setup))).toEqual(CALLBACK_ERROR)
    expect(String(setup.app.log.at(-1)?.entry)).toContain(
      'The `at_hash` in the ID token from "idp" does not match the access token.',
    )
  })

  // proves §10.2 c, §14 OAuthCallbackError
  it('rejects an error response of the provider, and shows the error on the sign-in page', async () => {
    const setup = setUp()
    const redirect = setup.idp.agree(await startSignIn(setup.browser))
    redirect.searchParams.delete('code')
    redirect.searchParams.set('error', 'access_denied')
    expect(await readRejection(setup, await setup.browser.get(redirect.href))).toEqual({
      page: '/auth/signin',
      error: 'OAuthCallbackError',
      logged: 'OAuthCallbackError',
    })
  })

  it('logs no secret that the token endpoint or the profile function quotes', async () => {
    for (const place of ['token', 'profile']) {
      const setup = setUp(
        {},
        {
          [customFetch]: async (input, init) => {
            const request = new Request(input, init)
            if (place !== 'token' || new URL(request.url).pathname !== '/token')
              return setup.idp.fetch(request)
            const form = await request.text()
            const description = `"${new URLSearchParams(form).get('code')}" of app secret: ${form}`
            return Response.json(
              { error: 'invalid_request', error_description: description },
              { status: 400 },
            )
          },
          profile: (_, { access_token, id_token }) => {
            throw new Error(`no profile for ${access_token} and ${id_token}`)
          },
        },
      )
      const redirect = setup.idp.agree(await startSignIn(setup.browser))
      await setup.browser.get(redirect.href)
      const text = setup.app.log
        .flatMap(({ entry, details }) => {
          const { stack, cause } = entry as Error & { cause?: { err?: Error } }
          return [entry, stack, cause?.err?.stack, JSON.stringify(details)]
        })
        .join('\n')
      expect(text).toContain('[redacted]')
      for (const secret of [redirect.searchParams.get('code') ?? '', 'access token of ann', 'eyJ'])
        expect(text).not.toContain(secret)
    }
  })

  // proves P-OA-10, §14 OAuthProfileParseError
  it('rejects a profile without a stable id', async () => {
    for (const user of [{ name: 'Ann' }, { id: '' }, { id: 2 ** 53 }, { id: 'x'.repeat(1025) }, undefined]) {
      const setup = setUp({}, { profile: () => user as User })
      expect(await readRejection(setup, await signIn(setup))).toEqual({
        page: '/auth/signin',
        error: 'Configuration',
        logged: 'OAuthProfileParseError',
      })
    }
  })

  // proves AUD-D3, P-OA-10
  it.each(['undefined', 'null', 'NaN', '[object Object]', ' '])(
    'rejects the account id %j, which stands for a missing one',
    async (id) => {
      const setup = setUp({}, { profile: () => ({ id }) })
      expect(await readRejection(setup, await signIn(setup))).toEqual({
        page: '/auth/signin',
        error: 'Configuration',
        logged: 'OAuthProfileParseError',
      })
    },
  )

  // proves §2.5 e
  it('rejects a sign-in while the provider is down, and contacts it again some seconds later', async () => {
    const setup = setUp({ respond: () => new Response('no', { status: 503 }) })
    const response = await setup.browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '5',
    })
    // A failed sign-in sets no cookie, not even the one that keeps the callback URL.
    expect(response.headers.getSetCookie()).toEqual([])
    delete setup.idp.faults.respond
    vi.useFakeTimers({ now: Date.now() + 6000, toFake: ['Date'] })
    expect(await startSignIn(setup.browser)).toMatch(/^https:\/\/id\.test\/authorize/)
  })

  // proves P-PR-1
  it('rejects a provider whose response never ends', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    })
    const setup = setUp({
      respond: () => new Response(endless, { headers: { 'content-type': 'application/json' } }),
    })
    const response = await setup.browser.post(`${BASE}/signin/idp`)
    expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&reference=/)
  })
})
