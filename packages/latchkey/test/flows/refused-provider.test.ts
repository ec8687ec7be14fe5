import { type AuthConfig, createAuth } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import Resend from 'latchkey/providers/resend'
import { describe, expect, it } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { isolateEnvironment } from '../kit/environment.ts'

isolateEnvironment()

const CREDENTIALS = { email: 'ann@example.com', password: 'right' }

/** The providers that cannot be used alone, and what names the fix. */
const REFUSED: readonly { name: string; id: string; provider: unknown; hint: string }[] = [
  { name: 'no client id', id: 'github', provider: GitHub, hint: 'AUTH_GITHUB_ID' },
  { name: 'no client secret', id: 'github', provider: GitHub({ clientId: 'x' }), hint: 'AUTH_GITHUB_SECRET' },
  {
    name: 'private_key_jwt and no private key',
    id: 'github',
    provider: GitHub({ clientId: 'x', client: { token_endpoint_auth_method: 'private_key_jwt' } }),
    hint: 'clientPrivateKey',
  },
  {
    name: 'an unknown client authentication method',
    id: 'github',
    provider: GitHub({
      clientId: 'x',
      clientSecret: 'y',
      client: { token_endpoint_auth_method: 'basic' as 'none' },
    }),
    hint: 'client_secret_basic',
  },
  { name: 'no sender', id: 'resend', provider: Resend({ apiKey: 'x' }), hint: 'AUTH_RESEND_FROM' },
  {
    name: 'an unknown type',
    id: 'credentials2',
    provider: { ...passwordProvider, id: 'credentials2', type: 'saml' },
    hint: '"saml"',
  },
]

function errorsOf(app: App): string[] {
  return app.log.filter(({ level }) => level === 'error').map(({ entry }) => String(entry))
}

describe.each(REFUSED)('a provider with $name', ({ id, provider, hint }) => {
  const application = (...others: AuthConfig['providers']): App =>
    createApp({ providers: [provider as AuthConfig['providers'][number], ...others] })

  // proves AUD-S9
  it('is reported at the start; sessions and other providers work', async () => {
    const app = application(passwordProvider)
    const browser = new Browser(app)
    expect(await (await browser.get(`${BASE}/session`)).json()).toBeNull()
    expect(errorsOf(app)).toEqual([expect.stringContaining(hint)])
    expect(app.errors).toEqual(['InvalidProvider'])
    await browser.post(`${BASE}/callback/credentials`, CREDENTIALS)
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { name: 'Ann' } })
    const { session } = await createAuth(app.config).session(
      new Request(ORIGIN, { headers: { cookie: browser.cookiesFor(ORIGIN) } }),
    )
    expect(session).not.toBeNull()
    expect(Object.keys(await (await browser.get(`${BASE}/providers`)).json())).toEqual(['credentials'])
    const page = await browser.get(`${BASE}/signin`)
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain(`/${id}"`)
    expect(errorsOf(app)).toHaveLength(1)
  })

  // proves AUD-S9
  it('fails at its own sign-in', async () => {
    const app = application(passwordProvider)
    const browser = new Browser(app)
    for (const path of [`signin/${id}`, `callback/${id}`]) {
      const response = await browser.post(`${BASE}/${path}`, CREDENTIALS)
      expect(response.headers.get('location')).toContain(`${BASE}/error?error=Configuration&reference=`)
    }
    expect(errorsOf(app)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(hint)))
    const signIn = createAuth(app.config).signIn(new Request(ORIGIN), { providerId: id, fields: {} })
    expect((await signIn).url).toContain(`${BASE}/error?error=Configuration&reference=`)
    expect(errorsOf(app)).toHaveLength(4)
    expect(browser.cookies(ORIGIN)).toEqual([])
  })

  // proves AUD-S9
  it('makes the sign-in page fail if it is the only provider', async () => {
    const app = application()
    const browser = new Browser(app)
    expect((await browser.get(`${BASE}/session`)).status).toBe(200)
    const response = await browser.get(`${BASE}/signin`)
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 500,
      location: null,
    })
    expect(errorsOf(app)).toEqual([expect.stringContaining(hint), expect.stringContaining(hint)])
  })
})

describe('several providers that cannot be used', () => {
  // proves AUD-S9
  it('are all reported, once for each process', async () => {
    const idp = createIdp()
    const messages: string[] = []
    for (let count = 0; count < 2; count++) {
      const app = createApp({ providers: [GitHub, Resend, oidcFor(idp)] })
      await new Browser(app).get(`${BASE}/session`)
      messages.push(...errorsOf(app))
    }
    expect(messages).toEqual([
      expect.stringContaining('AUTH_GITHUB_ID'),
      expect.stringContaining('AUTH_RESEND_FROM'),
    ])
  })
})
