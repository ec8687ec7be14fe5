import { inspect } from 'node:util'
import memory from 'latchkey/adapters/memory'
import * as errors from 'latchkey/errors'
import WebAuthn from 'latchkey/providers/webauthn'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { Canaries, type CanaryType } from './canaries.ts'
import { runEverything } from './flows.ts'
import { createScenario, type Fault, type Scenario } from './scenario.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const ADAPTER_METHODS = Object.keys(memory())
const CALLBACKS = ['signIn', 'redirect', 'jwt', 'session'] as const
const EVENTS = ['signIn', 'signOut', 'createUser', 'updateUser', 'linkAccount', 'session'] as const

const FAULTS: readonly Fault[] = [
  { name: 'nothing fails' },
  { name: 'the provider signs with another key', idp: () => ({ signature: 'wrong key' }) },
  { name: 'the provider returns another nonce', idp: () => ({ claims: { nonce: 'canary-other-nonce' } }) },
  { name: 'the provider returns an invalid token type', idp: () => ({ token: { token_type: 7 } }) },
  { name: 'the provider returns tokens with status 400', idp: () => ({ tokenStatus: 400 }) },
  { name: 'the provider returns no ID token', idp: () => ({ token: { id_token: undefined } }) },
  {
    name: 'the provider quotes the request in its error',
    idp: ({ canaries }) => ({
      respond: () =>
        Response.json(
          { error: 'invalid_grant', error_description: canaries.quoted(), error_uri: canaries.quoted() },
          { status: 400 },
        ),
    }),
  },
  {
    name: 'the provider quotes the request in a page',
    idp: ({ canaries }) => ({ respond: () => new Response(canaries.quoted(), { status: 500 }) }),
  },
  {
    name: 'the provider quotes the request in a redirect',
    idp: ({ canaries }) => ({
      respond: () =>
        new Response(null, {
          status: 302,
          headers: { location: `https://id.test/?${new URLSearchParams({ token: canaries.quoted() })}` },
        }),
    }),
  },
  {
    name: 'the request to the provider fails',
    idp: ({ canaries }) => ({
      respond: () => {
        throw new TypeError('fetch failed', { cause: new Error(canaries.quoted()) })
      },
    }),
  },
  ...CALLBACKS.map(
    (name): Fault => ({
      name: `the callback \`${name}\` throws`,
      config: (fail) => ({ callbacks: { [name]: fail } }),
    }),
  ),
  { name: 'the callback `signIn` denies', config: () => ({ callbacks: { signIn: () => false } }) },
  ...EVENTS.map(
    (name): Fault => ({
      name: `the event \`${name}\` throws`,
      config: (fail) => ({ events: { [name]: fail } }),
    }),
  ),
  ...ADAPTER_METHODS.map((adapter): Fault => ({ name: `\`${adapter}\` of the adapter throws`, adapter })),
  ...(['get', 'set', 'add', 'delete'] as const).map(
    (store): Fault => ({
      name: `\`${store}\` of the store throws`,
      store,
    }),
  ),
  { name: '`profile` throws', oidc: (fail) => ({ profile: fail }) },
  { name: '`account` throws', oidc: (fail) => ({ account: fail }) },
  { name: '`authorize` throws', credentials: (fail) => ({ authorize: fail }) },
  { name: '`authorize` returns no id', credentials: () => ({ authorize: () => ({ name: 'x' }) as never }) },
  { name: '`sendVerificationRequest` throws', email: (fail) => ({ sendVerificationRequest: fail }) },
  { name: '`generateVerificationToken` throws', email: (fail) => ({ generateVerificationToken: fail }) },
  { name: '`normalizeIdentifier` throws', email: (fail) => ({ normalizeIdentifier: fail }) },
  { name: '`jwt.encode` throws', config: (fail) => ({ jwt: { encode: fail } }) },
  { name: '`jwt.decode` throws', config: (fail) => ({ jwt: { decode: fail } }) },
  { name: '`texts` throws', config: (fail) => ({ texts: fail }) },
  { name: '`limits.clientAddress` throws', config: (fail) => ({ limits: { clientAddress: fail } }) },
  {
    name: 'the logger throws',
    config: (fail) => ({ logger: { error: fail, warn: fail, debug: fail } }),
  },
  // A configuration that cannot be used.
  { name: 'the secret is missing', config: () => ({ secret: [] }), isProduction: true },
  { name: 'the adapter is missing', config: () => ({ adapter: undefined }) },
  { name: 'the adapter has no methods', config: () => ({ adapter: {} }) },
  { name: '`authorize` is missing', credentials: () => ({ authorize: undefined as never }) },
  { name: 'no field suggests passkeys', webauthn: { formFields: {} } },
  { name: 'two pages suggest passkeys', providers: [WebAuthn({ id: 'second' })] },
  { name: 'an entry of `providers` is empty', providers: [{} as never] },
  { name: 'an endpoint has no TLS', oidc: () => ({ token: 'http://id.test/token' }) },
  { name: 'the host is not trusted', config: () => ({ baseUrl: undefined, trustHost: false }) },
  { name: 'an option is invalid', config: () => ({ session: { maxAge: -1 } }) },
  { name: 'the session strategy is unknown', config: () => ({ session: { strategy: 'paper' as never } }) },
  {
    name: 'the error page of the application needs a session',
    config: () => ({ session: { maxAge: -1 }, pages: { error: '/login' } }),
  },
]

const STRATEGIES = ['jwt', 'database'] as const
const RUNS = STRATEGIES.flatMap((strategy) => [false, true].map((debug) => ({ strategy, debug })))
const SILENT = { error: () => {}, warn: () => {}, debug: () => {} }
const types = new Set<string>()

/** The methods of the console that the library calls. */
const LEVELS = ['error', 'warn', 'log', 'info', 'debug'] as const

// A control: values that never appear anywhere prove nothing.
it.each(STRATEGIES)('every flow succeeds if nothing fails, with %s sessions', async (strategy) => {
  const scenario = createScenario({ session: { strategy }, logger: SILENT }, { name: 'nothing fails' })
  await runEverything(scenario, { name: 'nothing fails' })
  const [, , password] = scenario.signedIn
  expect(scenario.signedIn.slice(0, 2)).toEqual(['ann.canary@users.example', 'eve.canary@users.example'])
  expect(password).toMatch(/^(?:ann|password)\.canary@users\.example$/)
  expect([...scenario.outputs.places()].sort()).toEqual([
    'URL for the browser',
    'URL of a third party',
    'URL of the application',
    'error JSON',
    'key in the store',
    'page',
    'row in the database',
    'value in the store',
  ])
})

describe.each(FAULTS)('if $name', (fault) => {
  // proves P-LG-1, P-CR-6, P-LG-3, AUD-F23
  it.each(RUNS)(
    'nothing secret leaves the library, with $strategy sessions and `debug: $debug`',
    async (run) => {
      const { strategy, debug } = run
      if (fault.isProduction) vi.stubEnv('NODE_ENV', 'production')
      // Debug messages contain personal data, as the warning `debug-enabled` says.
      const allowed: CanaryType[] = debug ? ['address'] : []
      for (const level of LEVELS)
        vi.spyOn(console, level).mockImplementation((...args) =>
          scenario.outputs.add('console', level, args.join(' '), level === 'log' ? allowed : []),
        )
      const scenario = createScenario({ session: { strategy }, debug }, fault)
      await runEverything(scenario, fault)
      expect(scenario.outputs.leaks(scenario.canaries)).toEqual([])
    },
  )

  // proves P-LG-1, P-CR-6, AUD-F23
  it.each(STRATEGIES)(
    'a logger of the application receives nothing secret, with %s sessions',
    async (strategy) => {
      if (fault.isProduction) vi.stubEnv('NODE_ENV', 'production')
      vi.spyOn(console, 'error').mockImplementation(() => {})
      const record =
        (level: string, allowed: 'address'[]) =>
        (entry: unknown, ...details: unknown[]) => {
          if (entry instanceof errors.AuthError) types.add(entry.type)
          scenario.outputs.add('logger', level, [entry, ...details, listCauses(entry)], allowed)
        }
      // Debug messages contain personal data, as the warning `debug-enabled` says.
      const logger = {
        error: record('error', []),
        warn: record('warn', []),
        debug: record('debug', ['address']),
      }
      const scenario: Scenario = createScenario({ session: { strategy }, logger }, fault)
      await runEverything(scenario, fault)
      expect(scenario.outputs.leaks(scenario.canaries)).toEqual([])
    },
  )
})

/** Returns the messages and stacks of an error and of its causes. */
function listCauses(error: unknown): unknown[] {
  if (!(error instanceof Error)) return []
  const { cause } = error as { cause?: { err?: unknown } }
  return [error.message, error.stack, inspect(error), ...listCauses(cause?.err ?? cause)]
}

/** Errors that are not logged: those that lead the user on, or that only applications throw. */
const UNLOGGED = [
  'SignInIncomplete',
  'StepUpRequired',
  'ExperimentalFeatureNotEnabled',
  'InvalidCallbackUrl',
  'OAuthSignInError',
  'SessionTokenError',
  'SignInError',
]

afterAll(() => {
  const all = Object.values(errors)
    .filter((value): value is typeof errors.AuthError => typeof value === 'function' && 'type' in value)
    .map(({ type }) => type)
  const missing = [...new Set(all)].filter((type) => !types.has(type) && !UNLOGGED.includes(type))
  expect(missing, 'errors that were not provoked').toEqual([])
})

it('finds a value in every encoding', () => {
  const canaries = new Canaries()
  const value = canaries.add('secret', 'example', 'canary "&" <value>')
  const texts = [
    value,
    `https://app.test/?q=${encodeURIComponent(value)}`,
    new URLSearchParams({ value }).toString(),
    JSON.stringify({ value }),
    '<input value="canary &quot;&amp;&quot; <value>">'.replace('&quot;&amp;&quot;', '&quot;&amp;&quot;'),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('base64url'),
  ]
  for (const text of texts) expect(canaries.foundIn(text), text).toEqual(['secret: example'])
  expect(canaries.foundIn(texts.join(), ['secret'])).toEqual([])
})
