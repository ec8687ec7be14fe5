import type { ProviderType } from '../types/basics.ts'
import type { Callbacks, Events } from '../types/callbacks.ts'
import type { AccountOptions, AuthConfig, ProviderTokensOptions, SessionOptions } from '../types/config.ts'
import type { CookiesOptions } from '../types/cookies.ts'
import type { CredentialsConfig } from '../types/credentials.ts'
import type { EmailConfig } from '../types/email.ts'
import type { JWTOptions } from '../types/jwt-options.ts'
import type { LimitsOptions } from '../types/limits.ts'
import type { OIDCConfig } from '../types/oauth.ts'
import type { PagesOptions, Theme } from '../types/pages.ts'
import type { TimeoutsOptions } from '../types/timeouts.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'

/** The names of all fields of `T`, so that TypeScript reports one that is missing here. */
type Names<T, More extends string = never> = Readonly<Record<(keyof T & string) | More, true>>

/** The options of a configuration. */
export const CONFIG_OPTIONS: Names<AuthConfig> = {
  providers: true,
  account: true,
  adapter: true,
  basePath: true,
  baseUrl: true,
  callbacks: true,
  cookies: true,
  cookiePrefix: true,
  dangerouslyAllowShortSecret: true,
  debug: true,
  events: true,
  experimental: true,
  jwt: true,
  limits: true,
  logger: true,
  pages: true,
  providerTokens: true,
  raw: true,
  redirectProxyUrl: true,
  redirectProxyTargets: true,
  secret: true,
  session: true,
  skipCSRFCheck: true,
  store: true,
  texts: true,
  theme: true,
  timeouts: true,
  trustHost: true,
  trustedHosts: true,
  unverifiedAccounts: true,
  useSecureCookies: true,
}

interface NestedOptions {
  readonly account: Names<AccountOptions>
  readonly providerTokens: Names<ProviderTokensOptions>
  readonly session: Names<SessionOptions>
  readonly jwt: Names<JWTOptions>
  readonly pages: Names<PagesOptions>
  readonly theme: Names<Theme>
  readonly limits: Names<LimitsOptions>
  readonly timeouts: Names<TimeoutsOptions>
  /** `authorized` is a callback of Next.js. Configurations are shared between integrations. */
  readonly callbacks: Names<Callbacks, 'authorized'>
  readonly events: Names<Events>
  /** Auth.js has the cookies `pkceCodeVerifier`, `state` and `nonce` in place of `transaction`. */
  readonly cookies: Names<CookiesOptions, 'pkceCodeVerifier' | 'state' | 'nonce'>
  readonly experimental: Names<NonNullable<AuthConfig['experimental']>>
}

/**
 * The options inside the options of a configuration. Others, such as `logger`, may be any object.
 */
export const NESTED_OPTIONS: NestedOptions = {
  account: { linking: true },
  providerTokens: { seal: true },
  session: {
    strategy: true,
    maxAge: true,
    updateAge: true,
    absoluteMaxAge: true,
    generateSessionToken: true,
    hashToken: true,
    whenStoreFails: true,
  },
  jwt: { secret: true, maxAge: true, encode: true, decode: true },
  pages: { signIn: true, signOut: true, error: true, verifyRequest: true, newUser: true },
  theme: { colorScheme: true, logo: true, brandColor: true, buttonText: true },
  limits: { credentials: true, email: true, client: true, clientAddress: true },
  timeouts: { adapter: true, store: true, oauth: true, email: true },
  callbacks: { jwt: true, session: true, signIn: true, redirect: true, authorized: true },
  events: {
    createUser: true,
    updateUser: true,
    linkAccount: true,
    signIn: true,
    signOut: true,
    session: true,
  },
  cookies: {
    sessionToken: true,
    callbackUrl: true,
    csrfToken: true,
    transaction: true,
    webauthnChallenge: true,
    providerTokens: true,
    pkceCodeVerifier: true,
    state: true,
    nonce: true,
  },
  experimental: { enableWebAuthn: true },
}

/** Options that only some of the factories in `latchkey/providers` have. */
type FactoryOption = 'accountID' | 'apiKey' | 'apiVersion' | 'apiBaseUrl' | 'redirectUri' | 'tenantId'

const OAUTH_OPTIONS: Names<OIDCConfig, FactoryOption> = {
  id: true,
  name: true,
  type: true,
  options: true,
  clientId: true,
  clientSecret: true,
  issuer: true,
  discovery: true,
  wellKnown: true,
  authorization: true,
  token: true,
  userinfo: true,
  profile: true,
  refresh: true,
  revocation: true,
  endSession: true,
  logout: true,
  backchannelLogout: true,
  accessTokenLifetime: true,
  isEmailVerified: true,
  account: true,
  allowDangerousEmailAccountLinking: true,
  checks: true,
  client: true,
  clientPrivateKey: true,
  dangerouslyAllowHttp: true,
  omits: true,
  clientIdParameter: true,
  issuerTemplate: true,
  style: true,
  redirectProxyUrl: true,
  idToken: true,
  accountID: true,
  apiKey: true,
  apiVersion: true,
  apiBaseUrl: true,
  redirectUri: true,
  tenantId: true,
}

interface ProviderOptions extends Record<ProviderType, Readonly<Record<string, true>>> {
  readonly email: Names<EmailConfig>
  readonly credentials: Names<CredentialsConfig>
  readonly webauthn: Names<WebAuthnConfig>
}

/** The options of a provider, by its type. A factory may have more. */
export const PROVIDER_OPTIONS: ProviderOptions = {
  oauth: OAUTH_OPTIONS,
  oidc: OAUTH_OPTIONS,
  email: {
    id: true,
    name: true,
    type: true,
    options: true,
    from: true,
    server: true,
    apiKey: true,
    maxAge: true,
    secret: true,
    generateVerificationToken: true,
    normalizeIdentifier: true,
    sendVerificationRequest: true,
    needs: true,
  },
  credentials: {
    id: true,
    name: true,
    type: true,
    options: true,
    credentials: true,
    account: true,
    authorize: true,
  },
  webauthn: {
    id: true,
    name: true,
    type: true,
    options: true,
    relayingParty: true,
    getRelayingParty: true,
    enableConditionalUI: true,
    formFields: true,
    registration: true,
    authenticationOptions: true,
    registrationOptions: true,
    verifyAuthenticationOptions: true,
    verifyRegistrationOptions: true,
    getUserInfo: true,
    simpleWebAuthnBrowserVersion: true,
    simpleWebAuthn: true,
  },
}
