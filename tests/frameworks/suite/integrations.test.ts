import { createIdp, oidcFor, passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser, type Site } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { FRAMEWORKS } from './frameworks.ts'

const ANN = { email: 'ann@example.com', password: 'right' }
const BEA = { email: 'bea@example.com', password: 'right' }
/** Renews the session with each read. */
const RENEWING: Partial<AuthConfig> = { session: { updateAge: 0 } }

interface Setup {
  readonly site: Site
  readonly browser: Browser
  readonly at: (path: string) => string
  /** Types of the logged errors, in order. */
  readonly errors: string[]
}

/** The cookies that hold a session in a response. */
function sessionCookies(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .filter((header) => /session-token/.test(header.split('=', 1)[0] ?? ''))
}

describe.each(FRAMEWORKS)('$name', ({ start, guardsByPath = true, readsOnce = true }) => {
  const setUp = async (config: Partial<AuthConfig> = {}, parsesFirst?: boolean): Promise<Setup> => {
    const errors: string[] = []
    const complete: Partial<AuthConfig> = {
      secret: SECRET,
      trustHost: true,
      store: memoryStore(),
      providers: [passwordProvider],
      logger: { error: (error) => errors.push((error as { type?: string }).type ?? String(error)) },
      ...config,
    }
    const site = await start(complete, parsesFirst)
    return { site, browser: new Browser(site), at: (path) => `${site.origin}${path}`, errors }
  }
  const signedIn = async (config?: Partial<AuthConfig>, parsesFirst?: boolean): Promise<Setup> => {
    const setup = await setUp(config, parsesFirst)
    await setup.browser.post(setup.at('/auth/callback/credentials'), ANN)
    return setup
  }
  const userOf = async ({ browser, at }: Setup): Promise<string | undefined> => {
    const session = await (await browser.get(at('/session'))).json()
    return session?.user.email
  }

  describe('sign-in and sign-out', () => {
    it('with credentials, by the endpoint', async () => {
      const setup = await setUp()
      expect(await userOf(setup)).toBeUndefined()
      const response = await setup.browser.post(setup.at('/auth/callback/credentials'), ANN)
      expect(response.status).toBe(302)
      expect(await userOf(setup)).toBe('ann@example.com')
    })

    it('with an OpenID Connect provider, also one that posts its response', async () => {
      for (const mode of ['query', 'form_post']) {
        const idp = createIdp()
        const provider = oidcFor(idp, { authorization: { params: { response_mode: mode } } })
        const setup = await setUp({ providers: [provider] })
        const started = await setup.browser.post(setup.at('/auth/signin/idp'))
        const callback = idp.agree(started.headers.get('location') ?? '')
        const { searchParams } = callback
        await (mode === 'query'
          ? setup.browser.get(callback.href)
          : setup.browser.post(callback.origin + callback.pathname, Object.fromEntries(searchParams), {
              origin: idp.issuer,
              'sec-fetch-site': 'cross-site',
            }))
        expect({ mode, user: await userOf(setup) }).toMatchObject({
          mode,
          user: expect.stringContaining('@'),
        })
      }
    })

    it('by a form of the application, and back', async () => {
      const setup = await setUp()
      const { browser, at } = setup
      const response = await browser.post(at('/sign-in'), {
        ...ANN,
        provider: 'credentials',
        redirectTo: '/guarded',
      })
      expect([response.status, response.headers.get('location')]).toEqual([303, at('/guarded')])
      expect(await userOf(setup)).toBe('ann@example.com')
      const left = await browser.post(at('/sign-out'))
      expect([left.status, left.headers.get('location')]).toEqual([303, at('/bye')])
      expect(await userOf(setup)).toBeUndefined()
    })

    it('by a form without a provider: leads to the sign-in page', async () => {
      const { browser, at } = await setUp()
      const response = await browser.post(at('/sign-in'), { provider: '' })
      expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/auth/signin')
    })

    it('with a body that was read before', async () => {
      const setup = await signedIn({}, true)
      expect(await userOf(setup)).toBe('ann@example.com')
    })
  })

  describe('a session that is due for renewal', () => {
    it.each(['/session', '/guarded', '/twice', '/redirect', '/stream', '/error', '/missing', '/public'])(
      'is renewed by one cookie, which no cache may store, at %s',
      async (path) => {
        const { browser, at } = await signedIn(RENEWING)
        const response = await browser.get(at(path))
        expect(sessionCookies(response)).toHaveLength(1)
        expect(response.headers.get('cache-control')).toBe('private, no-store')
        await response.text()
      },
    )

    it('is renewed beside a cookie of the application, and with status 304', async () => {
      const { browser, at } = await signedIn(RENEWING)
      const beside = await browser.get(at('/cookie'))
      expect(beside.headers.getSetCookie()).toContain('own=1')
      expect(sessionCookies(beside)).toHaveLength(1)
      const unchanged = await browser.get(at('/not-modified'))
      expect([unchanged.status, sessionCookies(unchanged).length]).toEqual([304, 1])
    })

    it('is not renewed by HEAD, whose response some caches store', async () => {
      const { browser, at } = await signedIn(RENEWING)
      const response = await browser.send(at('/session'), { method: 'HEAD' })
      expect([response.status, sessionCookies(response)]).toEqual([200, []])
    })

    it('does not undo an update behind a guard, after which the session is another one', async () => {
      const setup = await signedIn({
        ...RENEWING,
        callbacks: {
          jwt: ({ token, trigger, session }) =>
            trigger === 'update' ? { ...token, name: session.user.name } : token,
        },
      })
      const response = await setup.browser.post(setup.at('/guarded/update'))
      expect(await response.json()).toMatchObject({ user: { name: 'Bea' } })
      expect(sessionCookies(response)).toHaveLength(1)
      const session = await (await setup.browser.get(setup.at('/session'))).json()
      expect(session.user.name).toBe('Bea')
    })

    it('does not undo a sign-in as another user behind a guard', async () => {
      const setup = await signedIn(RENEWING)
      const response = await setup.browser.post(setup.at('/guarded/sign-in'), BEA)
      expect([response.status, sessionCookies(response).length]).toEqual([303, 1])
      expect(await userOf(setup)).toBe('bea@example.com')
    })

    it('does not undo a sign-out behind a guard', async () => {
      const setup = await signedIn(RENEWING)
      const response = await setup.browser.post(setup.at('/guarded/sign-out'))
      expect([response.status, sessionCookies(response).length]).toEqual([303, 1])
      expect(await userOf(setup)).toBeUndefined()
    })
  })

  describe('a guarded page', () => {
    it('leads to the sign-in page and back', async () => {
      const setup = await setUp()
      const { browser, at } = setup
      const response = await browser.get(at('/guarded/page?a=1'))
      const location = new URL(response.headers.get('location') ?? '')
      expect([response.status, location.pathname]).toEqual([302, '/auth/signin'])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const callbackUrl = location.searchParams.get('callbackUrl') ?? ''
      const signed = await browser.post(at('/auth/callback/credentials'), { ...ANN, callbackUrl })
      expect(signed.headers.get('location')).toBe(at('/guarded/page?a=1'))
    })

    it('responds to a posted form with 303, so that the form is not posted to the sign-in page', async () => {
      const { browser, at } = await setUp()
      expect((await browser.post(at('/guarded'))).status).toBe(303)
    })

    it.each<Record<string, string>>([
      { accept: 'application/json' },
      { 'sec-fetch-dest': 'empty' },
      { 'sec-purpose': 'prefetch' },
    ])('responds with 401 to a script or a prefetch: %o', async (headers) => {
      const { browser, at } = await setUp()
      const response = await browser.get(at('/guarded'), headers)
      expect([response.status, await response.json()]).toEqual([401, { error: 'Please sign in.' }])
    })

    it('stays out of caches when the user is signed in', async () => {
      const { browser, at } = await signedIn()
      const response = await browser.get(at('/guarded'))
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    })

    it.skipIf(!guardsByPath)("lets the application's own sign-in page through", async () => {
      const { browser, at } = await setUp({ pages: { signIn: '/guarded/login' } })
      const response = await browser.get(at('/guarded/login'))
      expect(response.status).toBe(404)
      expect((await browser.get(at('/guarded/page'))).headers.get('location')).toContain('/guarded/login')
    })

    it('asks for a recent sign-in', async () => {
      const setup = await signedIn({ account: { security: true } })
      expect((await setup.browser.get(setup.at('/confirmed'))).status).toBe(200)
      const later = await setUp({ account: { security: true } })
      const response = await later.browser.get(later.at('/confirmed'))
      expect(new URL(response.headers.get('location') ?? '').pathname).toBe('/auth/signin')
    })
  })

  it.skipIf(!readsOnce)('reads a session once for all code that handles a request', async () => {
    let reads = 0
    const { browser, at } = await signedIn({
      callbacks: {
        session({ session }) {
          reads += 1
          return session
        },
      },
    })
    reads = 0
    await (await browser.get(at('/twice'))).text()
    expect(reads).toBe(1)
  })

  describe('a request of another site', () => {
    const crossOrigin = { origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }

    it.each(['/auth/callback/credentials', '/auth/signout'])('is refused at %s', async (path) => {
      const setup = await signedIn()
      await setup.browser.post(setup.at(path), BEA, crossOrigin)
      expect(await userOf(setup)).toBe('ann@example.com')
    })

    it.each(['/sign-in', '/sign-out', '/update'])(
      'is refused by the form of the application at %s',
      async (path) => {
        const setup = await signedIn()
        const response = await setup.browser.post(
          setup.at(path),
          { ...BEA, provider: 'credentials' },
          crossOrigin,
        )
        expect(response.status).toBe(500)
        expect(sessionCookies(response)).toEqual([])
        expect(await userOf(setup)).toBe('ann@example.com')
      },
    )
  })

  describe('an application below another path, or behind a proxy', () => {
    it('serves the endpoints below `basePath`', async () => {
      const setup = await setUp({ basePath: '/shop/auth' })
      await setup.browser.post(setup.at('/shop/auth/callback/credentials'), ANN)
      expect(await userOf(setup)).toBe('ann@example.com')
      expect((await setup.browser.get(setup.at('/auth/signin'))).status).toBe(404)
    })

    it('leads to the public address', async () => {
      const setup = await setUp({ baseUrl: 'https://shop.example/auth' })
      const { headers } = await setup.browser.get(setup.at('/guarded'))
      const location = new URL(headers.get('location') ?? '')
      expect([location.origin, location.searchParams.get('callbackUrl')]).toEqual([
        'https://shop.example',
        'https://shop.example/guarded',
      ])
    })
  })

  describe('an error', () => {
    it('never looks like a signed-out user if the configuration is invalid', async () => {
      const { browser, at, errors } = await setUp({ providers: [passwordProvider, passwordProvider] })
      const response = await browser.get(at('/session'))
      expect(response.status).toBe(500)
      expect(errors.length).toBeGreaterThan(0)
      expect((await browser.get(at('/guarded'))).status).toBe(500)
    })

    it('is status 503 behind a guard while the database is down', async () => {
      const down = (): never => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      }
      const { browser, at, site } = await setUp({
        adapter: { ...memory(), getSessionAndUser: down },
        providers: [oidcFor(createIdp())],
      })
      for (const prefix of ['', '__Secure-'])
        browser.plant(site.origin, `${prefix}latchkey.session-token`, 'token')
      const response = await browser.get(at('/guarded'))
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.any(String)])
    })
  })
})
