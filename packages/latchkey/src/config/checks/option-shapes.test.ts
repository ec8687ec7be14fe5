import { describe, expect, it } from 'vitest'
import memory from '../../adapters/memory.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import type { AuthConfig } from '../../types/config.ts'
import { resolveConfig } from '../resolve.ts'
import { CONFIG_OPTIONS, PROVIDER_OPTIONS } from './option-names.ts'
import type { Shapes } from './shapes.ts'

/** A value of each type that JavaScript lets through, and common mistakes. */
const VALUES = {
  text: 'text',
  emptyText: '',
  number: 5,
  fraction: 0.5,
  negative: -1,
  NaN: Number.NaN,
  true: true,
  false: false,
  list: [],
  texts: ['text'],
  numbers: [5],
  object: {},
  function: () => null,
  symbol: Symbol('other'),
  null: null,
  url: new URL('https://id.test'),
}

type ValueName = keyof typeof VALUES

const EVERYTHING = Object.keys(VALUES) as ValueName[]
const BOOLEAN: ValueName[] = ['true', 'false']
const TEXT: ValueName[] = ['text', 'emptyText']
const OBJECT: ValueName[] = ['object', 'url']
const ENDPOINT: ValueName[] = [...TEXT, ...OBJECT]
const SECRET: ValueName[] = [...TEXT, 'list', 'texts']

/** What each option accepts. Another check may reject the value for another reason. */
const CONFIG: Record<string, ValueName[]> = {
  providers: ['list', 'texts', 'numbers'],
  account: [...BOOLEAN, ...OBJECT],
  'account.linking': [],
  'account.security': BOOLEAN,
  'account.notices': [...BOOLEAN, 'list'],
  'account.path': TEXT,
  'account.sections': OBJECT,
  ...each(
    'account.sections',
    'profile email password secondFactor passkeys accounts sessions events export delete',
    [...BOOLEAN, ...TEXT],
  ),
  adapter: [...OBJECT, 'function'],
  basePath: TEXT,
  baseUrl: [...TEXT, 'url'],
  callbacks: OBJECT,
  ...each('callbacks', 'jwt session signIn redirect authorized', ['function']),
  cookies: OBJECT,
  ...each(
    'cookies',
    'sessionToken callbackUrl csrfToken transaction webauthnChallenge providerTokens trustedDevice knownDevice',
    OBJECT,
  ),
  ...eachCookie('name', TEXT),
  ...eachCookie('options', OBJECT),
  ...eachCookie('options.domain', TEXT),
  ...eachCookie('options.path', TEXT),
  ...eachCookie('options.httpOnly', BOOLEAN),
  ...eachCookie('options.secure', BOOLEAN),
  ...eachCookie('options.partitioned', BOOLEAN),
  ...each('cookies', 'pkceCodeVerifier state nonce', [...OBJECT, 'function']),
  cookiePrefix: TEXT,
  dangerouslyAllowShortSecret: ['false'],
  debug: BOOLEAN,
  events: OBJECT,
  ...each('events', 'createUser updateUser linkAccount signIn signOut session security', ['function']),
  experimental: OBJECT,
  // Another value enables nothing, and a passkey provider is then rejected.
  'experimental.enableWebAuthn': EVERYTHING,
  jwt: OBJECT,
  'jwt.secret': SECRET,
  'jwt.maxAge': ['number'],
  ...each('jwt', 'encode decode', ['function']),
  language: ['function'],
  languages: OBJECT,
  limits: [...OBJECT, 'false'],
  ...each('limits', 'credentials email phone phoneCountry client', ['false']),
  'limits.clientAddress': ['function'],
  logger: [...OBJECT, 'function'],
  ...each('logger', 'error warn debug', ['function']),
  mail: OBJECT,
  ...each('mail', 'id name from apiKey', TEXT),
  'mail.server': [...TEXT, ...OBJECT, 'function'],
  'mail.needs': ['list', 'texts'],
  'mail.send': ['function'],
  pages: OBJECT,
  ...each('pages', 'signIn signOut error verifyRequest newUser verify signUp reset', []),
  providerTokens: [...BOOLEAN, ...OBJECT],
  'providerTokens.seal': BOOLEAN,
  raw: ['false'],
  redirectProxyUrl: [...TEXT, 'url'],
  redirectProxyTargets: ['list', 'texts'],
  registration: ['function'],
  secret: SECRET,
  secondFactor: OBJECT,
  'secondFactor.totp': [...OBJECT, 'false'],
  'secondFactor.totp.issuer': TEXT,
  'secondFactor.recoveryCodes': ['number'],
  'secondFactor.passkey': BOOLEAN,
  'secondFactor.trustDevice': ['number', 'false'],
  'secondFactor.require': ['function'],
  session: OBJECT,
  'session.strategy': ['null'],
  'session.maxAge': ['number'],
  'session.absoluteMaxAge': ['number', 'function'],
  'session.updateAge': ['number'],
  'session.generateSessionToken': ['function'],
  'session.hashToken': BOOLEAN,
  'session.whenStoreFails': [],
  'session.recheck': ['number'],
  skipCSRFCheck: ['false'],
  store: [...OBJECT, 'function'],
  texts: [...OBJECT, 'function'],
  theme: OBJECT,
  ...each('theme', 'colorScheme name logo brandColor buttonText', TEXT),
  'theme.lastUsed': BOOLEAN,
  timeouts: OBJECT,
  ...each('timeouts', 'adapter store', ['number', 'fraction', 'false']),
  ...each('timeouts', 'oauth email', ['number', 'fraction']),
  trustHost: BOOLEAN,
  trustedHosts: ['list', 'texts'],
  unverifiedAccounts: [],
  useSecureCookies: BOOLEAN,
}

/** `null` counts as not set, as in Auth.js. */
const MAY_BE_NULL =
  'account basePath baseUrl callbacks cookiePrefix debug experimental providerTokens raw redirectProxyUrl ' +
  'secondFactor skipCSRFCheck theme trustedHosts useSecureCookies'
for (const name of MAY_BE_NULL.split(' ')) CONFIG[name] = [...(CONFIG[name] ?? []), 'null']

const OAUTH: Record<string, ValueName[]> = {
  ...each('', 'id name clientId clientSecret issuer discovery wellKnown', TEXT),
  ...each('', 'clientIdParameter issuerTemplate', TEXT),
  options: OBJECT,
  ...each('', 'authorization token userinfo', ENDPOINT),
  ...each('', 'authorization.url token.url userinfo.url refresh.url revocation.url endSession.url', [
    ...TEXT,
    'url',
  ]),
  ...each('', 'authorization.params token.params userinfo.params', [...OBJECT, 'function']),
  ...each('', 'token.form token.conform userinfo.request refresh.form', ['function']),
  ...each('', 'revocation.request endSession.params', ['function']),
  ...each('', 'token.repeats revocation.types', ['list', 'texts']),
  ...each('', 'profile isEmailVerified account', ['function']),
  refresh: [...OBJECT, 'false'],
  ...each('', 'revocation endSession', [...ENDPOINT, 'false']),
  'revocation.endsGrant': BOOLEAN,
  ...each('', 'logout allowDangerousEmailAccountLinking dangerouslyAllowHttp idToken', BOOLEAN),
  backchannelLogout: [...BOOLEAN, ...OBJECT],
  'backchannelLogout.allowsUntyped': BOOLEAN,
  accessTokenLifetime: ['number', 'fraction'],
  checks: [...TEXT, 'list', 'texts'],
  client: OBJECT,
  ...each('client', 'id_token_signed_response_alg userinfo_signed_response_alg', TEXT),
  ...each('', 'clientPrivateKey style', [...OBJECT, 'function']),
  omits: ['list', 'texts'],
  redirectProxyUrl: [...TEXT, 'url'],
  ...each('', 'accountID apiKey apiVersion apiBaseUrl redirectUri tenantId', EVERYTHING),
}

const PROVIDERS: Record<keyof typeof PROVIDER_OPTIONS, Record<string, ValueName[]>> = {
  oauth: OAUTH,
  oidc: OAUTH,
  email: {
    ...each('', 'id name apiKey secret', TEXT),
    options: OBJECT,
    ...each('', 'from server', [...ENDPOINT, 'function']),
    maxAge: ['number'],
    code: BOOLEAN,
    phone: BOOLEAN,
    digits: [],
    ...each('', 'generateVerificationToken normalizeIdentifier sendVerificationRequest', ['function']),
    needs: ['list', 'texts'],
  },
  credentials: {
    ...each('', 'id name account', TEXT),
    options: OBJECT,
    credentials: OBJECT,
    authorize: ['function'],
    password: OBJECT,
    ...each('password', 'minLength maxLength', []),
    'password.breached': ['false'],
    'password.blocklist': ['list', 'texts'],
    'password.legacy': ['list', 'texts', 'numbers'],
    'password.signUp': [...OBJECT, ...BOOLEAN],
    ...each('password', 'signUp.fields username storage', OBJECT),
    'password.username.label': TEXT,
    ...each('password', 'username.find storage.read', ['function']),
    // Without `read`, that one is named.
    'password.storage.write': EVERYTHING,
    'password.reset': [...OBJECT, 'false'],
    ...each('password', 'reset.signIn verifyAddress', BOOLEAN),
  },
  webauthn: {
    ...each('', 'id name', TEXT),
    options: OBJECT,
    relayingParty: OBJECT,
    ...each('relayingParty', 'id name', [...TEXT, 'list', 'texts']),
    'relayingParty.origin': ['list'],
    ...each('', 'getRelayingParty getUserInfo simpleWebAuthn', ['function']),
    enableConditionalUI: BOOLEAN,
    formFields: OBJECT,
    registration: [],
    ...each('', 'authenticationOptions registrationOptions', [...OBJECT, 'function']),
    ...each('', 'verifyAuthenticationOptions verifyRegistrationOptions', OBJECT),
    ...each('verifyAuthenticationOptions', 'requireUserVerification', BOOLEAN),
    ...each('verifyRegistrationOptions', 'requireUserVerification', BOOLEAN),
    simpleWebAuthnBrowserVersion: ['false'],
  },
}

function each(section: string, names: string, accepted: ValueName[]): Record<string, ValueName[]> {
  const before = section === '' ? '' : `${section}.`
  return Object.fromEntries(names.split(' ').map((name) => [`${before}${name}`, accepted]))
}

function eachCookie(path: string, accepted: ValueName[]): Record<string, ValueName[]> {
  const names =
    'sessionToken callbackUrl csrfToken transaction webauthnChallenge providerTokens trustedDevice knownDevice'
  return each(
    'cookies',
    names.replaceAll(/\w+/g, (name) => `${name}.${path}`),
    accepted,
  )
}

/** Returns the names of all options in a table, including nested ones. */
function pathsIn(shapes: Shapes, before = ''): string[] {
  return Object.entries(shapes).flatMap(([name, { fields = {} }]) => [
    before + name,
    ...pathsIn(fields, `${before}${name}.`),
  ])
}

/** Returns an object with one value at a path. */
function at(path: string, value: unknown): object {
  const [first = '', ...rest] = path.split('.')
  return { [first]: rest.length === 0 ? value : at(rest.join('.'), value) }
}

/** Returns all problems in a configuration. */
async function findProblems(config: object): Promise<AuthError[]> {
  const whole = {
    logger: { error: () => {}, warn: () => {} },
    secret: 'x'.repeat(32),
    providers: [],
    ...config,
  }
  const { problem, refused } = await resolveConfig(whole as AuthConfig, { basePath: '/auth' }).checkConfig()
  return [...(problem ? [problem] : []), ...refused.values()]
}

const VALID = {
  oauth: { clientId: 'x', clientSecret: 'y', issuer: 'https://id.test' },
  oidc: { clientId: 'x', clientSecret: 'y', issuer: 'https://id.test' },
  email: { sendVerificationRequest: () => {} },
  credentials: { authorize: () => null },
  webauthn: { simpleWebAuthn: () => {} },
}

describe('every option of a configuration', () => {
  it('is in the test', () => {
    expect(Object.keys(CONFIG).sort()).toEqual(pathsIn(CONFIG_OPTIONS).sort())
  })

  it.each(Object.entries(CONFIG))(
    '%s is rejected with its name if it has another type',
    async (path, accepted) => {
      for (const [given, value] of Object.entries(VALUES)) {
        const problems = await findProblems(at(path, value))
        const isRefused = problems.some(({ message }) => message.startsWith(`\`${path}\` is `))
        const isNamed = problems.some(({ message }) => message.includes(`\`${path}`))
        if (accepted.includes(given as ValueName)) continue
        expect({ path, given, isRefused: isRefused || isNamed }).toEqual({ path, given, isRefused: true })
      }
    },
  )

  it.each(Object.entries(CONFIG))('%s accepts values of its type', async (path, accepted) => {
    for (const given of accepted) {
      const problems = await findProblems(at(path, VALUES[given]))
      expect(
        problems.map(({ message }) => message).filter((text) => text.startsWith(`\`${path}\` is not a`)),
      ).toEqual([])
    }
  })
})

describe.each(Object.entries(PROVIDERS))('every option of a provider with the type %s', (type, options) => {
  const known = pathsIn(PROVIDER_OPTIONS[type as keyof typeof PROVIDERS]).filter((path) => path !== 'type')

  it('is in the test', () => {
    expect(Object.keys(options).sort()).toEqual(known.sort())
  })

  it.each(Object.entries(options))(
    '%s is rejected with its name if it has another type',
    async (path, accepted) => {
      const adapter = memory()
      for (const [given, value] of Object.entries(VALUES)) {
        if (value === null || (path === 'id' && typeof value !== 'string')) continue
        const provider = { id: 'x', type, ...VALID[type as keyof typeof VALID], ...at(path, value) }
        const problems = await findProblems({
          providers: [provider],
          adapter,
          experimental: { enableWebAuthn: true },
        })
        const isNamed = problems.some(({ message }) => message.includes(`\`${path}`))
        if (accepted.includes(given as ValueName)) continue
        expect({ path, given, isNamed }).toEqual({ path, given, isNamed: true })
      }
    },
  )
})
