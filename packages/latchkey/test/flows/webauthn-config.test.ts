import { type Adapter, type AuthConfig, createAuth, type WebAuthnConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BASE, createApp, deepFreeze, ORIGIN, passwordProvider, SECRET } from '../kit/app.ts'
import { createPasskey } from '../kit/authenticator.ts'
import { Browser, formsOf } from '../kit/browser.ts'
import { locationOf, optionsFor, register, session, setting } from '../kit/passkeys.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function problemOf(
  config: Partial<AuthConfig>,
): Promise<{ type: string; message: string } | undefined> {
  const whole = { adapter: memory(), experimental: { enableWebAuthn: true }, providers: [Passkey], ...config }
  return (await createAuth(createApp(whole).config).config.checkConfig()).problem
}

describe('a configuration with passkeys', () => {
  it('works', async () => {
    expect(await problemOf({})).toBeUndefined()
    for (const provider of [
      WebAuthn,
      WebAuthn(),
      WebAuthn({ simpleWebAuthnBrowserVersion: 'v9.0.1' }),
      Passkey({ simpleWebAuthnBrowserVersion: false }),
    ])
      expect(await problemOf({ providers: [provider] })).toBeUndefined()
  })

  // proves GEN-5, CFG-15, CFG-16, P-CF-3, §2.4 13, §14 ExperimentalFeatureNotEnabled
  it.each([undefined, {}, { enableWebAuthn: false }, { enableWebAuthn: 'true' as unknown as boolean }])(
    'is refused unless the experiment is switched on: %j',
    async (experimental) => {
      expect(await problemOf({ experimental })).toMatchObject({
        type: 'ExperimentalFeatureNotEnabled',
        message: expect.stringContaining('experimental: { enableWebAuthn: true }'),
      })
      // It goes before what else is missing for the experiment.
      expect((await problemOf({ experimental, adapter: undefined }))?.type).toBe(
        'ExperimentalFeatureNotEnabled',
      )
      const app = createApp({ adapter: memory(), providers: [Passkey], experimental })
      const response = await new Browser(app).get(`${BASE}/webauthn-options/passkey`)
      expect([response.status, await response.json()]).toEqual([
        500,
        expect.objectContaining({ error: 'Configuration' }),
      ])
    },
  )

  // proves CFG-17
  it('warns on the console that it is an experiment, once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const config = deepFreeze<AuthConfig>({
      secret: SECRET,
      trustHost: true,
      adapter: memory(),
      providers: [Passkey],
      experimental: { enableWebAuthn: true },
    })
    for (let times = 0; times < 3; times++) await createAuth(config).handle(new Request(`${BASE}/providers`))
    const lines = warn.mock.calls.filter(([line]) => String(line).includes('experimental-webauthn'))
    expect(lines).toEqual([[expect.stringContaining('without notice')]])
  })

  it('without the experiment there is no warning, and no script on the page', async () => {
    const app = createApp({ adapter: memory() })
    const response = await new Browser(app).get(`${BASE}/signin`)
    expect(response.headers.get('content-security-policy')).not.toMatch(/script-src|connect-src/)
    expect(await response.text()).not.toContain('<script')
    expect(app.log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  // proves §2.4 14, §2.4 15, §7.3 b
  it('needs a database that keeps passkeys', async () => {
    expect(await problemOf({ adapter: undefined })).toMatchObject({
      type: 'MissingAdapter',
      message: expect.stringContaining('passkeys'),
    })
    const needed = [
      'createUser',
      'getUser',
      'getUserByEmail',
      'getUserByAccount',
      'linkAccount',
      'getAccount',
      'getAuthenticator',
      'createAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ]
    for (const method of needed) {
      const problem = await problemOf({
        adapter: { ...memory(), [method]: undefined } as Adapter,
        session: { strategy: 'jwt' },
      })
      expect(problem).toMatchObject({
        type: 'MissingAdapterMethods',
        message: expect.stringContaining(`lacks ${method}.`),
      })
    }
    const adapter = { ...memory(), getAuthenticator: undefined } as unknown as Adapter
    expect(await problemOf({ adapter, providers: [passwordProvider] })).toBeUndefined()
  })

  // proves §2.4 7, §2.4 8, §2.4 9, §14 DuplicateConditionalUI, §14 MissingWebAuthnAutocomplete
  it.each([
    [
      'two that offer passkeys in a field',
      [WebAuthn, Passkey],
      'DuplicateConditionalUI',
      '"webauthn" and "passkey"',
    ],
    [
      'no field that asks for them',
      [WebAuthn({ formFields: { email: { autocomplete: 'username' }, code: {} } })],
      'MissingWebAuthnAutocomplete',
      '"webauthn" in its `autocomplete`',
    ],
    [
      'a version that is none',
      [WebAuthn({ simpleWebAuthnBrowserVersion: 'latest' })],
      'AuthError',
      '"v9.0.1"',
    ],
    [
      'a version with too many parts',
      [WebAuthn({ simpleWebAuthnBrowserVersion: 'v1.2.3.4' })],
      'AuthError',
      '"v9.0.1"',
    ],
    [
      'nothing to verify them with',
      [{ id: 'x', name: 'X', type: 'webauthn' }],
      'InvalidProvider',
      'latchkey/providers/passkey',
    ],
    [
      'an origin with a path',
      [WebAuthn({ relayingParty: { origin: 'https://app.test/' } })],
      'InvalidProvider',
      'https://example.com',
    ],
    [
      'an origin that is none',
      [WebAuthn({ relayingParty: { origin: ['https://app.test', 'app.test'] } })],
      'InvalidProvider',
      '"app.test"',
    ],
    [
      'an unknown word for who registers',
      [WebAuthn({ registration: 'users' as 'anyone' })],
      'InvalidProvider',
      '"authenticated"',
    ],
  ] as [string, AuthConfig['providers'], string, string][])(
    'with %s is refused',
    async (_, providers, type, hint) => {
      expect(await problemOf({ providers })).toMatchObject({ type, message: expect.stringContaining(hint) })
    },
  )

  it('may have several, where one of them offers passkeys in a field', async () => {
    const quiet: Partial<WebAuthnConfig> = { enableConditionalUI: false, formFields: { email: {} } }
    expect(await problemOf({ providers: [WebAuthn(quiet), Passkey] })).toBeUndefined()
  })
})

describe('the sign-in page', () => {
  // proves §15
  it('has a form that its own script sends, with fields that the browser fills in', async () => {
    const { browser } = setting()
    const response = await browser.get(`${BASE}/signin?callbackUrl=/inside`)
    const html = await response.clone().text()
    const [form] = await formsOf(response, BASE)
    expect(form?.action).toBe(`${BASE}/callback/webauthn`)
    expect(form?.fields).toEqual({
      callbackUrl: `${ORIGIN}/inside`,
      csrfToken: expect.any(String),
      email: '',
    })
    expect(html).toMatch(/<form[^>]* id="webauthn-form"[^>]*>/)
    expect(html).toMatch(
      /<input[^>]* type="email"[^>]* autocomplete="username webauthn"[^>]* data-form-field/,
    )
    expect(html).toContain(`data-passkey="${BASE}/webauthn-options/webauthn"`)
    expect(html).toMatch(/<form[^>]* data-conditional/)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toMatch(/<script[^>]+src=/)
  })

  it('has the button alone for who is signed in: it adds a passkey', async () => {
    const { browser } = setting()
    await register(browser, 'ann@example.com')
    const html = await (await browser.get(`${BASE}/signin`)).text()
    expect(html).toContain('data-action="register"')
    expect(html).toContain('Add a passkey')
    expect(html).not.toMatch(/<(?:input|form)[^>]* data-(?:form-field|conditional)/)
  })

  it('leaves the offer out where it is switched off', async () => {
    const { browser } = setting({ provider: { enableConditionalUI: false } })
    expect(await (await browser.get(`${BASE}/signin`)).text()).not.toMatch(/<form[^>]* data-conditional/)
  })

  it('runs with a target that is kept while the page is open', async () => {
    const { browser } = setting()
    await browser.get(`${BASE}/signin?callbackUrl=/inside`)
    const { options } = await optionsFor(browser, { email: 'ann@example.com' })
    const data = JSON.stringify(await (await createPasskey(ORIGIN)).create(options))
    expect(locationOf(await browser.post(`${BASE}/callback/webauthn`, { action: 'register', data }))).toBe(
      `${ORIGIN}/inside`,
    )
  })
})

describe('beginning a sign-in with a passkey elsewhere than on the page', () => {
  // proves §3 POST /signin/<id> credentials
  it('leads to the page, by a form', async () => {
    const { browser } = setting()
    expect(locationOf(await browser.post(`${BASE}/signin/webauthn`))).toBe(`${BASE}/signin`)
  })

  it('and from server code, with the target kept', async () => {
    const here = setting()
    const caller = { headers: new Headers({ host: 'app.test', 'x-forwarded-proto': 'https' }) }
    const { url, cookies } = await createAuth(here.app.config).signIn(caller, {
      providerId: 'webauthn',
      fields: { callbackUrl: '/inside', action: 'x' },
    })
    expect(url).toBe(`${BASE}/signin`)
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-latchkey.callback-url'])
    expect(await session(here.browser)).toBeNull()
  })

  // proves §3 GET /providers
  it('is among the providers of a page of the application', async () => {
    const response = await setting().browser.get(`${BASE}/providers`)
    expect(await response.json()).toMatchObject({
      webauthn: {
        id: 'webauthn',
        name: 'WebAuthn',
        type: 'webauthn',
        signinUrl: `${BASE}/signin/webauthn`,
        callbackUrl: `${BASE}/callback/webauthn`,
      },
    })
  })
})
