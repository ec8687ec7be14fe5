import { createVisitors } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, inject, it } from 'vitest'
import { setBy } from '../shared/visitors.ts'
import { buildSite } from './build-site.ts'
import { ann, anonymous, open, shownBy, site, submit } from './visitor.ts'

const shop = inject('kitShop')
const withoutUrl = inject('kitWithoutUrl')

describe('Latchkey', () => {
  // proves C-1, GEN-8
  it('returns the functions of the integration for a configuration or a function', async () => {
    const { version, shapes } = await (await open(anonymous(), '/api/shape')).json()
    expect(version.split('.')[0]).toBe(inject('kitMajor'))
    const names = [
      'auth',
      'currentUser',
      'handle',
      'passwords',
      'protect',
      'removeAccess',
      'revokeSessions',
      'signIn',
      'signOut',
      'update',
      'users',
    ]
    expect(shapes).toEqual([names, names])
  })
})

describe('the endpoint for logout tokens', () => {
  // proves OUT-10
  it('receives forms without an origin if SvelteKit does not check it', async () => {
    const body = new URLSearchParams({ logout_token: 'none' })
    const response = await fetch(`${site}/auth/backchannel-logout/my-idp`, { method: 'POST', body })
    // The provider of this site has no `backchannelLogout`.
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 404,
      body: { error: 'invalid_request', error_description: 'There is no such endpoint.' },
    })
  })
})

describe('a configuration function', () => {
  // proves C-1, LAZY-5, GEN-1, CFG-46
  it('receives the event and can be async', async () => {
    for (const path of ['/auth/session', '/api/session', '/members']) {
      const [session] = await shownBy(await open(await ann(), path))
      expect(session?.madeFor).toBe(path)
    }
  })

  // proves LAZY-5
  it('is called for each request and can return different configurations', async () => {
    const providers = async (variant?: string): Promise<string[]> =>
      Object.keys(await (await open(anonymous(), '/auth/providers', variant)).json())
    expect(await providers()).toEqual(['credentials', 'my-idp'])
    expect(await providers('staging')).toEqual(['credentials'])
    expect(await providers()).toEqual(['credentials', 'my-idp'])
  })

  // proves LAZY-6
  it('can read the secret, URL and client from the environment of the platform', async () => {
    const env = {
      'x-variant': 'platform',
      'x-env-secret': 'a secret that only the environment of the platform contains',
      'x-env-url': 'https://app.example.test',
      'x-env-client_id': 'by-platform',
      'x-env-client_secret': 'by-platform',
    }
    const response = await anonymous().post(`${site}/auth/signin/my-idp`, {}, env)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.get('client_id')).toBe('by-platform')
    expect(searchParams.get('redirect_uri')).toBe('https://app.example.test/auth/callback/my-idp')
    expect(setBy(response)).toContainEqual(expect.stringMatching(/^__Host-latchkey\.transaction\./))
    // A session that is encrypted with another secret cannot be read with the secret of the
    // platform.
    const browser = await ann()
    expect(await (await browser.get(`${site}/api/session`, env)).json()).toBeNull()
    const withoutPlatform = await submit(anonymous(), '/signin', { providerId: 'my-idp' })
    expect(new URL(withoutPlatform.headers.get('location') ?? '').searchParams.get('client_id')).toBe(
      'the-application',
    )
  })
})

describe('the endpoints', () => {
  // proves EP-9, CFG-7, §18.2
  it('are below /auth, where the application can have other pages', async () => {
    const page = await open(anonymous(), '/auth/signin')
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(await page.text()).toContain('The provider')
    expect(await (await open(anonymous(), '/auth/custom')).text()).toContain(
      'A page of the application below /auth',
    )
    expect((await open(anonymous(), '/auth/unknown')).status).toBe(404)
    expect((await open(anonymous(), '/authentication/session')).status).toBe(404)
  })

  // proves EP-8, EP-7, AMB-2, §20 Q-12
  it('are below `basePath`', async () => {
    const browser = await ann()
    expect(await (await open(browser, '/account/session', 'base-path')).json()).toMatchObject({
      user: { name: 'Ann' },
    })
    expect((await open(browser, '/auth/session', 'base-path')).status).toBe(404)
    const response = await anonymous().post(`${site}/account/signin/my-idp`, {}, { 'x-variant': 'base-path' })
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      `${site}/account/callback/my-idp`,
    )
  })

  // proves §18.2
  it('redirect to the pages of the application', async () => {
    const response = await open(anonymous(), '/auth/signin', 'pages')
    expect(response.headers.get('location')).toMatch(new RegExp(`^${site}/login(\\?|$)`))
  })

  // proves EP-7
  it('accept the authorization response as a query and as a form', async () => {
    for (const send of [
      (url: string) => anonymous().get(`${url}?error=access_denied`),
      (url: string) => anonymous().post(url, { error: 'x' }),
    ]) {
      const response = await send(`${site}/auth/callback/my-idp`)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toMatch(new RegExp(`^${site}/auth/(error|signin)\\?`))
    }
  })
})

describe('the public URL', () => {
  const spoofed = {
    'x-forwarded-host': 'elsewhere.test',
    'x-forwarded-proto': 'https',
    host: 'elsewhere.test',
  }

  // proves P-HO-1, §20 Q-12
  it('is `paths.origin`, and the headers of the request are ignored', async () => {
    const response = await anonymous().post(`${site}/auth/signin/my-idp`, {}, spoofed)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      `${site}/auth/callback/my-idp`,
    )
  })

  // proves AMB-2, EP-8
  it('contains `paths.base`, and its origin is read from AUTH_URL if `paths.origin` is not set', async () => {
    const { origin } = new URL(shop)
    const inShop = createVisitors(shop, `${shop}/auth`)
    const browser = await inShop.ann()
    expect(await inShop.readSession(browser)).toMatchObject({ madeFor: '/shop/auth/session' })
    expect(await (await browser.get(`${shop}/api/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    expect((await browser.get(`${origin}/auth/session`)).status).toBe(404)
    const response = await anonymous().post(`${shop}/auth/signin/my-idp`, {}, spoofed)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      `${shop}/auth/callback/my-idp`,
    )
    const signOut = await browser.post(`${shop}/signout`, {})
    expect(signOut.headers.get('location')).toBe(shop)
    expect(await inShop.readSession(browser)).toBeNull()
  })

  // proves ENV-6, P-HO-2, P-HO-4, §20 Q-12
  it('is required in production, even if NODE_ENV is not set', async () => {
    for (const path of ['/shop/auth/signin', '/shop/auth/session', '/shop/api/session']) {
      const response = await anonymous().get(`${withoutUrl}${path}`)
      expect(response.status).toBe(500)
      expect(setBy(response)).toEqual([])
    }
  })
})

describe('a prerendered page', () => {
  // proves EP-10, §18.2
  it('has no session and sets no cookie', async () => {
    const response = await open(await ann(), '/about')
    expect(setBy(response)).toEqual([])
    expect((await shownBy(response))[0]).toBeNull()
  })

  // proves EP-10
  it('fails to build with a link to the sign-in page, which cannot be prerendered', {
    timeout: 60_000,
  }, async () => {
    const build = buildSite(inject('kitFolder'), {
      SITE_OUT: 'build/with-link',
      VITE_SIGN_IN_LINK: '/auth/signin',
    })
    await expect(build).rejects.toThrow(/404.*\/auth\/signin/)
  })

  it('fails to build at a path that `protect` protects, but not for a link to one', {
    timeout: 120_000,
  }, async () => {
    const folder = inject('kitFolder')
    const build = buildSite(folder, { SITE_OUT: 'build/protected', SITE_PROTECT: '/about' })
    await expect(build).rejects.toThrow(/500.*\/about/)
    await buildSite(folder, { SITE_OUT: 'build/linked', VITE_SIGN_IN_LINK: '/hidden/page' })
  })
})
