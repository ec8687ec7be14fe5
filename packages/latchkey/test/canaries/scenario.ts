import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createIdp, type Idp } from '@latchkey/test-support/kit/idp.ts'
import {
  Auth,
  type AuthConfig,
  type CredentialsConfig,
  type EmailConfig,
  memoryStore,
  type Store,
} from 'latchkey'
import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { Canaries, type CanaryType } from './canaries.ts'
import { Outputs } from './outputs.ts'

/** A fault to provoke: what throws, an error that quotes every value. */
export interface Fault {
  readonly name: string
  /** Faults of the OpenID provider from the callback on. */
  readonly idp?: (scenario: Scenario) => Idp['faults']
  /** The adapter method that throws. */
  readonly adapter?: string
  /** The store command that throws. */
  readonly store?: keyof Store
  readonly isProduction?: true
  readonly config?: (fail: () => never) => Partial<AuthConfig>
  readonly email?: (fail: () => never) => Partial<EmailConfig>
  readonly credentials?: (fail: () => never) => Partial<CredentialsConfig>
  readonly oidc?: (fail: () => never) => Parameters<typeof oidcFor>[1]
  readonly webauthn?: Parameters<typeof WebAuthn>[0]
  /** Providers in addition to the four. */
  readonly providers?: AuthConfig['providers']
}

export interface Scenario {
  readonly canaries: Canaries
  readonly outputs: Outputs
  readonly idp: Idp
  readonly config: AuthConfig
  readonly browser: Browser
  /** The newest link that was mailed. */
  readonly link: { url: string; token: string }
  /** The addresses of the users who signed in, in order. */
  readonly signedIn: string[]
}

const SECRET = 'canary.application.secret.that.is.long.enough'
export const PASSWORD = 'canary-Pa55word!'
const ACCESS_TOKEN = 'gho_canaryAccess0000000000000000000000000'
const REFRESH_TOKEN = 'ghr_canaryRefresh000000000000000000000000'
const CLIENT_SECRET = 'GOCSPXcanaryClientSecret0000'
export const ANN = { sub: 'ann', name: 'Ann', email: 'ann.canary@users.example' }
const USER_ID = 'user-of-the-password'
export const LATE = 'late.canary@users.example'
export const EVE = 'eve.canary@users.example'

/** Creates an application that uses every part of the library, and records what leaves it. */
export function createScenario(config: Partial<AuthConfig>, fault: Fault): Scenario {
  const [canaries, outputs] = [new Canaries(), new Outputs()]
  const fail = (): never => {
    throw new Error(canaries.quoted())
  }
  const idp = createIdp('https://id.test', {
    token: { access_token: ACCESS_TOKEN, refresh_token: REFRESH_TOKEN },
    discovery: {
      end_session_endpoint: 'https://id.test/logout',
      revocation_endpoint: 'https://id.test/revoke',
    },
  })
  Object.assign(idp, { clientSecret: CLIENT_SECRET })
  const values: readonly [CanaryType, string, string][] = [
    ['secret', 'application', SECRET],
    ['secret', 'client', CLIENT_SECRET],
    ['secret', 'password', PASSWORD],
    ['token', 'access', ACCESS_TOKEN],
    ['token', 'refresh', REFRESH_TOKEN],
    ['address', 'ann', ANN.email],
    ['address', 'eve', EVE],
    ['address', 'late', LATE],
  ]
  for (const [type, name, value] of values) canaries.add(type, name, value)
  const link = { url: '', token: '' }
  const providers = [
    oidcFor(idp, { backchannelLogout: true, logout: true, ...fault.oidc?.(fail) }),
    emailProvider(canaries, link, fault.email?.(fail)),
    passwordProvider(fault.credentials?.(fail)),
    WebAuthn({ registration: 'anyone', ...fault.webauthn }),
    ...(fault.providers ?? []),
  ]
  const complete: AuthConfig = {
    secret: SECRET,
    baseUrl: BASE,
    providers,
    adapter: recordedAdapter(outputs, fault.adapter, fail),
    providerTokens: { seal: true },
    store: recordedStore(outputs, fault.store, fail),
    ...config,
    ...fault.config?.(fail),
  }
  const browser = new Browser({ origin: ORIGIN, fetch: (request) => Auth(request, complete) })
  return { canaries, outputs, idp, config: complete, browser, link, signedIn: [] }
}

function emailProvider(
  canaries: Canaries,
  link: { url: string; token: string },
  options: Partial<EmailConfig> = {},
): EmailConfig {
  return {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest({ url, token }) {
      Object.assign(link, { url, token })
      canaries.add('link token', 'link', token)
    },
    ...options,
  }
}

function passwordProvider(options: Partial<CredentialsConfig> = {}): CredentialsConfig {
  return {
    id: 'credentials',
    name: 'password',
    type: 'credentials',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: ({ email = '', password }) => (password === PASSWORD ? { id: USER_ID, email } : null),
    ...options,
  }
}

function recordedAdapter(outputs: Outputs, failing: string | undefined, fail: () => never) {
  const adapter = memory()
  void adapter.createUser?.({ id: USER_ID, email: 'password.canary@users.example', emailVerified: null })
  return watched(adapter, (method, args) => {
    outputs.add('row in the database', method, args, ['address'])
    if (method === failing) fail()
  })
}

function recordedStore(outputs: Outputs, failing: keyof Store | undefined, fail: () => never): Store {
  return watched(memoryStore(), (command, [key, ...values]) => {
    outputs.add('key in the store', command, key)
    if (values.length > 0) outputs.add('value in the store', command, values)
    if (command === failing) fail()
  })
}

/** Returns another browser, without cookies. */
export function createOtherBrowser({ config }: Pick<Scenario, 'config'>): Browser {
  return new Browser({ origin: ORIGIN, fetch: (request) => Auth(request, config) })
}
