import { createApp, createIdp, ORIGIN, oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { signIn, startSignIn } from '@latchkey/test-support/kit/oauth-callback.ts'
import { customFetch, type OIDCConfig } from 'latchkey'
import { Latchkey } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { describe, expect, it, vi } from 'vitest'

vi.mock('server-only', () => ({}))

/** A network with the providers of two tenants. One names the host of the other as its own. */
function twoTenants() {
  const acme = createIdp('https://sso.acme.test')
  const evil = createIdp('https://sso.evil.test')
  const requests: string[] = []
  const send: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    requests.push(url.pathname)
    if (url.pathname === '/hang') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    return url.origin === acme.issuer ? acme.fetch(input, init) : evil.fetch(input, init)
  }
  const browserFor = (idp: typeof acme, options: Partial<OIDCConfig> = {}) => {
    const app = createApp({ providers: [oidcFor(idp, { [customFetch]: send, ...options })] })
    return { app, idp, browser: new Browser(app) }
  }
  return { acme, evil, requests, browserFor }
}

describe('the providers of two tenants', () => {
  // proves AUD-S6
  it.each([
    { name: 'another issuer', issuer: 'https://sso.evil.test', options: {} },
    {
      name: 'the same issuer and another client',
      issuer: 'https://sso.acme.test',
      options: { clientId: 'other', token: 'https://sso.acme.test/hang' },
    },
  ])('are called even if the other one fails at the same host: $name', async ({ issuer, options }) => {
    const { acme, evil, requests, browserFor } = twoTenants()
    evil.faults.discovery = { token_endpoint: `${acme.issuer}/hang` }
    const attacker = browserFor(issuer === evil.issuer ? evil : createIdp(issuer), options)
    for (let count = 0; count < 5; count++) await signIn(attacker)
    // The fourth and the fifth are not sent: for its own tenant, the host is down.
    expect(requests.filter((path) => path === '/hang')).toHaveLength(3)
    const victim = browserFor(acme)
    const response = await signIn(victim)
    expect({ location: response.headers.get('location'), errors: victim.app.errors }).toEqual({
      location: `${ORIGIN}/after`,
      errors: [],
    })
  })

  it('do not share the permission to call an issuer without TLS', async () => {
    const idp = createIdp('http://keycloak:8080')
    const [refused, allowed] = [{}, { dangerouslyAllowHttp: true }].map((options) => {
      const app = createApp({ providers: [oidcFor(idp, options)] })
      return { app, browser: new Browser(app) }
    })
    if (!refused || !allowed) throw new Error('unreachable')
    await startSignIn(refused.browser)
    expect(await startSignIn(allowed.browser)).toContain('http://keycloak:8080/authorize')
    expect([refused.app.errors, allowed.app.errors]).toEqual([['InvalidEndpoints'], []])
  })
})

describe('a configuration function with `customFetch` written in it', () => {
  it('discovers a provider once, although each request has another `fetch`', async () => {
    const idp = createIdp()
    const { handlers } = Latchkey(() => ({
      secret: SECRET,
      trustHost: true,
      providers: [oidcFor(idp, { [customFetch]: (input, init) => idp.fetch(input, init) })],
    }))
    for (let count = 0; count < 3; count++) {
      const browser = new Browser({
        origin: ORIGIN,
        fetch: (request) => handlers[request.method as 'GET'](new NextRequest(request)),
      })
      const start = await browser.post(`${ORIGIN}/api/auth/signin/idp`, { callbackUrl: '/after' })
      const response = await browser.get(idp.agree(start.headers.get('location') ?? '').href)
      expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    }
    expect(idp.requests.filter((path) => path !== '/token')).toEqual([
      '/.well-known/openid-configuration',
      '/jwks',
    ])
  })
})
