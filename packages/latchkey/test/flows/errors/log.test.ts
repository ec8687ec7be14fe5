import { inspect } from 'node:util'
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
import type { Faults, Idp } from '@latchkey/test-support/kit/idp.ts'
import { type AuthConfig, createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
})

const PASSWORD = 'correct horse battery staple'

interface Setting {
  readonly app: App
  readonly browser: Browser
  readonly idp: Idp
  /** Faults of the provider from the callback on. */
  readonly callbackFaults: Faults
  /** Values that must not be logged, by name. */
  readonly secrets: Map<string, string>
}

/** Creates an application and a list of all its secrets. */
function setting(config: Partial<AuthConfig>, callbackFaults: Faults = {}): Setting {
  const idp = createIdp()
  const secrets = new Map([
    ['secret', SECRET],
    ['client secret', idp.clientSecret],
    ['password', PASSWORD],
    ['access token', 'access token of ann'],
    ['refresh token', 'refresh token of ann'],
  ])
  const email: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url, token }) => {
      secrets.set('link', url).set('token of the link', token)
    },
  }
  const password = {
    ...passwordProvider,
    authorize: (fields: { password?: string }) => (fields.password === PASSWORD ? { id: 'ann' } : null),
  }
  const app = createApp({
    providers: [oidcFor(idp), email, password],
    adapter: memory(),
    debug: true,
    ...config,
  })
  return { app, browser: new Browser(app), idp, callbackFaults, secrets }
}

/** Adds the cookies and URL parameters of a step to the secrets. */
async function collectSecrets(
  { browser, secrets }: Setting,
  step: string,
  response: Response,
): Promise<Response> {
  for (const { name, value } of browser.cookies(ORIGIN))
    for (const part of value.split('|')) secrets.set(`${step}: ${name} ${part.slice(0, 4)}`, part)
  const location = response.headers.get('location')
  const query = location === null ? [] : [...new URL(location).searchParams]
  for (const [name, value] of query)
    if (/^(?:state|nonce|code|code_challenge|token)$/.test(name) && value !== 'credentials')
      secrets.set(`${step}: ${name}`, value)
  return response
}

/** Runs the five flows of the library, each also with an error. */
async function runFlows(here: Setting): Promise<void> {
  const { app, browser, idp, secrets } = here
  const started = await collectSecrets(
    here,
    'redirect',
    await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' }),
  )
  const redirect = idp.agree(started.headers.get('location') ?? '')
  secrets.set('code', redirect.searchParams.get('code') ?? '')
  Object.assign(idp.faults, here.callbackFaults)
  await collectSecrets(here, 'callback', await browser.get(redirect.href))
  for (const { body } of idp.tokenRequests) secrets.set('code verifier', body.get('code_verifier') ?? '')
  await browser.get(redirect.href)
  await collectSecrets(here, 'session', await browser.get(`${BASE}/session`))
  const csrf = (await (await collectSecrets(here, 'csrf', await browser.get(`${BASE}/csrf`))).json()) as {
    csrfToken: string
  }
  secrets.set('csrf token', csrf.csrfToken)
  await collectSecrets(here, 'update', await browser.post(`${BASE}/session`, { csrfToken: csrf.csrfToken }))
  await createAuth(app.config).session({
    headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }),
  })
  await collectSecrets(here, 'mail', await browser.post(`${BASE}/signin/email`, { email: 'eve@example.com' }))
  await collectSecrets(here, 'link', await browser.get(secrets.get('link') ?? `${BASE}/callback/email`))
  await browser.post(`${BASE}/callback/email`, {
    token: secrets.get('token of the link') ?? '',
    email: 'eve@example.com',
  })
  for (const password of [PASSWORD, 'wrong'])
    await collectSecrets(
      here,
      'password',
      await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password }),
    )
  browser.plant(ORIGIN, '__Secure-latchkey.session-token', `${PASSWORD}${SECRET}`)
  await browser.get(`${BASE}/session`)
  await browser.post(`${BASE}/signout`)
}

function expectNoSecret(output: string, { secrets }: Setting): void {
  for (const [name, value] of secrets) {
    expect(value.length, name).toBeGreaterThan(3)
    expect(output.includes(value) ? name : 'nothing').toBe('nothing')
  }
  expect(output).not.toMatch(/\beyJ/)
}

const faults: readonly [string, Faults][] = [
  ['a correct provider', {}],
  ['a provider that signs with another key', { signature: 'wrong key' }],
  ['a provider whose token type is invalid', { token: { token_type: 7 } }],
  [
    'a provider whose responses are not JSON',
    { respond: () => new Response('access token of ann, app secret', { status: 200 }) },
  ],
  ['a provider that returns tokens with an error status', { tokenStatus: 400 }],
]

describe.each(faults)('with %s', (_, fault) => {
  // proves P-LG-1, P-CR-6, CFG-12, §6.4
  it.each(['jwt', 'database'] as const)(
    'the console receives no secret at any level, with %s sessions',
    async (strategy) => {
      const lines: string[] = []
      for (const level of ['error', 'warn', 'log', 'info', 'debug'] as const)
        vi.spyOn(console, level).mockImplementation(
          (...args) =>
            void lines.push(
              args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg, { depth: 20 }))).join(' '),
            ),
        )
      const here = setting({ session: { strategy }, logger: undefined }, fault)
      await runFlows(here)
      expectNoSecret(lines.join('\n'), here)
      expect(lines.join('\n')).toMatch(
        /adapter_useVerificationToken {"identifier":"eve@example.com","token":"\[redacted\]"}/,
      )
      expect(lines.filter((line) => line.startsWith('[latchkey] cookie_'))).not.toEqual([])
      // Each entry is one line; only stack frames may follow it.
      for (const line of lines.join('\n').split('\n'))
        expect(line).toMatch(/^(?:\[latchkey\] | {4}at |\w*Error: )/)
    },
  )

  // proves P-LG-1, P-CR-6, AMB-6
  it.each(['jwt', 'database'] as const)(
    'a logger of the application receives no secret, with %s sessions',
    async (strategy) => {
      const here = setting({ session: { strategy }, debug: false }, fault)
      await runFlows(here)
      expect(new Set(here.app.log.map(({ level }) => level))).toEqual(new Set(['error', 'debug']))
      expectNoSecret(inspect(here.app.log, { depth: 20, maxStringLength: null, maxArrayLength: null }), here)
    },
  )
})

// proves P-LG-4, EV-1
it('failures are logged, and sign-ins are sent to the event listeners', async () => {
  const events: string[] = []
  const record = (name: string) => () => events.push(name)
  const here = setting({
    session: { strategy: 'jwt' },
    events: { signIn: record('signIn'), signOut: record('signOut'), createUser: record('createUser') },
  })
  await runFlows(here)
  expect(events).toEqual(['createUser', 'signIn', 'createUser', 'signIn', 'signIn'])
  expect(here.app.errors).toEqual(['InvalidCheck', 'Verification', 'CredentialsSignin', 'JWTSessionError'])
})

// proves P-LG-1
it('a short session token that is stored in plaintext is not logged either', async () => {
  const generateSessionToken = (): string => 'tok-1234'
  const here = setting({ session: { strategy: 'database', hashToken: false, generateSessionToken } })
  await runFlows(here)
  expect([...here.secrets.values()]).toContain('tok-1234')
  expectNoSecret(inspect(here.app.log, { depth: 20 }), here)
})
