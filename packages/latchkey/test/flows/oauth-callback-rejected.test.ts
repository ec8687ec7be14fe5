import type { User } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, createIdp, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import type { Faults } from '../kit/idp.ts'
import { begin, callback, refused, type Setting, setting } from '../kit/oauth-callback.ts'

describe('refuses, with a stable code and no session,', () => {
  const tampered: [string, string, (answer: URL, here: Setting) => unknown][] = [
    [
      'an answer without state',
      '/auth/error?error=Configuration InvalidCheck',
      (url) => url.searchParams.delete('state'),
    ],
    [
      'an answer with another state',
      '/auth/error?error=Configuration InvalidCheck',
      (url) => url.searchParams.set('state', 'x'.repeat(43)),
    ],
    [
      'an answer with two states',
      '/auth/error?error=Configuration InvalidCheck',
      (url) => url.searchParams.append('state', 'y'),
    ],
    [
      'an answer of another issuer',
      '/auth/error?error=Configuration InvalidCheck',
      (url) => url.searchParams.set('iss', 'https://evil.test'),
    ],
    [
      'an answer that hides its issuer',
      '/auth/error?error=Configuration InvalidCheck',
      (url) => url.searchParams.delete('iss'),
    ],
    [
      'an answer without code',
      '/auth/error?error=Configuration InvalidCheck',
      (url) => url.searchParams.delete('code'),
    ],
    [
      'an answer with another code',
      '/auth/error?error=Configuration CallbackRouteError',
      (url) => url.searchParams.set('code', 'x'),
    ],
  ]
  // proves P-OA-1, P-OA-4, P-OA-7, P-CS-5, §10.2, §14 InvalidCheck
  it.each(tampered)('%s', async (_, told, tamper) => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser))
    tamper(answer, here)
    expect(await refused(here, await here.browser.get(answer.href))).toBe(told)
  })

  // proves P-OA-1, P-CS-5, §5.5, §14 InvalidCheck
  it('an answer to a sign-in that began in another browser', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(new Browser(here.app)))
    expect(await refused(here, await here.browser.get(answer.href))).toBe(
      '/auth/error?error=Configuration InvalidCheck',
    )
  })

  // proves P-OA-1, P-OA-4, P-OA-12, §5.5
  it('an answer to another provider’s callback', async () => {
    const [mine, evil] = [createIdp('https://id.test'), createIdp('https://evil.test')]
    const app = createApp({ providers: [oidcFor(mine), oidcFor(evil, { id: 'evil' })] })
    const here = { app, idp: mine, browser: new Browser(app) }
    const answer = mine.agree(await begin(here.browser))
    answer.pathname = '/auth/callback/evil'
    expect(await refused(here, await here.browser.get(answer.href))).toBe(
      '/auth/error?error=Configuration InvalidCheck',
    )
    expect(evil.tokenRequests).toEqual([])
  })

  // proves P-OA-1, P-CK-5, §5.5
  it('an answer after fifteen minutes', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser))
    // The browser would have dropped the cookie; whoever kept it gets nothing for it.
    const now = Date.now
    Date.now = () => now() + 16 * 60 * 1000
    try {
      expect(await refused(here, await here.browser.get(answer.href))).toBe(
        '/auth/error?error=Configuration InvalidCheck',
      )
    } finally {
      Date.now = now
    }
  })

  const faults: [string, Faults][] = [
    ['an ID token signed with another key', { signature: 'foreign key' }],
    ['an ID token signed with an unknown key', { signature: 'unknown key id' }],
    ['an unsigned ID token', { signature: 'none' }],
    ['an ID token signed with the client secret', { signature: 'client secret' }],
    ['an ID token of another issuer', { claims: { iss: 'https://evil.test' } }],
    ['an ID token for another client', { claims: { aud: 'somebody else' } }],
    ['an ID token that is over', { claims: { exp: 1 } }],
    ['an ID token with another nonce', { claims: { nonce: 'x' } }],
    ['an ID token without nonce', { claims: { nonce: undefined } }],
    ['an ID token without subject', { claims: { sub: undefined } }],
    ['an answer without ID token', { token: { id_token: undefined } }],
    ['an answer without access token', { token: { access_token: undefined } }],
  ]
  // proves P-OA-3, P-OA-5, §10.2 f, §14 CallbackRouteError
  it.each(faults)('%s', async (_, fault) => {
    const here = setting(fault)
    expect(await refused(here, await callback(here))).toBe(
      '/auth/error?error=Configuration CallbackRouteError',
    )
  })

  // proves §10.2 c, §14 OAuthCallbackError
  it('a provider that says no: back to the sign-in page', async () => {
    const here = setting()
    const answer = here.idp.agree(await begin(here.browser))
    answer.searchParams.delete('code')
    answer.searchParams.set('error', 'access_denied')
    expect(await refused(here, await here.browser.get(answer.href))).toBe(
      '/auth/signin?error=OAuthCallbackError OAuthCallbackError',
    )
  })

  // proves P-OA-10, §14 OAuthProfileParseError
  it('a profile without a stable id', async () => {
    for (const user of [{ name: 'Ann' }, { id: '' }, { id: 2 ** 53 }, { id: 'x'.repeat(1025) }, undefined]) {
      const here = setting({}, { profile: () => user as User })
      expect(await refused(here, await callback(here))).toBe(
        '/auth/signin?error=Configuration OAuthProfileParseError',
      )
    }
  })

  // proves §2.5 e
  it('a server that is down, and asks it again next time', async () => {
    const here = setting({ answer: () => new Response('no', { status: 503 }) })
    const response = await here.browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&reference=/)
    // The target was to be kept for later steps; with a failure nothing new is handed out.
    expect(response.headers.getSetCookie()).toEqual([])
    delete here.idp.faults.answer
    expect(await begin(here.browser)).toMatch(/^https:\/\/id\.test\/authorize/)
  })

  // proves P-PR-1
  it('a server that never stops sending', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    })
    const here = setting({
      answer: () => new Response(endless, { headers: { 'content-type': 'application/json' } }),
    })
    const response = await here.browser.post(`${BASE}/signin/idp`)
    expect(response.headers.get('location')).toMatch(/\/auth\/error\?error=Configuration&reference=/)
  })
})
