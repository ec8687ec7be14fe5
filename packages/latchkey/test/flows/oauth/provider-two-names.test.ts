import { type App, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { setUp, signIn, startSignIn } from '@latchkey/test-support/kit/oauth-callback.ts'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { type AuthConfig, customFetch, type OIDCUserConfig } from 'latchkey'
import Keycloak, { type KeycloakProfile } from 'latchkey/providers/keycloak'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const APP = 'http://app.localhost:5176'
const client = {
  clientId: 'latchkey-tests',
  clientSecret: 'the secret of the tests',
  redirectUris: [`${APP}/auth/callback/keycloak`],
}

let provider: Awaited<ReturnType<typeof startProvider>>
/** The name by which the server of the application knows the provider. */
let internal: string

beforeAll(async () => {
  provider = await startProvider({ clients: [client] })
  internal = provider.issuer.replace('localhost', '127.0.0.1')
})
afterAll(() => provider.close())

/** The network of a container: the name that browsers use leads to the container itself. */
const fromContainer: typeof fetch = async (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (hostname !== 'localhost') return fetch(input, init)
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  })
}

/** Signs in at the provider, whose names differ for the browser and for the server. */
async function signInWith(
  options: OIDCUserConfig<KeycloakProfile>,
  config: Partial<AuthConfig> = {},
): Promise<{ app: App; location: string | null; session: unknown; atProvider: string }> {
  const { clientId, clientSecret } = client
  const keycloak = Keycloak({
    issuer: provider.issuer,
    clientId,
    clientSecret,
    [customFetch]: fromContainer,
    ...options,
  })
  const app = createApp({ providers: [keycloak], ...config }, APP)
  const browser = new Browser(app)
  const start = await browser.post(`${APP}/auth/signin/keycloak`, { callbackUrl: '/after' })
  const atProvider = start.headers.get('location') ?? ''
  if (!atProvider.startsWith('http://localhost'))
    return { app, location: atProvider, session: null, atProvider }
  const [user] = provider.users
  const callback = await completeAtProvider(browser, APP, start, user?.name ?? '', 'Allow')
  const response = await browser.get(callback)
  const session = await (await browser.get(`${APP}/auth/session`)).json()
  return { app, location: response.headers.get('location'), session, atProvider }
}

describe('a provider with one name for browsers and another for the server', () => {
  it('signs users in with `discovery`', async () => {
    const { app, location, session, atProvider } = await signInWith({ discovery: internal })
    expect({ location, errors: app.errors }).toEqual({ location: `${APP}/after`, errors: [] })
    expect(session).toMatchObject({ user: { name: provider.users[0]?.name } })
    expect(atProvider.startsWith(provider.issuer)).toBe(true)
  })

  it('accepts the whole URL of the metadata as `discovery`', async () => {
    const discovery = `${internal}/.well-known/openid-configuration`
    expect((await signInWith({ discovery, idToken: false })).location).toBe(`${APP}/after`)
  })

  it('signs users in with the endpoints of Auth.js applications, and verifies the ID token', async () => {
    const { app, location, session } = await signInWith({
      authorization: { url: `${provider.issuer}/auth`, params: { scope: 'openid profile email' } },
      token: `${internal}/token`,
      userinfo: `${internal}/me`,
    })
    expect({ location, errors: app.errors }).toEqual({ location: `${APP}/after`, errors: [] })
    expect(session).toMatchObject({ user: { email: provider.users[0]?.email } })
  })

  it('names `discovery` if the provider cannot be reached at its issuer', async () => {
    const { app } = await signInWith({})
    expect(app.errors).toEqual(['ServiceUnavailable'])
    expect(String(app.log.at(-1)?.entry)).toContain('set `discovery`')
  })
})

describe('metadata that are read at another host', () => {
  const INTERNAL = 'http://keycloak:8080'

  it('must have the configured issuer', async () => {
    const idp = createIdp(INTERNAL)
    const options = { issuer: 'https://id.test', discovery: INTERNAL, dangerouslyAllowHttp: true }
    const app = createApp({ providers: [oidcFor(idp, options)] })
    await startSignIn(new Browser(app))
    expect(app.errors).toEqual(['CallbackRouteError'])
    expect(String(app.log.at(-1)?.entry)).toContain(
      'The metadata from http://keycloak:8080 names the issuer "http://keycloak:8080", but "https://id.test" is',
    )
  })

  it('are not called without TLS, unless `dangerouslyAllowHttp` is set, which the error names', async () => {
    const { app, browser, idp } = setUp({}, { discovery: INTERNAL })
    await startSignIn(browser)
    expect(idp.urls).toEqual([])
    expect(String(app.log.at(-1)?.entry)).toContain('`dangerouslyAllowHttp: true`')
  })

  it('do not replace endpoints that are configured', async () => {
    const setup = setUp({}, { token: 'https://id.test/token?configured' })
    setup.idp.faults.discovery = { token_endpoint: 'https://other.test/token' }
    await signIn(setup)
    expect(setup.app.errors).toEqual([])
    expect(setup.idp.urls).toContain('https://id.test/token?configured')
  })

  it('are not shared with a provider that reads them elsewhere', async () => {
    const idp = createIdp('https://id.test')
    const forged = { ...(await (await idp.fetch(`${idp.issuer}/.well-known/openid-configuration`)).json()) }
    const send: typeof fetch = async (input, init) =>
      String(input).startsWith('https://evil.test/')
        ? Response.json({ ...forged, authorization_endpoint: 'https://evil.test/authorize' })
        : idp.fetch(input, init)
    const options = { [customFetch]: send, discovery: 'https://evil.test' }
    await startSignIn(new Browser(createApp({ providers: [oidcFor(idp, options)] })))
    const other = new Browser(createApp({ providers: [oidcFor(idp, { [customFetch]: send })] }))
    expect(await startSignIn(other)).toMatch(/^https:\/\/id\.test\/authorize/)
  })
})
