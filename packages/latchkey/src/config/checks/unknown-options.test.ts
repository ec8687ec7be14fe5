import { describe, expect, it } from 'vitest'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import Passkey from '../../providers/passkey.ts'
import type { AuthConfig, LoggerInstance } from '../../types/config.ts'
import { raw, skipCSRFCheck } from '../../types/symbols.ts'
import { findMisspeltOption, warnOfUnknownOptions } from './unknown-options.ts'

/** Returns the warning texts for a configuration, which may be as wrong as JavaScript allows. */
function warningsFor(...configs: object[]): string[] {
  const texts: string[] = []
  const logger: LoggerInstance = {
    error: () => {},
    warn: (code, text) => texts.push(`${code}: ${text}`),
    debug: () => {},
  }
  for (const config of configs)
    warnOfUnknownOptions({ providers: [], ...config, logger } as AuthConfig, logger)
  return texts
}

describe('a configuration with a misspelt option', () => {
  it.each([
    ['calbacks', 'callbacks'],
    ['callback', 'callbacks'],
    ['basepath', 'basePath'],
    ['trustHosts', 'trustHost'],
    ['trustedHost', 'trustedHosts'],
    ['sesison', 'session'],
    ['adaptor', 'adapter'],
  ])('names `%s`, and the option with the nearest name', (name, nearest) => {
    expect(warningsFor({ [name]: {} })).toEqual([
      `unknown-option: \`${name}\` is not an option of Latchkey. Did you mean \`${nearest}\`?`,
    ])
  })

  it('names a misspelt option inside another option, with its path', () => {
    const config = {
      session: { strategi: 'jwt' },
      pages: { signin: '/login' },
      callbacks: { authorised: () => true },
      events: { signedIn: () => {} },
      cookies: { sesionToken: {} },
      limits: { credential: false },
      theme: { brandColour: 'red' },
      jwt: { maxage: 1 },
      experimental: { enableWebauthn: true },
    }
    expect(warningsFor(config)).toEqual(
      [
        ['session.strategi', 'session.strategy'],
        ['jwt.maxage', 'jwt.maxAge'],
        ['pages.signin', 'pages.signIn'],
        ['theme.brandColour', 'theme.brandColor'],
        ['limits.credential', 'limits.credentials'],
        ['callbacks.authorised', 'callbacks.authorized'],
        ['events.signedIn', 'events.signIn'],
        ['cookies.sesionToken', 'cookies.sessionToken'],
        ['experimental.enableWebauthn', 'experimental.enableWebAuthn'],
      ].map(
        ([name, nearest]) =>
          `unknown-option: \`${name}\` is not an option of Latchkey. Did you mean \`${nearest}\`?`,
      ),
    )
  })

  it('says where an option belongs that is in the wrong place', () => {
    expect(warningsFor({ strategy: 'jwt', maxAge: 60 })).toEqual([
      'unknown-option: `strategy` is not an option of Latchkey. Did you mean `session.strategy`?',
      'unknown-option: `maxAge` is not an option of Latchkey. Did you mean `session.maxAge` or `jwt.maxAge`?',
    ])
  })

  it.each(['authorized', 'signIn', 'redirect'])(
    'is rejected if the callback `%s` is next to `callbacks`',
    (name) => {
      const problem = findMisspeltOption({ providers: [], [name]: () => true } as AuthConfig)
      expect(problem).toContain(`\`${name}\` is not an option of Latchkey. Did you mean`)
      expect(problem).toContain(`\`callbacks.${name}\``)
    },
  )

  it('suggests nothing for a name that is not similar to any option', () => {
    expect(warningsFor({ plugins: [], pages: { dashboard: '/' } })).toEqual([
      'unknown-option: `plugins` is not an option of Latchkey. Remove it.',
      'unknown-option: `pages.dashboard` is not an option of Latchkey. Remove it.',
    ])
  })

  it('is reported once, even if a function creates it again for each request', () => {
    expect(warningsFor({ calbacks: {} })).toHaveLength(1)
    const texts: string[] = []
    const logger = {
      error: () => {},
      warn: (_: string, text: unknown) => texts.push(String(text)),
      debug: () => {},
    }
    for (let count = 0; count < 3; count++)
      warnOfUnknownOptions({ providers: [], calbacks: {}, logger } as AuthConfig, logger)
    expect(texts).toHaveLength(1)
  })
})

describe('an unknown option', () => {
  it.each([
    'callback',
    'calback',
    'Callbacks',
    'trust_host',
    'trust-hosts',
    'sesison',
    'adaptor',
    'secrets',
    'unverifiedAcounts',
    'useSecureCookie',
    'callbacks.signin',
    'callbacks.sigIn',
    'callbacks.singIn',
    'callbacks.sign_in',
    'callbacks.authorised',
    'callbacks.authorize',
    'callbacks.redirects',
    'callbacks.sesion',
    'callbacks.JWT',
    'cookies.sesionToken',
    'session.maxage',
    'session.stratagy',
    'limits.credential',
  ])('is rejected if its name resembles an option that protects users: `%s`', (path) => {
    expect(findMisspeltOption(configWith(path))).toContain(`\`${path}\` is not an option of Latchkey. Did`)
  })

  it.each([
    'callbacks.signUp',
    'callbacks.signedIn',
    'callbacks.signOut',
    'callbacks.signOutRedirect',
    'callbacks.sessionId',
    'callbacks.redirectTo',
    'callbacks.jwe',
    'cookies.session',
    'cookies.callback',
    'jwt.minAge',
    'session.minAge',
    'limits.agent',
    'jws',
    'events.signin',
    'pages.profile',
    'pages.signin',
    'theme.logos',
  ])('causes only a warning if an application may have chosen its name: `%s`', (path) => {
    expect(findMisspeltOption(configWith(path))).toBeUndefined()
    expect(warningsFor(configWith(path))).toHaveLength(1)
  })
})

/** Returns a configuration with one option, whose path is `name` or `section.name`. */
function configWith(path: string): AuthConfig {
  const [name = '', inner] = path.split('.')
  return { providers: [], [name]: inner === undefined ? {} : { [inner]: () => {} } }
}

describe('a provider with a misspelt option', () => {
  it.each([
    { provider: GitHub({ clientID: 'x' } as object), name: 'clientID', nearest: 'clientId', id: 'github' },
    {
      provider: { id: 'x', type: 'oauth', tokens: 'https://id.test/token' },
      name: 'tokens',
      nearest: 'token',
      id: 'x',
    },
    {
      provider: Credentials({ credential: {}, authorize: () => null } as never),
      name: 'credential',
      nearest: 'credentials',
      id: 'credentials',
    },
    {
      provider: Passkey({ relyingParty: {} } as object),
      name: 'relyingParty',
      nearest: 'relayingParty',
      id: 'passkey',
    },
  ])('names `$name`, and the option with the nearest name', ({ provider, name, nearest, id }) => {
    expect(warningsFor({ providers: [provider] })).toEqual([
      `unknown-option: \`${name}\` is not an option of the provider "${id}". Did you mean \`${nearest}\`?`,
    ])
  })

  it('is not reported for factory options, additional fields, or an entry that is not a provider', () => {
    const providers = [
      GitHub,
      GitHub({ enterprise: { baseUrl: 'https://git.test' } }),
      { id: 'x', type: 'oidc', options: { accountID: '1', tenantId: '2', apiKey: '3' } },
      { id: 'y', type: 'oauth', headers: {}, version: '2.0', profileUrl: 'https://id.test' },
      { id: 'z', type: 'unknown', clientID: 'x' },
      null,
      'github',
    ]
    expect(warningsFor({ providers })).toEqual([])
  })
})

it('ignores `providers` that is not a list, which another check reports', () => {
  for (const providers of [null, undefined, {}, 'github']) expect(warningsFor({ providers })).toEqual([])
})

it('does not warn about Auth.js options or symbols', () => {
  const config = {
    adapter: undefined,
    basePath: '/auth',
    callbacks: {
      authorized: undefined,
      jwt: undefined,
      redirect: undefined,
      session: undefined,
      signIn: undefined,
    },
    cookies: {
      callbackUrl: {},
      csrfToken: {},
      nonce: {},
      pkceCodeVerifier: {},
      sessionToken: {},
      state: {},
      webauthnChallenge: {},
    },
    debug: false,
    events: {},
    experimental: { enableWebAuthn: false },
    jwt: {},
    pages: {},
    raw,
    redirectProxyUrl: '',
    secret: '',
    session: { generateSessionToken: undefined },
    skipCSRFCheck,
    theme: {},
    trustHost: true,
    useSecureCookies: true,
    [Symbol('internal')]: true,
    providers: [
      {
        id: 'x',
        name: 'X',
        type: 'oidc',
        checks: ['pkce'],
        discovery: 'https://id.test',
        idToken: true,
        allowDangerousEmailAccountLinking: true,
        client: {},
        redirectProxyUrl: '',
        style: {},
        [Symbol('fetch')]: fetch,
      },
    ],
  }
  expect(warningsFor(config)).toEqual([])
})

it.each([null, 1, 'text', []])('ignores %s instead of the options', (value) => {
  expect(warningsFor({ session: value, pages: value, callbacks: value })).toEqual([])
})

describe('`wellKnown` of a provider', () => {
  it('is reported, because it has no effect', () => {
    const wellKnown = 'https://id.test/.well-known/openid-configuration'
    const own = { id: 'own', name: 'Own', type: 'oidc', wellKnown }
    expect(warningsFor({ providers: [GitHub({ wellKnown }), own, GitHub] })).toEqual(
      ['github', 'own'].map(
        (id) =>
          `well-known-ignored: \`wellKnown\` for provider "${id}" has no effect: its metadata is read ` +
          'at `issuer`. Remove it, or set `discovery` if this server must read them elsewhere.',
      ),
    )
  })
})
