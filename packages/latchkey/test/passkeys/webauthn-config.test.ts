import {
  BASE,
  createApp,
  deepFreeze,
  ORIGIN,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import { optionsFor, readLocation, register, setUp } from '@latchkey/test-support/kit/passkeys.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, type AuthConfig, createAuth, type WebAuthnConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import type { AuthError } from 'latchkey/errors'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
})

async function findProblem(config: Partial<AuthConfig>): Promise<AuthError | undefined> {
  const whole = { adapter: memory(), providers: [Passkey], ...config }
  const { problem, refused } = await createAuth(createApp(whole).config).config.checkConfig()
  return problem ?? refused.values().next().value
}

describe('a configuration with passkeys', () => {
  it('is valid with each form of the providers', async () => {
    expect(await findProblem({})).toBeUndefined()
    for (const provider of [
      WebAuthn,
      WebAuthn(),
      WebAuthn({ simpleWebAuthnBrowserVersion: 'v9.0.1' }),
      Passkey({ simpleWebAuthnBrowserVersion: false }),
    ])
      expect(await findProblem({ providers: [provider] })).toBeUndefined()
  })

  // proves CFG-15
  it.each([undefined, {}, { enableWebAuthn: false }, { enableWebAuthn: true }])(
    'needs no option, accepts the one of Auth.js, and causes no warning: %j',
    async (experimental) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      expect(await findProblem({ experimental })).toBeUndefined()
      const config = deepFreeze<AuthConfig>({
        secret: SECRET,
        trustHost: true,
        adapter: memory(),
        providers: [Passkey],
        experimental,
      })
      const response = await createAuth(config).handle(new Request(`${BASE}/webauthn-options/passkey`))
      expect(response.status).toBe(200)
      expect(warn.mock.calls).toEqual([])
    },
  )

  it('causes no script on the page without a passkey provider', async () => {
    const app = createApp({ adapter: memory() })
    const response = await new Browser(app).get(`${BASE}/signin`)
    expect(response.headers.get('content-security-policy')).not.toMatch(/script-src|connect-src/)
    expect(await response.text()).not.toContain('<script')
    expect(app.log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  // proves §2.4 14, §2.4 15, §7.3 b
  it('requires an adapter with the methods for passkeys', async () => {
    expect(await findProblem({ adapter: undefined })).toMatchObject({
      type: 'MissingAdapter',
      message: expect.stringContaining('passkeys'),
    })
    const required = [
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
    for (const method of required) {
      const problem = await findProblem({
        adapter: { ...memory(), [method]: undefined } as Adapter,
        session: { strategy: 'jwt' },
      })
      expect(problem).toMatchObject({
        type: 'MissingAdapterMethods',
        message: expect.stringContaining(`lacks ${method}.`),
      })
    }
    const adapter = { ...memory(), getAuthenticator: undefined } as unknown as Adapter
    expect(await findProblem({ adapter, providers: [passwordProvider] })).toBeUndefined()
  })

  // proves §2.4 7, §2.4 8, §2.4 9, §14 DuplicateConditionalUI, §14 MissingWebAuthnAutocomplete
  it.each<{ problem: string; providers: AuthConfig['providers']; type: string; hint: string }>([
    {
      problem: 'two providers with conditional UI',
      providers: [WebAuthn, Passkey],
      type: 'DuplicateConditionalUI',
      hint: '"webauthn" and "passkey"',
    },
    {
      problem: 'no form field with the autocomplete token "webauthn"',
      providers: [WebAuthn({ formFields: { email: { autocomplete: 'username' }, code: {} } })],
      type: 'MissingWebAuthnAutocomplete',
      hint: '"webauthn" in its `autocomplete`',
    },
    {
      problem: 'an invalid version',
      providers: [WebAuthn({ simpleWebAuthnBrowserVersion: 'latest' })],
      type: 'AuthError',
      hint: '"v9.0.1"',
    },
    {
      problem: 'a version with too many parts',
      providers: [WebAuthn({ simpleWebAuthnBrowserVersion: 'v1.2.3.4' })],
      type: 'AuthError',
      hint: '"v9.0.1"',
    },
    {
      problem: 'a provider without a way to verify passkeys',
      providers: [{ id: 'x', name: 'X', type: 'webauthn' } as never],
      type: 'InvalidProvider',
      hint: 'latchkey/providers/passkey',
    },
    {
      problem: 'an origin with a path',
      providers: [WebAuthn({ relayingParty: { origin: 'https://app.test/' } })],
      type: 'InvalidProvider',
      hint: 'https://example.com',
    },
    {
      problem: 'an invalid origin',
      providers: [WebAuthn({ relayingParty: { origin: ['https://app.test', 'app.test'] } })],
      type: 'InvalidProvider',
      hint: '"app.test"',
    },
    {
      problem: 'an unknown value of `registration`',
      providers: [WebAuthn({ registration: 'users' as 'anyone' })],
      type: 'InvalidProvider',
      hint: '"authenticated"',
    },
  ])('is rejected with $problem', async ({ providers, type, hint }) => {
    expect(await findProblem({ providers })).toMatchObject({ type, message: expect.stringContaining(hint) })
  })

  it('is valid with several providers of which one has conditional UI', async () => {
    const quiet: Partial<WebAuthnConfig> = { enableConditionalUI: false, formFields: { email: {} } }
    expect(await findProblem({ providers: [WebAuthn(quiet), Passkey] })).toBeUndefined()
  })
})

describe('the sign-in page with passkeys', () => {
  // proves §15
  it('has a form for its inline script, with fields that the browser fills in', async () => {
    const { browser } = setUp()
    const response = await browser.get(`${BASE}/signin?callbackUrl=/inside`)
    const html = await response.clone().text()
    const forms = await findForms(response, BASE)
    const form = forms.find(({ action }) => action === `${BASE}/callback/webauthn`)
    expect(form?.fields).toEqual({ callbackUrl: `${ORIGIN}/inside`, csrfToken: expect.any(String) })
    expect(html).toMatch(/<form[^>]* id="webauthn-form"[^>]*>/)
    expect(html).toMatch(
      /<input[^>]* type="email"[^>]* autocomplete="username webauthn"[^>]* data-form-field/,
    )
    expect(html).toContain(`data-passkey="${BASE}/webauthn-options/webauthn"`)
    expect(html).toMatch(/<form[^>]* data-conditional/)
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toMatch(/<script[^>]+src=/)
  })

  it('shows a signed-in user only the button to add a passkey', async () => {
    const { browser } = setUp()
    await register(browser, 'ann@example.com')
    const html = await (await browser.get(`${BASE}/signin`)).text()
    expect(html).toContain('data-action="register"')
    expect(html).toContain('Add a passkey')
    expect(html).not.toMatch(/<(?:input|form)[^>]* data-(?:form-field|conditional)/)
  })

  it('has no conditional UI with `enableConditionalUI: false`', async () => {
    const { browser } = setUp({ provider: { enableConditionalUI: false } })
    expect(await (await browser.get(`${BASE}/signin`)).text()).not.toMatch(/<form[^>]* data-conditional/)
  })

  it('keeps its callback URL for the registration', async () => {
    const { browser } = setUp()
    await browser.get(`${BASE}/signin?callbackUrl=/inside`)
    const { options } = await optionsFor(browser, { email: 'ann@example.com' })
    const data = JSON.stringify(await (await createPasskey(ORIGIN)).create(options))
    expect(readLocation(await browser.post(`${BASE}/callback/webauthn`, { action: 'register', data }))).toBe(
      `${ORIGIN}/inside`,
    )
  })
})

describe('starting a sign-in with a passkey outside the sign-in page', () => {
  // proves §3 POST /signin/<id> credentials
  it('redirects a form to the sign-in page', async () => {
    const { browser } = setUp()
    expect(readLocation(await browser.post(`${BASE}/signin/webauthn`))).toBe(`${BASE}/signin`)
  })

  it('returns the URL of the sign-in page to server code, and keeps the callback URL', async () => {
    const setup = setUp()
    const caller = { headers: new Headers({ host: 'app.test', 'x-forwarded-proto': 'https' }) }
    const { url, cookies } = await createAuth(setup.app.config).signIn(caller, {
      providerId: 'webauthn',
      fields: { callbackUrl: '/inside', action: 'x' },
    })
    expect(url).toBe(`${BASE}/signin`)
    expect(cookies.map(({ name }) => name)).toEqual(['__Host-latchkey.callback-url'])
    expect(await readSession(setup.browser)).toBeNull()
  })

  // proves §3 GET /providers
  it('lists the provider at the providers endpoint', async () => {
    const response = await setUp().browser.get(`${BASE}/providers`)
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
