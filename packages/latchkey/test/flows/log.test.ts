import { inspect } from 'node:util'
import { type AuthConfig, createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import type { Faults, Idp } from '../kit/idp.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const PASSWORD = 'correct horse battery staple'

interface Setting {
  readonly app: App
  readonly browser: Browser
  readonly idp: Idp
  /** What goes wrong at the provider from the callback on. */
  readonly late: Faults
  /** What must not be written, by what it is. */
  readonly secrets: Map<string, string>
}

/** An application whose every secret is known. */
function setting(config: Partial<AuthConfig>, late: Faults = {}): Setting {
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
  return { app, browser: new Browser(app), idp, late, secrets }
}

/** Keeps what this step added to the browser's cookies and what is in its answer. */
async function note({ browser, secrets }: Setting, step: string, response: Response): Promise<Response> {
  for (const { name, value } of browser.cookies(ORIGIN))
    for (const part of value.split('|')) secrets.set(`${step}: ${name} ${part.slice(0, 4)}`, part)
  const location = response.headers.get('location')
  const query = location === null ? [] : [...new URL(location).searchParams]
  for (const [name, value] of query)
    if (/^(?:state|nonce|code|code_challenge|token)$/.test(name) && value !== 'credentials')
      secrets.set(`${step}: ${name}`, value)
  return response
}

/** The five ways through the library, each also with something wrong. */
async function walk(here: Setting): Promise<void> {
  const { app, browser, idp, secrets } = here
  const begun = await note(
    here,
    'redirect',
    await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' }),
  )
  const answer = idp.agree(begun.headers.get('location') ?? '')
  secrets.set('code', answer.searchParams.get('code') ?? '')
  Object.assign(idp.faults, here.late)
  await note(here, 'callback', await browser.get(answer.href))
  for (const { body } of idp.tokenRequests) secrets.set('code verifier', body.get('code_verifier') ?? '')
  await browser.get(answer.href)
  await note(here, 'session', await browser.get(`${BASE}/session`))
  const csrf = (await (await note(here, 'csrf', await browser.get(`${BASE}/csrf`))).json()) as {
    csrfToken: string
  }
  secrets.set('csrf token', csrf.csrfToken)
  await note(here, 'update', await browser.post(`${BASE}/session`, { csrfToken: csrf.csrfToken }))
  await createAuth(app.config).session({
    headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }),
  })
  await note(here, 'mail', await browser.post(`${BASE}/signin/email`, { email: 'eve@example.com' }))
  await note(here, 'link', await browser.get(secrets.get('link') ?? `${BASE}/callback/email`))
  await browser.post(`${BASE}/callback/email`, {
    token: secrets.get('token of the link') ?? '',
    email: 'eve@example.com',
  })
  for (const password of [PASSWORD, 'wrong'])
    await note(
      here,
      'password',
      await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password }),
    )
  browser.plant(ORIGIN, '__Secure-latchkey.session-token', `${PASSWORD}${SECRET}`)
  await browser.get(`${BASE}/session`)
  await browser.post(`${BASE}/signout`)
}

function expectNoSecret(written: string, { secrets }: Setting): void {
  for (const [name, value] of secrets) {
    expect(value.length, name).toBeGreaterThan(3)
    expect(written.includes(value) ? name : 'nothing').toBe('nothing')
  }
  expect(written).not.toMatch(/\beyJ/)
}

const faults: readonly [string, Faults][] = [
  ['a sound provider', {}],
  ['a provider that signs with another key', { signature: 'wrong key' }],
  ['a provider whose tokens are of no type', { token: { token_type: 7 } }],
  [
    'a provider that answers what is no JSON',
    { respond: () => new Response('access token of ann, app secret', { status: 200 }) },
  ],
  ['a provider that repeats what it was sent', { tokenStatus: 400 }],
]

describe.each(faults)('with %s', (_, fault) => {
  // proves P-LG-1, P-CR-6, CFG-12, §6.4
  it.each(['jwt', 'database'] as const)(
    'the console gets no secret at any level, with sessions of the strategy %s',
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
      await walk(here)
      expectNoSecret(lines.join('\n'), here)
      expect(lines.join('\n')).toMatch(
        /adapter_useVerificationToken {"identifier":"eve@example.com","token":"\[redacted\]"}/,
      )
      expect(lines.filter((line) => line.startsWith('[latchkey] cookie_'))).not.toEqual([])
      // Each entry is a line; only frames of a stack follow one.
      for (const line of lines.join('\n').split('\n'))
        expect(line).toMatch(/^(?:\[latchkey\] | {4}at |\w*Error: )/)
    },
  )

  // proves P-LG-1, P-CR-6, AMB-6
  it.each(['jwt', 'database'] as const)(
    'a logger of the application gets none either, with the strategy %s',
    async (strategy) => {
      const here = setting({ session: { strategy }, debug: false }, fault)
      await walk(here)
      expect(new Set(here.app.log.map(({ level }) => level))).toEqual(new Set(['error', 'debug']))
      expectNoSecret(inspect(here.app.log, { depth: 20, maxStringLength: null, maxArrayLength: null }), here)
    },
  )
})

// proves P-LG-4, EV-1
it('what fails and who comes and goes is told: failures to the log, the rest to the listeners', async () => {
  const told: string[] = []
  const tell = (name: string) => () => told.push(name)
  const here = setting({
    session: { strategy: 'jwt' },
    events: { signIn: tell('signIn'), signOut: tell('signOut'), createUser: tell('createUser') },
  })
  await walk(here)
  expect(told).toEqual(['createUser', 'signIn', 'createUser', 'signIn', 'signIn'])
  expect(here.app.errors).toEqual(['InvalidCheck', 'Verification', 'CredentialsSignin', 'JWTSessionError'])
})

// proves P-LG-1
it('a session’s token that an application makes short, and keeps in the clear, is none of the log’s business either', async () => {
  const generateSessionToken = (): string => 'tok-1234'
  const here = setting({ session: { strategy: 'database', hashToken: false, generateSessionToken } })
  await walk(here)
  expect([...here.secrets.values()]).toContain('tok-1234')
  expectNoSecret(inspect(here.app.log, { depth: 20 }), here)
})
