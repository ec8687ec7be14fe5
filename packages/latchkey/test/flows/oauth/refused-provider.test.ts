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
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { INTEGRATIONS } from '@latchkey/test-support/kit/integrations.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import Keycloak from 'latchkey/providers/keycloak'
import OIDC from 'latchkey/providers/oidc'
import Resend from 'latchkey/providers/resend'
import { describe, expect, it, vi } from 'vitest'

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
  {
    name: 'an issuer that is not a URL',
    id: 'x',
    provider: OIDC({ id: 'x', name: 'X', clientId: 'x', issuer: 'id.test' }),
    hint: '`issuer`',
  },
  {
    name: 'an issuer without a scheme',
    id: 'x',
    provider: OIDC({ id: 'x', name: 'X', clientId: 'x', issuer: 'localhost:3000' }),
    hint: '`issuer`',
  },
  { name: 'no sender', id: 'resend', provider: Resend({ apiKey: 'x' }), hint: 'AUTH_RESEND_FROM' },
  {
    name: 'an unknown type',
    id: 'credentials2',
    provider: { ...passwordProvider, id: 'credentials2', type: 'saml' },
    hint: '"saml"',
  },
]

function listErrors(app: App): string[] {
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
    expect(listErrors(app)).toEqual([expect.stringContaining(hint)])
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
    expect(listErrors(app)).toHaveLength(1)
  })

  // proves AUD-S9
  it('fails at its own sign-in', async () => {
    const app = application(passwordProvider)
    const browser = new Browser(app)
    for (const path of [`signin/${id}`, `callback/${id}`]) {
      const response = await browser.post(`${BASE}/${path}`, CREDENTIALS)
      expect(response.headers.get('location')).toContain(`${BASE}/error?error=Configuration&reference=`)
    }
    expect(listErrors(app)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(hint)))
    const signIn = createAuth(app.config).signIn(new Request(ORIGIN), { providerId: id, fields: {} })
    expect((await signIn).url).toContain(`${BASE}/error?error=Configuration&reference=`)
    expect(listErrors(app)).toHaveLength(4)
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
    expect(listErrors(app)).toEqual([expect.stringContaining(hint), expect.stringContaining(hint)])
  })
})

describe('several providers that cannot be used', () => {
  // proves AUD-S9, DROP-4
  it('are reported in one line, once for each process', async () => {
    const idp = createIdp()
    const messages: string[] = []
    for (let count = 0; count < 2; count++) {
      const app = createApp({ providers: [GitHub, Resend, oidcFor(idp)] })
      await new Browser(app).get(`${BASE}/session`)
      messages.push(...listErrors(app))
    }
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatch(/AUTH_GITHUB_ID and AUTH_GITHUB_SECRET.*AUTH_RESEND_FROM/)
  })
})

describe('providers without a client id', () => {
  const headers = { host: 'app.test', 'x-forwarded-proto': 'https' }
  const config = { secret: SECRET, trustHost: true, providers: [GitHub, Keycloak, passwordProvider] }

  // proves AUD-S9, DROP-4
  it.each(INTEGRATIONS)('affect nothing else in production, in $name', async ({ base, respond }) => {
    vi.stubEnv('NODE_ENV', 'production')
    const errors: string[] = []
    const logger = { error: (error: Error) => void errors.push(error.message) }
    const send = (path: string, init: RequestInit = {}): Promise<Response> =>
      respond(
        { ...config, logger },
        new Request(`${base}/${path}`, { ...init, headers: { ...headers, ...init.headers } }),
      )
    expect(await (await send('session')).json()).toBeNull()
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('AUTH_GITHUB_ID and AUTH_GITHUB_SECRET')
    expect(errors[0]).toContain('AUTH_KEYCLOAK_ID, AUTH_KEYCLOAK_SECRET and AUTH_KEYCLOAK_ISSUER')
    expect(Object.keys(await (await send('providers')).json())).toEqual(['credentials'])
    const page = await send('signin', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).not.toMatch(/github|keycloak/i)
    expect(errors).toHaveLength(1)
    const refused = await send('signin/github', {
      method: 'POST',
      body: new URLSearchParams(),
      headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    })
    expect(refused.headers.get('location')).toContain(`${base}/error?error=Configuration&reference=`)
    expect(errors.slice(1)).toEqual([expect.stringContaining('AUTH_GITHUB_ID')])
  })
})
