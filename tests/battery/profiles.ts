import type { AuthConfig, CredentialsConfig, OAuth2Config, OIDCConfig, Provider, User } from 'latchkey'
import { CredentialsSignin } from 'latchkey/errors'
import WebAuthn from 'latchkey/providers/webauthn'

const CHECKS = ['pkce', 'state', 'nonce'] as const

export const oidc = (id: string, more: Partial<OIDCConfig> = {}): OIDCConfig => ({
  id,
  name: id,
  type: 'oidc',
  issuer: 'https://idp.example',
  clientId: 'client-id',
  clientSecret: 'client-secret',
  ...more,
})

export const oauth = (id: string, more: Partial<OAuth2Config> = {}): OAuth2Config => ({
  id,
  name: id,
  type: 'oauth',
  authorization: 'https://oauth.example/authorize',
  token: 'https://oauth.example/token',
  userinfo: 'https://oauth.example/userinfo',
  clientId: 'client-id',
  clientSecret: 'client-secret',
  ...more,
})

/** What careless applications return or throw for these user names. */
const carelessResults: Readonly<Record<string, () => unknown>> = {
  boom: () => {
    throw new Error('SQLSTATE 28P01 password=hunter2 at 10.0.0.7')
  },
  code: () => {
    throw Object.assign(new CredentialsSignin(), { code: 'x&error=Injected\r\nSet-Cookie: a=b' })
  },
  noid: () => ({ name: 'No Id', email: 'noid@users.example' }),
  emptyid: () => ({ id: '', name: 'Empty', email: 'emptyid@users.example' }),
  array: () => ['alice'],
  true: () => true,
  string: () => 'alice',
}

export const credentials = ({ onAuthorize }: { onAuthorize(given: object): void }): CredentialsConfig => ({
  id: 'credentials',
  name: 'Credentials',
  type: 'credentials',
  credentials: { username: { label: 'Username' }, password: { label: 'Password', type: 'password' } },
  authorize(given) {
    onAuthorize(given)
    const carelessResult = carelessResults[given.username ?? '']
    if (carelessResult) return carelessResult() as User | null
    const isAlice = given.username === 'alice' && given.password === 'correct horse'
    return isAlice
      ? { id: 'u-alice', name: 'Alice', email: 'alice@users.example', passwordHash: 'HASH-SECRET' }
      : null
  },
})

const script = (n: number) => `"><script>alert(${n})</script>`

const passkey = WebAuthn({ id: 'passkey', name: 'Passkey' })

/** Providers that each word of a case's profile adds. */
export const providersOf: Readonly<Record<string, () => Provider[]>> = {
  evilidp: () => [oidc('evilidp', { issuer: 'https://evil-idp.example', checks: CHECKS })],
  formpost: () => [
    oidc('fp', {
      authorization: {
        url: 'https://idp.example/authorize',
        params: { response_mode: 'form_post', scope: 'openid' },
      },
    }),
  ],
  uinfo: () => [oidc('uinfo', { idToken: false, checks: CHECKS })],
  dangerous: () => [oidc('danger', { allowDangerousEmailAccountLinking: true, checks: CHECKS })],
  webauthn: () => [passkey],
  httpidp: () => [oidc('httpidp', { issuer: 'http://idp.example', checks: CHECKS })],
}

/** Values of the application that options depend on. */
export interface ProfileContext {
  readonly secret: string
  readonly oldSecret: string
  readonly origin: string
}

/** Options that each word of a case's profile sets. */
export const optionsOf: Readonly<Record<string, (context: ProfileContext) => object>> = {
  dbjwt: () => ({ session: { strategy: 'jwt' } }),
  webauthn: () => ({ experimental: { enableWebAuthn: true } }),
  notrust: () => ({ trustHost: false }),
  pages: () => ({
    pages: {
      signIn: '/login',
      signOut: '/bye',
      error: '/oops',
      verifyRequest: '/check-mail',
      newUser: '/welcome',
    },
  }),
  rotated: ({ secret, oldSecret }) => ({ secret: [secret, oldSecret] }),
  pinned: ({ origin }) => ({ baseUrl: origin }),
  proxy: () => ({ redirectProxyUrl: 'https://proxy.example/auth' }),
  // A deployment seals its host only if no client can choose it.
  preview: () => ({ redirectProxyUrl: 'https://proxy.example/auth', trustedHosts: ['preview-1.example'] }),
  dotbase: () => ({ basePath: '/api/v1.0/auth' }),
  theme: () => ({
    theme: {
      colorScheme: script(1),
      brandColor: 'red}</style><script>alert(2)</script>',
      buttonText: '</style><img src=x onerror=alert(3)>',
      logo: 'x" onerror="alert(4)',
    },
  }),
  xssprov: () => ({
    providers: [
      oidc('xp', {
        name: '"><img src=x onerror=alert(5)>',
        style: { logo: script(6), brandColor: 'red;}</style><script>alert(7)</script>' },
      }),
      {
        ...credentials({ onAuthorize() {} }),
        name: '<svg onload=alert(8)>',
        credentials: { user: { label: '<b onmouseover=alert(9)>x</b>', placeholder: script(10) } },
      },
    ],
  }),
}

/** Callbacks that each word of a case's profile sets. */
export const callbacksOf: Readonly<Record<string, () => AuthConfig['callbacks']>> = {
  cbsession: () => ({
    session: ({ session, user, token }) => ({
      ...session,
      user: { ...session.user, id: user?.id ?? token?.sub },
    }),
  }),
  cbthrow: () => ({
    session() {
      throw new Error('callback exploded secret=abc')
    },
  }),
  deny: () => ({ signIn: () => false }),
  denystring: () => ({ signIn: () => '/2fa' }),
  denythrow: () => ({
    signIn() {
      throw new Error('internal reason: user in list X')
    },
  }),
  signinjs: () => ({ signIn: () => 'javascript:alert(1)' }),
  openredirect: () => ({ redirect: ({ url }) => url }),
}
