import { isRecord } from '../../records/record.ts'
import type { AccountSections } from '../../types/account-pages.ts'
import type { ProviderType } from '../../types/basics.ts'
import type { Callbacks, Events } from '../../types/callbacks.ts'
import type {
  AccountOptions,
  AuthConfig,
  LoggerInstance,
  ProviderTokensOptions,
  SessionOptions,
} from '../../types/config.ts'
import type { CookieAttributes, CookieOption, CookiesOptions } from '../../types/cookies.ts'
import type { JWTOptions } from '../../types/jwt-options.ts'
import type { LimitsOptions } from '../../types/limits.ts'
import type { MailTransport } from '../../types/mail.ts'
import type { PagesOptions, Theme } from '../../types/pages.ts'
import type { CredentialsConfig } from '../../types/providers/credentials.ts'
import type { EmailConfig } from '../../types/providers/email.ts'
import type { OIDCConfig } from '../../types/providers/oauth.ts'
import type { PasswordOptions } from '../../types/providers/password.ts'
import type { WebAuthnConfig } from '../../types/providers/webauthn.ts'
import type { SecondFactorOptions } from '../../types/second-factor.ts'
import { dangerouslyAllowShortSecret, raw, skipCSRFCheck } from '../../types/symbols.ts'
import type { TimeoutsOptions } from '../../types/timeouts.ts'
import { NOTICES } from '../notices.ts'
import { isPage } from '../pages.ts'
import {
  ANY,
  BOOLEAN,
  between,
  constant,
  either,
  FALSE,
  FIELDS,
  FUNCTION,
  LIST,
  OBJECT,
  orFalse,
  orFunction,
  orNull,
  required,
  SECRET,
  type Shape,
  type Shapes,
  seconds,
  section,
  TEXT,
  TEXT_OR_LIST,
  TEXT_OR_OBJECT,
  TEXTS,
  timeout,
  URL_TEXT,
} from './shapes.ts'

/** A shape for each field of `T`, so that TypeScript reports a missing one here. */
type ShapesOf<T, More extends string = never> = Readonly<Record<(keyof T & string) | More, Shape>>

interface NestedOptions {
  readonly account: ShapesOf<AccountOptions>
  readonly providerTokens: ShapesOf<ProviderTokensOptions>
  readonly secondFactor: ShapesOf<SecondFactorOptions>
  readonly session: ShapesOf<SessionOptions>
  readonly jwt: ShapesOf<JWTOptions>
  readonly pages: ShapesOf<PagesOptions>
  readonly theme: ShapesOf<Theme>
  readonly limits: ShapesOf<LimitsOptions>
  readonly timeouts: ShapesOf<TimeoutsOptions>
  /** `authorized` is a Next.js callback. Integrations share configurations. */
  readonly callbacks: ShapesOf<Callbacks, 'authorized'>
  readonly events: ShapesOf<Events>
  /** Auth.js has the cookies `pkceCodeVerifier`, `state` and `nonce` instead of `transaction`. */
  readonly cookies: ShapesOf<CookiesOptions, 'pkceCodeVerifier' | 'state' | 'nonce'>
  readonly experimental: ShapesOf<NonNullable<AuthConfig['experimental']>>
}

const NOTICE_LIST: Shape = {
  accepts: (value) =>
    typeof value === 'boolean' ||
    (Array.isArray(value) && value.every((type) => NOTICES.some((notice) => notice === type))),
  problem: 'is not `true`, `false` or an array of notices.',
  fix: `Set it to \`false\`, or to some of: ${NOTICES.join(', ')}.`,
}

const LIMIT: Shape = {
  accepts: (value) => value === false || (isCount(value, 'attempts') && isCount(value, 'seconds')),
  problem: 'is not a valid limit.',
  fix: 'Set it to { attempts: 10, seconds: 900 }, or to `false` to disable it.',
}

function isCount(limit: unknown, name: string): boolean {
  return isRecord(limit) && Number.isSafeInteger(limit[name]) && (limit[name] as number) > 0
}

const LANGUAGES: Shape = {
  accepts: (value) =>
    isRecord(value) &&
    Object.entries(value).every(([tag, load]) => isLanguage(tag) && typeof load === 'function'),
  problem: 'is not an object of functions by language tag.',
  fix: "Set it to an object such as { de: () => import('latchkey/languages/de') }.",
}

function isLanguage(tag: string): boolean {
  try {
    return new Intl.Locale(tag).language !== undefined
  } catch {
    return false
  }
}

const CODE: Shape = {
  accepts: (value) => typeof value === 'boolean' || value === 'only',
  problem: "is neither `true`, `false` nor 'only'.",
  fix: "Set it to `true` for a code and a link, or to 'only' for a code.",
}

const PAGE: Shape = {
  accepts: isPage,
  problem: 'is neither a path nor a URL.',
  fix: 'Set it to a path such as /login.',
}

const SECTION: Shape = {
  accepts: (value) => typeof value === 'boolean' || isPage(value),
  problem: 'is neither `true`, `false` nor a page.',
  fix: 'Set it to `false`, or to the path of your page, such as /settings/password.',
}

const ACCOUNT_SECTIONS: ShapesOf<AccountSections> = {
  profile: SECTION,
  email: SECTION,
  password: SECTION,
  secondFactor: SECTION,
  passkeys: SECTION,
  accounts: SECTION,
  sessions: SECTION,
  events: SECTION,
  export: SECTION,
  delete: SECTION,
}

const VERSION: Shape = {
  accepts: (value) => value === false || typeof value === 'string',
  problem: 'is not a version such as "v9.0.1".',
  fix: 'Remove it: it is not used.',
}

/** `serializeCookie` checks the text attributes. */
const ATTRIBUTES: ShapesOf<
  Pick<CookieAttributes, 'domain' | 'path' | 'httpOnly' | 'secure' | 'partitioned'>
> = {
  domain: TEXT,
  path: TEXT,
  httpOnly: BOOLEAN,
  secure: BOOLEAN,
  partitioned: BOOLEAN,
}

const COOKIE: Shape = section({ name: TEXT, options: section(ATTRIBUTES) } satisfies ShapesOf<CookieOption>)

/**
 * The options inside a configuration's options. Others, such as `logger`, may be any object.
 */
export const NESTED_OPTIONS: NestedOptions = {
  account: {
    linking: either('signed-in', 'explicit'),
    security: BOOLEAN,
    notices: NOTICE_LIST,
    path: PAGE,
    sections: section(ACCOUNT_SECTIONS),
  },
  secondFactor: {
    totp: section({ issuer: TEXT }, FALSE),
    recoveryCodes: seconds(0),
    passkey: BOOLEAN,
    trustDevice: orFalse(seconds(1)),
    require: FUNCTION,
  },
  providerTokens: { seal: BOOLEAN },
  session: {
    strategy: ANY,
    maxAge: seconds(1),
    updateAge: seconds(0, ', or to 0 to renew the session on every read'),
    absoluteMaxAge: orFunction(seconds(1)),
    generateSessionToken: FUNCTION,
    hashToken: BOOLEAN,
    whenStoreFails: either('refuse', 'accept'),
    recheck: seconds(0, ', or to 0 to check the session on every read'),
  },
  jwt: { secret: SECRET, maxAge: seconds(1), encode: FUNCTION, decode: FUNCTION },
  pages: {
    signIn: PAGE,
    signOut: PAGE,
    error: PAGE,
    verifyRequest: PAGE,
    newUser: PAGE,
    verify: PAGE,
    signUp: PAGE,
    reset: PAGE,
  },
  theme: { colorScheme: TEXT, name: TEXT, lastUsed: BOOLEAN, logo: TEXT, brandColor: TEXT, buttonText: TEXT },
  limits: {
    credentials: LIMIT,
    email: LIMIT,
    phone: LIMIT,
    phoneCountry: LIMIT,
    client: LIMIT,
    clientAddress: FUNCTION,
  },
  timeouts: { adapter: timeout(false), store: timeout(false), oauth: timeout(), email: timeout() },
  callbacks: {
    jwt: FUNCTION,
    session: FUNCTION,
    signIn: FUNCTION,
    redirect: FUNCTION,
    authorized: FUNCTION,
  },
  events: {
    createUser: FUNCTION,
    updateUser: FUNCTION,
    linkAccount: FUNCTION,
    signIn: FUNCTION,
    signOut: FUNCTION,
    session: FUNCTION,
    security: FUNCTION,
  },
  cookies: {
    sessionToken: COOKIE,
    callbackUrl: COOKIE,
    csrfToken: COOKIE,
    transaction: COOKIE,
    webauthnChallenge: COOKIE,
    providerTokens: COOKIE,
    trustedDevice: COOKIE,
    knownDevice: COOKIE,
    pkceCodeVerifier: OBJECT,
    state: OBJECT,
    nonce: OBJECT,
  },
  experimental: { enableWebAuthn: ANY },
}

const LOGGER: ShapesOf<LoggerInstance> = { error: FUNCTION, warn: FUNCTION, debug: FUNCTION }

const MAIL_OPTIONS: ShapesOf<MailTransport> = {
  id: TEXT,
  name: TEXT,
  from: TEXT,
  server: TEXT_OR_OBJECT,
  apiKey: TEXT,
  needs: TEXTS,
  send: FUNCTION,
}

/** A configuration's options, and what they accept. */
export const CONFIG_OPTIONS: ShapesOf<AuthConfig> = {
  providers: LIST,
  account: orNull(section(NESTED_OPTIONS.account, BOOLEAN)),
  adapter: OBJECT,
  basePath: orNull(TEXT),
  baseUrl: orNull(URL_TEXT),
  callbacks: orNull(section(NESTED_OPTIONS.callbacks)),
  cookies: section(NESTED_OPTIONS.cookies),
  cookiePrefix: orNull(TEXT),
  dangerouslyAllowShortSecret: constant(dangerouslyAllowShortSecret, 'dangerouslyAllowShortSecret'),
  debug: orNull(BOOLEAN),
  events: section(NESTED_OPTIONS.events),
  experimental: orNull(section(NESTED_OPTIONS.experimental)),
  jwt: section(NESTED_OPTIONS.jwt),
  language: FUNCTION,
  languages: LANGUAGES,
  limits: section(NESTED_OPTIONS.limits, FALSE),
  logger: { ...OBJECT, fields: LOGGER },
  mail: section(MAIL_OPTIONS),
  pages: section(NESTED_OPTIONS.pages),
  providerTokens: orNull(section(NESTED_OPTIONS.providerTokens, BOOLEAN)),
  raw: orNull(constant(raw, 'raw')),
  redirectProxyUrl: orNull(URL_TEXT),
  redirectProxyTargets: TEXTS,
  registration: FUNCTION,
  secret: SECRET,
  secondFactor: orNull(section(NESTED_OPTIONS.secondFactor)),
  session: section(NESTED_OPTIONS.session),
  skipCSRFCheck: orNull(constant(skipCSRFCheck, 'skipCSRFCheck')),
  store: OBJECT,
  texts: OBJECT,
  theme: orNull(section(NESTED_OPTIONS.theme)),
  timeouts: section(NESTED_OPTIONS.timeouts),
  trustHost: BOOLEAN,
  trustedHosts: orNull(LIST),
  unverifiedAccounts: either('keep', 'remove'),
  useSecureCookies: orNull(BOOLEAN),
}

/** Options that only some factories in `latchkey/providers` have. */
type FactoryOption = 'accountID' | 'apiKey' | 'apiVersion' | 'apiBaseUrl' | 'redirectUri' | 'tenantId'

const ENDPOINT = { url: URL_TEXT, params: OBJECT }
const REQUEST = { url: URL_TEXT, form: FUNCTION }

const OAUTH_OPTIONS: ShapesOf<OIDCConfig, FactoryOption> = {
  id: TEXT,
  name: TEXT,
  type: ANY,
  options: OBJECT,
  clientId: TEXT,
  clientSecret: TEXT,
  issuer: TEXT,
  discovery: TEXT,
  wellKnown: TEXT,
  authorization: section(ENDPOINT, URL_TEXT),
  token: section({ ...ENDPOINT, ...REQUEST, conform: FUNCTION, repeats: TEXTS }, URL_TEXT),
  userinfo: section({ ...ENDPOINT, request: FUNCTION }, URL_TEXT),
  profile: FUNCTION,
  refresh: section(REQUEST, FALSE),
  revocation: section(
    { url: URL_TEXT, types: TEXTS, endsGrant: BOOLEAN, request: FUNCTION },
    URL_TEXT,
    FALSE,
  ),
  endSession: section({ url: URL_TEXT, params: FUNCTION }, URL_TEXT, FALSE),
  logout: BOOLEAN,
  backchannelLogout: section({ allowsUntyped: BOOLEAN }, BOOLEAN),
  accessTokenLifetime: ANY,
  isEmailVerified: FUNCTION,
  account: FUNCTION,
  allowDangerousEmailAccountLinking: BOOLEAN,
  checks: TEXT_OR_LIST,
  client: section({ id_token_signed_response_alg: TEXT, userinfo_signed_response_alg: TEXT }),
  clientPrivateKey: OBJECT,
  dangerouslyAllowHttp: BOOLEAN,
  omits: TEXTS,
  clientIdParameter: TEXT,
  issuerTemplate: TEXT,
  style: OBJECT,
  redirectProxyUrl: URL_TEXT,
  idToken: BOOLEAN,
  accountID: ANY,
  apiKey: ANY,
  apiVersion: ANY,
  apiBaseUrl: ANY,
  redirectUri: ANY,
  tenantId: ANY,
}

const PASSWORD_OPTIONS: ShapesOf<PasswordOptions> = {
  minLength: between(8, 1024),
  maxLength: between(64, 1024),
  blocklist: TEXTS,
  breached: orFalse(either('refuse', 'warn')),
  legacy: LIST,
  signUp: section({ fields: FIELDS }, BOOLEAN),
  username: section({ label: TEXT, find: required(FUNCTION) }),
  storage: section({ read: required(FUNCTION), write: required(FUNCTION) }),
  reset: section({ signIn: BOOLEAN }, FALSE),
  verifyAddress: BOOLEAN,
}

interface ProviderOptions extends Record<ProviderType, Shapes> {
  /** `Code` has the same type. */
  readonly email: ShapesOf<EmailConfig, 'phone'>
  /** `Password` has the same type. */
  readonly credentials: ShapesOf<CredentialsConfig, 'password'>
  readonly webauthn: ShapesOf<WebAuthnConfig>
}

/** A provider's options and what they accept, by its type. A factory may have more. */
export const PROVIDER_OPTIONS: ProviderOptions = {
  oauth: OAUTH_OPTIONS,
  oidc: OAUTH_OPTIONS,
  email: {
    id: TEXT,
    name: TEXT,
    type: ANY,
    options: OBJECT,
    from: TEXT_OR_OBJECT,
    server: TEXT_OR_OBJECT,
    apiKey: TEXT,
    maxAge: seconds(1),
    code: CODE,
    phone: BOOLEAN,
    digits: between(6, 12),
    secret: TEXT,
    generateVerificationToken: FUNCTION,
    normalizeIdentifier: FUNCTION,
    sendVerificationRequest: ANY,
    needs: TEXTS,
  },
  credentials: {
    id: TEXT,
    name: TEXT,
    type: ANY,
    options: OBJECT,
    credentials: FIELDS,
    account: TEXT,
    authorize: ANY,
    password: section(PASSWORD_OPTIONS),
  },
  webauthn: {
    id: TEXT,
    name: TEXT,
    type: ANY,
    options: OBJECT,
    relayingParty: section({ id: TEXT_OR_LIST, name: TEXT_OR_LIST, origin: TEXT_OR_LIST }),
    getRelayingParty: FUNCTION,
    enableConditionalUI: BOOLEAN,
    formFields: FIELDS,
    registration: either('anyone', 'authenticated'),
    authenticationOptions: OBJECT,
    registrationOptions: OBJECT,
    verifyAuthenticationOptions: section({ requireUserVerification: BOOLEAN }),
    verifyRegistrationOptions: section({ requireUserVerification: BOOLEAN }),
    getUserInfo: FUNCTION,
    simpleWebAuthnBrowserVersion: VERSION,
    simpleWebAuthn: ANY,
  },
}
