import { describe, expect, inject, it } from 'vitest'
import { visitorsOf } from '../kit/visitors.ts'
import { buildSite } from './build-site.ts'
import { ann, anonymous, open, setBy, shownBy, site, submit } from './visitor.ts'

const shop = inject('kitShop')
const lost = inject('kitLost')

describe('Latchkey', () => {
  // proves C-1, GEN-8
  it('gives what goes into the application, of a configuration or of a function', async () => {
    const { version, shapes } = await (await open(anonymous(), '/api/shape')).json()
    expect(version.split('.')[0]).toBe(inject('kitMajor'))
    const names = ['auth', 'handle', 'revokeSessions', 'signIn', 'signOut', 'update']
    expect(shapes).toEqual([names, names])
  })
})

describe('a configuration function', () => {
  // proves C-1, LAZY-5, GEN-1, CFG-46
  it('gets the event, and may be asynchronous', async () => {
    for (const path of ['/auth/session', '/api/session', '/members']) {
      const [session] = await shownBy(await open(await ann(), path))
      expect(session?.madeFor).toBe(path)
    }
  })

  // proves LAZY-5
  it('is asked for each request, and may answer differently', async () => {
    const providers = async (variant?: string): Promise<string[]> =>
      Object.keys(await (await open(anonymous(), '/auth/providers', variant)).json())
    expect(await providers()).toEqual(['credentials', 'my-idp'])
    expect(await providers('staging')).toEqual(['credentials'])
    expect(await providers()).toEqual(['credentials', 'my-idp'])
  })

  // proves LAZY-6
  it('takes secret, address and client from the environment of the platform, for that request', async () => {
    const env = {
      'x-variant': 'platform',
      'x-env-secret': 'a secret that only the platform knows, and nobody else',
      'x-env-url': 'https://app.example.test',
      'x-env-client_id': 'by-platform',
      'x-env-client_secret': 'by-platform',
    }
    const response = await anonymous().post(`${site}/auth/signin/my-idp`, {}, env)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(searchParams.get('client_id')).toBe('by-platform')
    expect(searchParams.get('redirect_uri')).toBe('https://app.example.test/auth/callback/my-idp')
    expect(setBy(response)).toContainEqual(expect.stringMatching(/^__Host-latchkey\.transaction\./))
    // What the environment's secret has sealed is opened by no other one.
    const browser = await ann()
    expect(await (await browser.get(`${site}/api/session`, env)).json()).toBeNull()
    const other = await submit(anonymous(), '/signin', { providerId: 'my-idp' })
    expect(new URL(other.headers.get('location') ?? '').searchParams.get('client_id')).toBe('the-application')
  })
})

describe('the doors', () => {
  // proves EP-9, CFG-7, §18.2
  it('are below /auth, and what else is there belongs to the application', async () => {
    const page = await open(anonymous(), '/auth/signin')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('The provider')
    expect(await (await open(anonymous(), '/auth/own')).text()).toContain('An own page below the path')
    expect((await open(anonymous(), '/auth/nothing')).status).toBe(404)
    expect((await open(anonymous(), '/authentication/session')).status).toBe(404)
  })

  // proves EP-8, EP-7, AMB-2, §20 Q-12
  it('are where `basePath` says', async () => {
    const browser = await ann()
    expect(await (await open(browser, '/doors/session', 'doors')).json()).toMatchObject({
      user: { name: 'Ann' },
    })
    expect((await open(browser, '/auth/session', 'doors')).status).toBe(404)
    const response = await anonymous().post(`${site}/doors/signin/my-idp`, {}, { 'x-variant': 'doors' })
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      `${site}/doors/callback/my-idp`,
    )
  })

  // proves §18.2
  it('lead to the pages of the application', async () => {
    const response = await open(anonymous(), '/auth/signin', 'pages')
    expect(response.headers.get('location')).toMatch(new RegExp(`^${site}/login(\\?|$)`))
  })

  // proves EP-7
  it('take the answer of a provider as a query and as a form', async () => {
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

describe('the address', () => {
  const spoofed = {
    'x-forwarded-host': 'elsewhere.test',
    'x-forwarded-proto': 'https',
    host: 'elsewhere.test',
  }

  // proves P-HO-1, §20 Q-12
  it('is `paths.origin`, whatever the request says', async () => {
    const response = await anonymous().post(`${site}/auth/signin/my-idp`, {}, spoofed)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      `${site}/auth/callback/my-idp`,
    )
  })

  // proves AMB-2, EP-8
  it('has `paths.base` in it, and AUTH_URL names the origin where `paths.origin` does not', async () => {
    const { origin } = new URL(shop)
    const inShop = visitorsOf(shop, `${shop}/auth`)
    const browser = await inShop.ann()
    expect(await inShop.sessionOf(browser)).toMatchObject({ madeFor: '/shop/auth/session' })
    expect(await (await browser.get(`${shop}/api/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    expect((await browser.get(`${origin}/auth/session`)).status).toBe(404)
    const response = await anonymous().post(`${shop}/auth/signin/my-idp`, {}, spoofed)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
      `${shop}/auth/callback/my-idp`,
    )
    const left = await browser.post(`${shop}/signout`, {})
    expect(left.headers.get('location')).toBe(shop)
    expect(await inShop.sessionOf(browser)).toBeNull()
  })

  // proves ENV-6, P-HO-2, P-HO-4, §20 Q-12
  it("is nobody's guess in production, even if NODE_ENV does not say that it is", async () => {
    for (const path of ['/shop/auth/signin', '/shop/auth/session', '/shop/api/session']) {
      const response = await anonymous().get(`${lost}${path}`)
      expect(response.status).toBe(500)
      expect(setBy(response)).toEqual([])
    }
  })
})

describe('a page that is made in advance', () => {
  // proves EP-10, §18.2
  it('knows nobody, and is made without a word of ours', async () => {
    const response = await open(await ann(), '/about')
    expect(setBy(response)).toEqual([])
    expect((await shownBy(response))[0]).toBeNull()
  })

  // proves EP-10
  it('does not build with a link to the sign-in page, which cannot be made in advance', {
    timeout: 60_000,
  }, async () => {
    const build = buildSite(inject('kitFolder'), { SITE_OUT: 'build/trap', VITE_TRAP: '/auth/signin' })
    await expect(build).rejects.toThrow(/404.*\/auth\/signin/)
  })
})
