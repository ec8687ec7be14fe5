// Longer than other files because it is the one place for the types that the rest is written in. Types alone: nothing here exists at run time.
// `| undefined` stands where values may come from the environment: with `exactOptionalPropertyTypes`, `?` alone does not take them.
import type { AuthError } from './errors.ts'
import type { customFetch, raw, skipCSRFCheck } from './symbols.ts'

/** What a function may return at once or promise. */
export type Awaitable<T> = T | PromiseLike<T>

// ── People and their sessions ───────────────────────────────────────────────────────────────────────────────────────

/** The properties that every user may have. */
export interface DefaultUser {
  id?: string | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A person, as the application sees them. Extend it by module augmentation of `latchkey`. */
export interface User extends DefaultUser {}

/** The properties that every session has. */
export interface DefaultSession {
  user?: User | undefined
  /** When the session ends unless it is used before: ISO 8601. */
  expires: string
}

/** What `auth()` and `GET /session` tell. Extend it by module augmentation of `latchkey`. */
export interface Session extends DefaultSession {}

/** The claims that every token may have. */
export interface DefaultJWT {
  name?: string | null | undefined
  email?: string | null | undefined
  picture?: string | null | undefined
  /** Id of the user. */
  sub?: string | undefined
  /** Seconds since 1970. */
  iat?: number | undefined
  /** Seconds since 1970. */
  exp?: number | undefined
  jti?: string | undefined
}

/** The claims inside the encrypted session cookie. Extend it by module augmentation of `latchkey`. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** How a provider proves who somebody is. */
export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key in string]?: JsonValue }

/** A token endpoint's answer. @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface TokenEndpointResponse {
  readonly access_token?: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope?: string
  /** Always lower case. */
  readonly token_type?: Lowercase<string>
  /** Lifetime of the access token in seconds. */
  readonly expires_in?: number
  readonly session_state?: string
  /** Whatever else the endpoint sent. */
  readonly [parameter: string]: JsonValue | undefined
}

/** The tokens of a provider, and when the access token ends. */
export interface TokenSet extends TokenEndpointResponse {
  /** When the access token ends: seconds since 1970. */
  expires_at?: number
}

/** How a person is known to a provider. Extend it by module augmentation of `latchkey`. */
export interface Account extends TokenSet {
  provider: string
  /** OAuth and OpenID Connect: the `id` that `profile()` gave. Credentials: the `id` that `authorize()` gave. */
  providerAccountId: string
  type: ProviderType
  userId?: string
}

/** What a provider tells about a person. @see https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims */
export interface Profile {
  id?: string | null
  sub?: string | null
  name?: string | null
  given_name?: string | null
  family_name?: string | null
  middle_name?: string | null
  nickname?: string | null
  preferred_username?: string | null
  profile?: string | null
  // biome-ignore lint/suspicious/noExplicitAny: the specification has `any` here, because providers send text, objects and nothing.
  picture?: any
  website?: string | null
  email?: string | null
  email_verified?: boolean | null
  gender?: string | null
  birthdate?: string | null
  zoneinfo?: string | null
  locale?: string | null
  phone_number?: string | null
  updated_at?: Date | string | number | null
  address?: {
    formatted?: string | null
    street_address?: string | null
    locality?: string | null
    region?: string | null
    postal_code?: string | null
    country?: string | null
  } | null
  [claim: string]: unknown
}

// ── Providers ───────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ProviderStyle {
  /** Address of an image on the application's own origin, or a `data:` URL. */
  logo?: string
  brandColor?: string
  /** @deprecated not used; set `brandColor` */
  bg?: string
  /** @deprecated not used */
  text?: string
}

interface CommonProvider {
  id: string
  name: string
}

/** An endpoint, or the parameters that it needs beside the standard's own. */
export interface AuthorizationEndpoint {
  url?: string
  params?: Record<string, unknown>
}

export interface TokenEndpoint {
  url?: string
  params?: Record<string, unknown>
  /** Repairs an answer that does not conform to the standard. */
  conform?: (response: Response) => Awaitable<Response | undefined>
  /** Key for `private_key_jwt`; the same as the provider's own `clientPrivateKey`. */
  clientPrivateKey?: ClientPrivateKey
  /** @deprecated never called; set `conform` */
  request?: (...args: never[]) => unknown
}

export interface UserinfoRequest<P> {
  tokens: TokenSet
  provider: ResolvedOAuthProvider<P>
  /** The provider's `fetch`, with the library's limits of time and size. */
  fetch: typeof fetch
}

export interface UserinfoEndpoint<P> {
  url?: string
  params?: Record<string, unknown>
  /** Replaces the standard request, for providers that have another. */
  request?: (context: UserinfoRequest<P>) => Awaitable<P>
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'none'

/** A private key, with the id under which the provider knows its other half, if it knows several. */
export type ClientPrivateKey = CryptoKey | { readonly key: CryptoKey; readonly kid?: string }

export interface ClientMetadata {
  /** One of {@link ClientAuthMethod}; the type takes any text, because that is how provider objects are written down. */
  token_endpoint_auth_method?: ClientAuthMethod | (string & {})
  id_token_signed_response_alg?: string
  userinfo_signed_response_alg?: string
}

interface OAuthOptions<P> {
  clientId?: string | undefined
  clientSecret?: string | undefined
  /** Expected issuer. What is not configured is discovered there. @see https://openid.net/specs/openid-connect-discovery-1_0.html */
  issuer?: string | undefined
  /** @deprecated not used: what is not configured is discovered at the `issuer` */
  wellKnown?: string | undefined
  authorization?: string | AuthorizationEndpoint
  token?: string | TokenEndpoint
  userinfo?: string | UserinfoEndpoint<P>
  /** Makes a user of what the provider tells. Must give the same `id` each time. */
  profile?: (profile: P, tokens: TokenSet) => Awaitable<User>
  /** The tokens that a database keeps. Default: those that the standard names. */
  account?: (tokens: TokenSet) => Partial<TokenSet> | undefined | void
  /**
   * Links an account to the user who has its e-mail address, if the provider says that it verified the address and the user has proved it here.
   * Safe only with providers that can be trusted with that. Default: `false`.
   */
  allowDangerousEmailAccountLinking?: boolean | undefined
  /** Accepted for compatibility. `state`, PKCE and, for OpenID Connect, `nonce` are always used. */
  checks?: readonly ('pkce' | 'state' | 'nonce' | 'none')[]
  client?: ClientMetadata
  /** Key for `private_key_jwt`. */
  clientPrivateKey?: ClientPrivateKey | undefined
  /** Allows an issuer or endpoint without TLS on another host than this one. Tokens then travel in the clear. */
  dangerouslyAllowHttp?: boolean | undefined
  style?: ProviderStyle
  /** As in the configuration, for this provider alone; empty for none. Not used with `response_mode=form_post`. */
  redirectProxyUrl?: string | undefined
  /** OpenID Connect: `false` asks the userinfo endpoint instead of reading the ID token. The ID token is verified all the same. */
  idToken?: boolean
  [customFetch]?: typeof fetch
}

/** What an application may set on an OAuth provider: everything but its `type`. */
export interface OAuthUserConfig<P = Profile> extends Partial<CommonProvider>, OAuthOptions<P> {}

/** @see https://www.rfc-editor.org/rfc/rfc6749 */
export interface OAuth2Config<P = Profile> extends CommonProvider, OAuthOptions<P> {
  type: 'oauth'
  options?: OAuthUserConfig<P>
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html */
export interface OIDCConfig<P = Profile> extends CommonProvider, OAuthOptions<P> {
  type: 'oidc'
  options?: OAuthUserConfig<P>
}

/** HTML attributes of a form field, and its label. */
export interface CredentialInput {
  label?: string
  type?: string
  placeholder?: string
  value?: string
  autocomplete?: string
  required?: boolean
}

/** Whatever the application can check by itself: a form of its own fields. */
export interface CredentialsConfig<C extends Record<string, CredentialInput> = Record<string, CredentialInput>> extends CommonProvider {
  type: 'credentials'
  /** The fields of the form on the sign-in page. */
  credentials: C
  /**
   * The user whom these credentials belong to, or `null`.
   *
   * @throws {CredentialsSignin} with a `code` that the page may show.
   */
  authorize(credentials: Partial<Record<keyof C, string>>, request: CredentialsRequest): Awaitable<User | null>
  options?: Partial<Omit<CredentialsConfig<C>, 'options' | 'type'>>
}

/** @see https://nodemailer.com/smtp for what `server` may be */
export interface EmailConfig extends CommonProvider {
  type: 'email'
  /** Sender of the mail: `Example <no-reply@example.com>`. */
  from?: string | undefined
  /** SMTP server, as a URL or as options of `nodemailer`. */
  server?: string | object | undefined
  /** For senders that are reached over HTTP. Default: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** Seconds for which a link works. Default: 86400 (1 day). */
  maxAge?: number | undefined
  /** Hashes the tokens in the database, instead of the configuration's secret. */
  secret?: string | undefined
  /** Makes the token in the link; must be unguessable. Default: 256 random bits in hexadecimal. */
  generateVerificationToken?: () => Awaitable<string>
  /** The address as it is stored, compared and written to. Throwing refuses it. */
  normalizeIdentifier?: (identifier: string) => string
  /** Sends the mail with the link. `latchkey/providers/nodemailer` brings one for `server`. */
  sendVerificationRequest?(params: VerificationRequest): Awaitable<void>
  options?: Partial<Omit<EmailConfig, 'options' | 'type'>>
}

/** What there is to write into a mail with a link, and whom to send it to. */
export interface VerificationRequest {
  /** The normalised address. */
  identifier: string
  /** The link that signs in. */
  url: string
  expires: Date
  /** With its options merged. */
  provider: EmailConfig
  token: string
  theme: Theme
  /** The words of the mail are `texts.mail`. Always there; `?` only lets functions in that are typed for Auth.js. */
  texts?: Texts
  request: CredentialsRequest
}

/** What `authorize` may know of the request: enough for limits and logs, nothing that was not sent. */
export interface CredentialsRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

/**
 * What of `@simplewebauthn/server` is used. It comes with the provider, so that only who uses passkeys needs the package.
 *
 * @see https://simplewebauthn.dev/docs/packages/server
 */
export interface SimpleWebAuthn {
  generateAuthenticationOptions(options: {
    rpID: string
    challenge: Uint8Array<ArrayBuffer>
    allowCredentials?: CredentialDescriptor[]
  }): Promise<object>
  generateRegistrationOptions(options: {
    rpID: string
    rpName: string
    userID: Uint8Array<ArrayBuffer>
    userName: string
    userDisplayName: string
    challenge: Uint8Array<ArrayBuffer>
    excludeCredentials: CredentialDescriptor[]
  }): Promise<object>
  verifyAuthenticationResponse(options: {
    response: AuthenticationAnswer
    expectedChallenge: string
    expectedOrigin: string[]
    expectedRPID: string
    credential: WebAuthnCredential
    requireUserVerification: boolean
  }): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>
  verifyRegistrationResponse(options: {
    response: RegistrationAnswer
    expectedChallenge: string
    expectedOrigin: string[]
    expectedRPID: string
    requireUserVerification: boolean
    supportedAlgorithmIDs?: number[]
  }): Promise<{
    verified: boolean
    registrationInfo?: { credential: WebAuthnCredential; credentialDeviceType: string; credentialBackedUp: boolean }
  }>
}

interface CredentialAnswer {
  /** Base64url. */
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
}

/** What the browser tells of a passkey that was used, all of it base64url. @see https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export interface AuthenticationAnswer extends CredentialAnswer {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** What the browser tells of a new passkey. @see https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
export interface RegistrationAnswer extends CredentialAnswer {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}

/** A passkey as browsers are asked for it. */
export interface CredentialDescriptor {
  /** Base64url. */
  id: string
  transports?: string[]
}

interface WebAuthnCredential {
  /** Base64url. */
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports?: string[]
}

/** Whom a passkey is for. @see https://www.w3.org/TR/webauthn-3/#webauthn-relying-party */
export interface RelyingParty {
  /** The host of the application, or a domain above it. Passkeys are bound to it for ever. */
  id: string
  /** What the browser shows. */
  name: string
  /** Origins of the pages that may ask for a passkey. */
  origin: string | readonly string[]
}

/** The configuration's parts that a passkey provider's own functions may need. */
export interface WebAuthnContext {
  readonly provider: ResolvedWebAuthnProvider
  readonly adapter: Adapter
  /** Where the application is reached, with the path of our doors. */
  readonly url: URL
}

/** The request that a passkey provider's own functions are called for. */
export interface WebAuthnRequest extends CredentialsRequest {
  /** Of a repeated parameter the last counts. */
  readonly query: Readonly<Record<string, string>>
}

/** Whom a form of the sign-in page names. */
export type WebAuthnUserInfo = { user: User & { id: string }; exists: true } | { user: Omit<User, 'id'>; exists: false }

/** @see https://www.w3.org/TR/webauthn-3/ */
export interface WebAuthnConfig extends CommonProvider {
  type: 'webauthn'
  /** Default: host and origin of the application. Of a list of ids or names the first counts; of origins each may ask. */
  relayingParty?: { id?: string | readonly string[]; name?: string | readonly string[]; origin?: string | readonly string[] }
  /** Chooses it for each request, instead. */
  getRelayingParty?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<RelyingParty>
  /** Lets the browser offer passkeys in a field of the form, as soon as the page is open. One provider may. Default: `true`. */
  enableConditionalUI?: boolean
  /** The fields of the form on the sign-in page. Default: `email`. */
  formFields?: Record<string, CredentialInput>
  /** Who may register a passkey. Default: `anybody`, which makes a user of whoever brings a new e-mail address, without proof of it. */
  registration?: 'anybody' | 'signed in'
  /** `timeout`: milliseconds. What asks for less than `userVerification: 'required'` is content with less, too. */
  authenticationOptions?: { timeout?: number; userVerification?: 'required' | 'preferred' | 'discouraged'; extensions?: object }
  registrationOptions?: {
    /** Milliseconds. The challenge lives for five minutes, whatever this says. */
    timeout?: number
    attestationType?: 'none' | 'direct' | 'enterprise'
    authenticatorSelection?: {
      authenticatorAttachment?: 'platform' | 'cross-platform'
      /** `required`: every passkey is found without being listed, so none is listed to strangers. */
      residentKey?: 'required' | 'preferred' | 'discouraged'
      requireResidentKey?: boolean
      userVerification?: 'required' | 'preferred' | 'discouraged'
    }
    extensions?: object
    /** COSE numbers. @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
    supportedAlgorithmIDs?: number[]
    preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice'
  }
  /** Default: as the options ask for it. */
  verifyAuthenticationOptions?: { requireUserVerification?: boolean }
  verifyRegistrationOptions?: { requireUserVerification?: boolean }
  /** Whom the form's fields name, or `null`. Default: who has the address in `email`. */
  getUserInfo?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<WebAuthnUserInfo | null>
  /** Accepted for compatibility: our page carries its own script. */
  simpleWebAuthnBrowserVersion?: string | false
  /** Loads `@simplewebauthn/server`; set by `latchkey/providers/webauthn` and `latchkey/providers/passkey`. */
  simpleWebAuthn?: () => Promise<SimpleWebAuthn>
  options?: Partial<Omit<WebAuthnConfig, 'options' | 'type'>>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of providers holds profiles of different types; only `any` is assignable in both directions.
type AnyProfile = any

/** A way to sign in, as data. */
export type Provider = OAuth2Config<AnyProfile> | OIDCConfig<AnyProfile> | CredentialsConfig<AnyProfile> | EmailConfig | WebAuthnConfig

/** An entry of `providers`: an object, or the factory itself. */
export type ProviderEntry = Provider | ((options?: AnyProfile) => Provider)

/** The doors of the library: what stands after the base path of its URLs. */
export type AuthAction =
  | 'callback'
  | 'csrf'
  | 'error'
  | 'providers'
  | 'session'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

/** A provider as `GET /providers` tells of it. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

// ── Callbacks and events ────────────────────────────────────────────────────────────────────────────────────────────

/** What the `jwt` callback is given. */
export interface JWTCallbackParams {
  /** At sign-in `name`, `email`, `picture`, `sub`; later the whole token. */
  token: JWT
  /** Only at sign-in. */
  user?: User
  /** Only at sign-in. */
  account?: Account | null
  /** Only at sign-in with OAuth or OpenID Connect. */
  profile?: Profile
  /** Absent on a plain read. */
  trigger?: 'signIn' | 'signUp' | 'update'
  /** @deprecated `trigger === 'signUp'` says the same. */
  isNewUser?: boolean
  /** With `trigger: 'update'`: what the client sent. Validate it before use. */
  // biome-ignore lint/suspicious/noExplicitAny: as specified; existing callbacks read properties of it.
  session?: any
}

/** What the `session` callback is given. */
export interface SessionCallbackParams<T extends JWT = JWT> {
  session: Session
  /** Only with the strategy `jwt`: what the `jwt` callback gave. */
  token: T
  /** Only with the strategy `database`. */
  user: AdapterUser
  /** With the strategy `database` and `trigger: 'update'`: what the client sent. Validate it before use. */
  // biome-ignore lint/suspicious/noExplicitAny: as specified; existing callbacks read properties of it.
  newSession?: any
  trigger?: 'update'
}

/** What the `signIn` callback is given. */
export interface SignInCallbackParams {
  user: User
  account: Account | null
  profile?: Profile
  /** With `verificationRequest: true` before a mail is sent; absent when its link is followed. */
  email?: { verificationRequest?: boolean }
  /** What was typed into the form, as text. */
  // biome-ignore lint/suspicious/noExplicitAny: callbacks that were written for Auth.js have another type for it.
  credentials?: Record<string, any>
}

/**
 * `S` is what `session` returns and `T` what `jwt` returns; both are inferred. Written before `jwt`, `session` is given the declared `JWT`.
 *
 * Methods, so that functions whose parameters are annotated with types of the application, or of Auth.js, are taken.
 */
export interface Callbacks<S extends DefaultSession = Session, T extends JWT = JWT> {
  /** Shapes the token. `null` ends the session. */
  jwt?(params: JWTCallbackParams): Awaitable<T | null>
  /** Shapes what `auth()` and the browser see. */
  session?(params: SessionCallbackParams<T>): Awaitable<S>
  /** `true` lets in, `false` does not, text sends elsewhere first. */
  signIn?(params: SignInCallbackParams): Awaitable<boolean | string>
  /** Where a person goes after signing in or out. */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>
}

/** Listeners, for audit logs: what they return counts for nothing, and one that throws is logged. `T` is the token that `jwt` returns. */
export interface Events<T extends JWT = JWT> {
  createUser?(message: { user: User }): Awaitable<unknown>
  updateUser?(message: { user: User }): Awaitable<unknown>
  /** `profile` is the user as the provider tells of them. */
  linkAccount?(message: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }): Awaitable<unknown>
  signIn?(message: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean }): Awaitable<unknown>
  /** `token` with the strategy `jwt`; with `database` what the adapter's `deleteSession` gave. */
  signOut?(message: { token: T | null } | { session: AdapterSession | null | undefined | void }): Awaitable<unknown>
  session?(message: { session: Session; token?: T }): Awaitable<unknown>
}

// ── Databases ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A user as a database holds them. Further fields are passed through. */
export interface AdapterUser extends User {
  id: string
  email: string
  /** When the person proved that the address is theirs; `null` until then. */
  emailVerified: Date | null
}

/** The types of account that a database holds: what the column `type` of a table may contain. */
export type AdapterAccountType = Extract<ProviderType, 'oauth' | 'oidc' | 'email' | 'webauthn'>

/** An account as a database holds it: who it belongs to, and the tokens that are kept. */
export interface AdapterAccount extends Account {
  userId: string
  type: AdapterAccountType
}

/** An account before it is known whose it is. */
export type NewAccount = Pick<AdapterAccount, 'provider' | 'providerAccountId' | 'type'> & Partial<TokenSet>

/** A session as a database holds it. */
export interface AdapterSession {
  /** What the core gives: by default the hash of what the browser has. */
  sessionToken: string
  userId: string
  expires: Date
}

/** The token of a link in a mail as a database holds it. */
export interface VerificationToken {
  /** The e-mail address. */
  identifier: string
  /** Hash of what stands in the link. */
  token: string
  expires: Date
}

/** A passkey before it is known whose it is. */
export type NewAuthenticator = Omit<AdapterAuthenticator, 'userId'>

/** A passkey or security key, with which somebody signs in by WebAuthn. */
export interface Authenticator {
  userId?: string
  providerAccountId: string
  /** Base64. */
  credentialID: string
  /** Base64. */
  credentialPublicKey: string
  counter: number
  credentialBackedUp: boolean
  credentialDeviceType: string
  /** Joined by commas. */
  transports?: string | null
}

/** An authenticator as a database holds it. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string
}

/**
 * A database. Any adapter for Auth.js is one. Which methods are needed depends on the configuration; each may be synchronous.
 * Dates are `Date` objects in both directions; what is not found is `null`.
 */
export interface Adapter {
  /** May choose another id than the one given; what it returns counts. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  getUser?(id: string): Awaitable<AdapterUser | null>
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  getUserByAccount?(account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): Awaitable<AdapterUser | null>
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  /** With all sessions, accounts and authenticators. */
  deleteUser?(userId: string): Promise<void> | Awaitable<AdapterUser | null | undefined>
  linkAccount?(account: AdapterAccount): Promise<void> | Awaitable<AdapterAccount | null | undefined>
  unlinkAccount?(account: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): Promise<void> | Awaitable<AdapterAccount | undefined>
  createSession?(session: { sessionToken: string; userId: string; expires: Date }): Awaitable<AdapterSession>
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  updateSession?(session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>): Awaitable<AdapterSession | null | undefined>
  deleteSession?(sessionToken: string): Promise<void> | Awaitable<AdapterSession | null | undefined>
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Finds and deletes in one step, so that of many at once only one gets it. */
  useVerificationToken?(params: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  getAccount?(
    providerAccountId: AdapterAccount['providerAccountId'],
    provider: AdapterAccount['provider'],
  ): Awaitable<AdapterAccount | null>
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  // Ours, beside the common ones. What an adapter lacks of them is done with the others, less exactly.

  /**
   * A new user with their first account, both or neither. When the account is there already, the user whom it belongs to: of the same first
   * sign-in many times at once only one makes a user. @throws when the e-mail address belongs to another user.
   */
  createUserWithAccount?(user: AdapterUser, account: NewAccount): Awaitable<{ user: AdapterUser; isNewUser: boolean }>
  /** Keeps the tokens that the provider gave at a later sign-in. */
  updateAccount?(account: AdapterAccount): Awaitable<unknown>
  /** Unlinks all accounts and passkeys of a user. */
  deleteAccountsByUserId?(userId: string): Awaitable<unknown>
  /** Ends all sessions of a user. */
  deleteSessionsByUserId?(userId: string): Awaitable<unknown>
  /** Forgets all links that wait for an address, once one of them was used. */
  deleteVerificationTokens?(identifier: string): Awaitable<unknown>
}

// ── Configuration ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Where the library writes what happened. Nothing secret is ever written. */
export interface LoggerInstance {
  error(error: Error, ...details: unknown[]): void
  warn(code: WarningCode | (string & {}), ...details: unknown[]): void
  debug(message: string, ...details: unknown[]): void
}

/** What a warning is about. */
export type WarningCode =
  | 'csrf-disabled'
  | 'debug-enabled'
  | 'development-secret'
  | 'env-url-basepath-mismatch'
  | 'env-url-basepath-redundant'
  | 'experimental-webauthn'
  | 'invalid-theme'
  | 'short-secret'
  | 'too-many-mails'
  | 'webauthn-counter'

/** Paths of the pages of the application that stand in for those of the library. */
export interface PagesOptions {
  signIn: string
  signOut: string
  error: string
  /** Says that a mail is on its way; gets `provider` and `type`. */
  verifyRequest: string
  /** Where somebody goes whose first sign-in made a user, with `callbackUrl` in the query. */
  newUser: string
}

/** How the pages and the mail of the library look. */
export interface Theme {
  colorScheme?: 'auto' | 'dark' | 'light'
  /** Address of an image: a path, an `https:` or a `data:` URL. */
  logo?: string | undefined
  /** Colour of buttons: any CSS colour without transparency. */
  brandColor?: string | undefined
  /** Colour of what is written on them. Default: black or white, whichever can be read. */
  buttonText?: string | undefined
}

/** A failure in the words of the error page. */
export interface ErrorText {
  title: string
  body: string
}

/** Every sentence that people read on our pages and in our mail. All of it is text: what looks like HTML is shown as it is. */
export interface Texts {
  /** Language of the document, as a tag: `de`, `pt-BR`. @see https://www.rfc-editor.org/rfc/rfc5646 */
  lang: string
  /** Direction of writing. `auto`: as the first letter of the page has it. */
  dir: 'auto' | 'ltr' | 'rtl'
  signIn: {
    title: string
    with: (provider: string) => string
    /** Between a form with fields and the buttons around it. */
    or: string
  }
  /** What the sign-in page says of an attempt that failed, by the word in the URL; `Default` for every other. */
  signInErrors: Record<
    | 'AccountNotLinked'
    | 'Configuration'
    | 'CredentialsSignin'
    | 'Default'
    | 'EmailSignInError'
    | 'MissingCSRF'
    | 'OAuthAccountNotLinked'
    | 'OAuthCallbackError'
    | 'SessionRequired'
    | 'TooManyRequests',
    string
  >
  signOut: { title: string; question: string; button: string; stay: string }
  email: { label: string }
  /** The form for passkeys, and what its script may have to say. */
  webauthn: {
    add: string
    cancelled: string
    known: string
    refused: string
    failed: string
    unsupported: string
    noScript: string
  }
  verifyRequest: { title: string; body: string }
  confirmLink: { title: string; body: (email: string) => string; button: string }
  error: {
    /** Stands before the characters that lead to the entry in the log. */
    reference: string
    signIn: string
    home: string
  }
  /** What the error page says, by the word in the URL; `Default` for every other. */
  errors: Record<
    | 'AccessDenied'
    | 'BadRequest'
    | 'Configuration'
    | 'Default'
    | 'MethodNotAllowed'
    | 'PayloadTooLarge'
    | 'TooManyRequests'
    | 'UnknownAction'
    | 'UnsupportedMediaType'
    | 'Verification'
    | 'WebAuthnVerificationError',
    ErrorText
  >
  mail: {
    subject: (host: string) => string
    title: (host: string) => string
    button: string
    /** For who did not ask for the mail. */
    unasked: string
  }
}

/** Some of the texts. What is left out stays English. */
export type PartialTexts<T = Texts> = {
  readonly [K in keyof T]?: T[K] extends string | ((value: string) => string) ? T[K] : PartialTexts<T[K]>
}

/** Who is about to read. */
export interface Reader {
  /** Tags of the languages that the browser asks for, the dearest first. */
  readonly languages: readonly string[]
  readonly headers: HeaderReader
}

/** @see https://www.rfc-editor.org/rfc/rfc6265#section-4.1.2 */
export interface CookieAttributes {
  domain?: string | undefined
  path?: string
  httpOnly?: boolean
  secure?: boolean | undefined
  sameSite?: 'lax' | 'strict' | 'none' | boolean
  partitioned?: boolean
  priority?: 'low' | 'medium' | 'high'
}

/** What is to be different about a cookie; the rest stays as it is. */
export interface CookieOption {
  name?: string
  options?: CookieAttributes
}

/** The cookies of the library. */
export interface CookiesOptions {
  sessionToken: CookieOption
  callbackUrl: CookieOption
  csrfToken: CookieOption
  /** One sealed cookie per sign-in under way; the name is a prefix. */
  transaction: CookieOption
  /** One sealed cookie per challenge that a passkey is to answer; the name is a prefix. */
  webauthnChallenge: CookieOption
}

/** Where sessions live, and how long. */
export interface SessionOptions {
  /** Where sessions live: in an encrypted cookie, or in the database with a token for it in the cookie. Default: `database` with an adapter, else `jwt`. */
  strategy?: 'jwt' | 'database' | undefined
  /** Seconds from now until a session ends. Default: 2592000 (30 days). */
  maxAge?: number | undefined
  /** Seconds after which a session that is read is written again. 0: each time. Default: 86400 (1 day), or half of a shorter `maxAge`. */
  updateAge?: number | undefined
  /** Seconds from signing in until a session ends in spite of use. Sessions from before it was set count from their last renewal. Default: none. */
  absoluteMaxAge?: number | undefined
  /** Makes the token of a session in the database; must be unguessable. Default: 256 random bits in hexadecimal. */
  generateSessionToken?: () => string
  /** `false` stores the token as the browser has it, for tables that hold clear ones. Default: `true`, only its SHA-256 is stored. */
  hashToken?: boolean
}

/** So many attempts in so many seconds, counted from the first. */
export interface Limit {
  readonly attempts: number
  readonly seconds: number
}

/** What may be tried how often. `false` for no limit. */
export interface LimitsOptions {
  /** Wrong credentials for one account. Default: 10 in 15 minutes. */
  credentials?: Limit | false
  /** Mails to one address. Default: 5 in 15 minutes. */
  email?: Limit | false
  /** Wrong credentials and mails of one client, if `clientAddress` tells them apart. Default: 30 in 15 minutes. */
  client?: Limit | false
  /** The IP address of a client, from a header that your proxy sets and nobody else can. Default: none. */
  clientAddress?: (headers: HeaderReader) => string | null | undefined
}

/**
 * A memory for what must happen once, or not too often, or is over: proofs that were used, attempts, ended sessions. Redis, Valkey and most key-value
 * stores have these four commands; share one when the application runs in several processes. Keys begin with `latchkey:` and hold no secret.
 */
export interface Store {
  get(key: string): Awaitable<string | null | undefined>
  /** Keeps a value for so many seconds. */
  set(key: string, value: string, seconds: number): Awaitable<unknown>
  /** Adds to a counter in one step. The first addition begins it, and its seconds. @returns the sum */
  add(key: string, amount: number, seconds: number): Awaitable<number>
  delete(key: string): Awaitable<unknown>
}

/** What `encode` is given. */
export interface JWTEncodeParams {
  /** The claims. Default: none. */
  token?: JWT
  /** The first of a list is written with. */
  secret: string | string[]
  /** Names the purpose: a token of one is of no use for another. That of a session token is the name of its cookie. */
  salt: string
  /** Seconds. Default: 2592000 (30 days). */
  maxAge?: number
}

/** What `decode` is given. */
export interface JWTDecodeParams {
  token?: string
  /** Any of a list may have been written with. */
  secret: string | string[]
  /** The one that the token was written with. */
  salt: string
}

/** How the token of a session is written and read, where it lives in the cookie. Nothing else that is sealed is concerned. */
export interface JWTOptions {
  /** Default: the configuration's `secret`. */
  secret: string | readonly string[]
  /** Seconds that a token lives, if that is less than `session.maxAge`. */
  maxAge: number
  /** Let it write `iat` and `exp`: a token without `iat` is written again at each read. */
  encode: (params: JWTEncodeParams) => Awaitable<string>
  /** `null`, or an error: the token is no good, and its cookie is cleared. */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>
}

/**
 * What makes `latchkey` yours. Without annotations its types follow from the callbacks: `S` is the session, `T` the token. Written down (`const config: AuthConfig = …`) it means the declared `Session` and `JWT`.
 */
export interface AuthConfig<S extends DefaultSession = Session, T extends JWT = JWT> {
  providers: readonly ProviderEntry[]
  /** The database in which users and their accounts are kept. */
  adapter?: Adapter | undefined
  /** Path below which all doors are. Default: `/auth`; in Next.js `/api/auth`, below the `basePath` of Next.js where it has one. */
  basePath?: string | undefined
  /** Origin under which people reach the application. Default: `AUTH_URL`. */
  baseUrl?: string | undefined
  callbacks?: Callbacks<S, T>
  /** Names and attributes of cookies, merged into the defaults. */
  cookies?: Partial<CookiesOptions>
  /** First part of all cookie names. Default: `latchkey`. */
  cookiePrefix?: string | undefined
  /** Default: `false`. */
  debug?: boolean | undefined
  events?: Events<T>
  /** What may change or go without notice. */
  experimental?: {
    /** Allows providers of the type `webauthn`: passkeys. Default: `false`. */
    enableWebAuthn?: boolean | undefined
  }
  /** Another form of the session's token than the encrypted one. */
  jwt?: Partial<JWTOptions>
  /** How often credentials and mails may be tried. `false`: as often as anybody likes. */
  limits?: LimitsOptions | false
  logger?: Partial<LoggerInstance> | undefined
  pages?: Partial<PagesOptions>
  /** The symbol of that name: `Auth` gives the outcome of a request as plain data instead of a `Response`. */
  raw?: typeof raw
  /**
   * Another deployment to which providers send their answers, and which forwards them: its address up to where the library answers there, for
   * instance `https://app.example.com/auth`. For deployments whose own address is not registered with the provider. Empty for none.
   * Default: `AUTH_REDIRECT_PROXY_URL`.
   */
  redirectProxyUrl?: string | undefined
  /**
   * The only hosts to which this deployment forwards answers when it is the proxy: `['app.example.com', '*.preview.example.com']`.
   * Default: any whose state is sealed with the secret.
   */
  redirectProxyTargets?: readonly string[] | undefined
  /** Protects everything that is sealed; at least 32 random characters. The first of a list seals, each of them opens. Default: `AUTH_SECRET`. */
  secret?: string | readonly string[] | undefined
  session?: SessionOptions
  skipCSRFCheck?: typeof skipCSRFCheck
  /** What the application's processes know of each other. Default: the memory of this process. */
  store?: Store | undefined
  /** Your words, or your language, for our pages and our mail; or a function that chooses among catalogues for who is about to read. */
  texts?: PartialTexts | ((reader: Reader) => PartialTexts)
  theme?: Theme | undefined
  /** May the `Host` and `X-Forwarded-*` headers be believed? Default: `AUTH_TRUST_HOST`; `true` outside production. */
  trustHost?: boolean | undefined
  /** The only hosts that are believed, for instance `['app.example.com']`. */
  trustedHosts?: readonly string[] | undefined
  /**
   * What happens to the accounts, passkeys and sessions of a user whose address nobody had proved, when a link to that address is opened for the first
   * time. Whoever made the user may have used somebody else's address: `drop` ends their access, and people link their own accounts again. It takes an
   * adapter with `deleteAccountsByUserId`, and with sessions in it `deleteSessionsByUserId`. Default: `keep`.
   */
  unprovenAccounts?: 'drop' | 'keep' | undefined
  /** Default: as the address of the application says. */
  useSecureCookies?: boolean | undefined
}

// ── Inside: a configuration once it was checked ─────────────────────────────────────────────────────────────────────

export interface ResolvedOAuthProvider<P = AnyProfile> extends CommonProvider {
  readonly type: 'oauth' | 'oidc'
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly issuer: string | undefined
  readonly authorization: AuthorizationEndpoint
  readonly token: TokenEndpoint
  readonly userinfo: UserinfoEndpoint<P>
  readonly profile: ((profile: P, tokens: TokenSet) => Awaitable<User>) | undefined
  readonly account: ((tokens: TokenSet) => Partial<TokenSet> | undefined | void) | undefined
  readonly linksByEmail: boolean
  readonly client: ClientMetadata & { token_endpoint_auth_method?: ClientAuthMethod }
  readonly clientPrivateKey: ClientPrivateKey | undefined
  readonly allowsHttp: boolean
  readonly readsIdToken: boolean
  /** Without a slash at its end. */
  readonly redirectProxyUrl: string | undefined
  readonly style: ProviderStyle
  readonly fetch: typeof fetch | undefined
}

export interface ResolvedCredentialsProvider extends CommonProvider {
  readonly type: 'credentials'
  readonly credentials: Readonly<Record<string, CredentialInput>>
  readonly authorize: CredentialsConfig['authorize']
}

export interface ResolvedEmailProvider extends CommonProvider {
  readonly type: 'email'
  readonly from: string
  readonly server: string | object | undefined
  readonly apiKey: string | undefined
  /** Seconds. */
  readonly maxAge: number
  readonly secret: string | undefined
  readonly generateToken: () => Awaitable<string>
  readonly normalize: ((identifier: string) => string) | undefined
  readonly send: NonNullable<EmailConfig['sendVerificationRequest']>
}

export interface ResolvedWebAuthnProvider extends CommonProvider {
  readonly type: 'webauthn'
  readonly relyingParty: { readonly id: string | undefined; readonly name: string | undefined; readonly origins: readonly string[] }
  readonly getRelyingParty: WebAuthnConfig['getRelayingParty']
  readonly hasConditionalUI: boolean
  readonly formFields: Readonly<Record<string, CredentialInput>>
  readonly registration: 'anybody' | 'signed in'
  readonly authenticationOptions: Readonly<NonNullable<WebAuthnConfig['authenticationOptions']>>
  readonly registrationOptions: Readonly<NonNullable<WebAuthnConfig['registrationOptions']>>
  readonly verifiesUser: { readonly atAuthentication: boolean; readonly atRegistration: boolean }
  readonly getUserInfo: WebAuthnConfig['getUserInfo']
  readonly load: () => Promise<SimpleWebAuthn>
}

export type ResolvedProvider = ResolvedOAuthProvider | ResolvedCredentialsProvider | ResolvedEmailProvider | ResolvedWebAuthnProvider

/** A cookie as the framework of the application wants it: plain data. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly options: CookieAttributes & { readonly expires?: Date; readonly maxAge?: number }
}

/** Name and attributes of one of our cookies, before it has a value. */
export interface CookieKind {
  readonly name: string
  readonly options: CookieAttributes
}

export type CookieKinds = Readonly<Record<keyof CookiesOptions, CookieKind>>

/** The public address of the application, as far as this request may know it. */
export interface Base {
  readonly origin: string
  /** The start page, where people go who asked for no other: the origin, with the framework's own path where it has one. */
  readonly home: string
  /** Path of our doors, without a slash at its end. */
  readonly path: string
  readonly cookies: CookieKinds
}

export interface ResolvedAuth {
  /** As people see it, with the framework's own path. */
  readonly basePath: string
  /** Path of the framework's own, before that of every page; mostly empty. */
  readonly frameworkPath: string
  /** Set when the address is configured and no header is believed. */
  readonly pinnedOrigin: string | undefined
  readonly trustsHost: boolean
  readonly trustedHosts: readonly string[] | undefined
  readonly cookies: { readonly secure: CookieKinds; readonly plain: CookieKinds }
  readonly usesSecureCookies: boolean | undefined
  readonly secrets: readonly string[]
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  readonly callbacks: Callbacks
  readonly events: { readonly [E in keyof Events]-?: (message: Parameters<NonNullable<Events[E]>>[0]) => Promise<void> }
  readonly logger: LoggerInstance
  readonly pages: Partial<PagesOptions>
  readonly redirectProxyTargets: readonly string[] | undefined
  /** Only what can be used; never `brandColor` without a `buttonText` that can be read on it. */
  readonly theme: () => Promise<Theme>
  /** The whole catalogue for who sent these headers. */
  readonly texts: (headers: HeaderReader) => Promise<Texts>
  /** Calls are logged at debug level; what they throw is an `AdapterError`. */
  readonly adapter: Adapter | undefined
  readonly sessions: SessionStrategy
  readonly sessionCodec: SessionCodec
  readonly session: {
    /** Seconds. */
    readonly maxAge: number
    /** Seconds. */
    readonly updateAge: number
    /** Seconds. */
    readonly absoluteMaxAge: number | undefined
    readonly generateToken: () => string
    readonly hashesToken: boolean
  }
  readonly dropsUnprovenAccounts: boolean
  /** Calls that fail are a `StoreError`. */
  readonly store: Store
  readonly limits: ResolvedLimits
  readonly checksCsrfToken: boolean
  /** The first thing that is wrong with the configuration. Nothing is done while there is one. */
  readonly problem: AuthError | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly fetch: typeof fetch
}

export interface ResolvedLimits {
  readonly credentials: Limit | undefined
  readonly email: Limit | undefined
  readonly client: Limit | undefined
  readonly clientAddress: LimitsOptions['clientAddress']
}

// ── Inside: a request on its way ────────────────────────────────────────────────────────────────────────────────────

export interface HeaderReader extends Iterable<[string, string]> {
  get(name: string): string | null
}

/** The cookies that came in. */
export interface CookieReader {
  get(name: string): string | undefined
  names(): readonly string[]
}

/** The one place where cookies are read and changed. */
export interface CookieJar extends CookieReader {
  set(cookie: Cookie): void
  /** Tells the browser to forget a cookie. */
  expire(kind: CookieKind): void
  /** What is to be sent, in the order in which it was set. */
  readonly written: readonly Cookie[]
  /** Keeps only what makes the browser forget: after a failure nothing new is handed out. */
  dropNew(): void
}

/** Who knocks, and at which door. Nothing of it is believed yet. */
export interface Visit {
  readonly auth: ResolvedAuth
  readonly canWrite: boolean
  readonly method: string
  readonly door: string | undefined
  readonly providerId: string | undefined
  readonly query: URLSearchParams
  readonly headers: HeaderReader
  readonly cookies: CookieJar
  /** Absent when no host can be believed. */
  readonly base: Base | undefined
  /** The address as it was requested, without believing its origin; absent when server code of the application calls by itself. */
  readonly url: URL | undefined
  /** Reads the fields that were sent. */
  readonly fields: () => Promise<Fields>
}

/** A form or JSON object, without prototype. */
export type Fields = Readonly<Record<string, unknown>>

/** The least that reading and writing a session needs. */
export interface SessionContext {
  readonly auth: ResolvedAuth
  /** `false` where no cookie can be written, so that none is made. */
  readonly canWrite: boolean
  readonly base: Base
  readonly cookies: CookieJar
}

/** A visit once the door is open: everything that an action may need. */
export interface Context extends Visit, SessionContext {
  readonly base: Base
  readonly provider: ResolvedProvider | undefined
  readonly kind: Kind | undefined
  readonly form: Fields
}

/** How a type of provider proves who somebody is. */
export interface Kind {
  /** `form`: the answer is a form of our own sign-in page. `transaction`: it carries the proof of a sign-in that began here. */
  readonly proof: 'form' | 'transaction'
  /** 1: what is sent with the first form is enough. 2: it begins something that is completed later. */
  readonly steps: 1 | 2
  begin(ctx: Context, returnUrl: string): Promise<Result>
  /** Who somebody is; or a page that has to be answered first, or another place to go. */
  complete(ctx: Context): Promise<Identity | PageResult | RedirectResult>
}

/** What a provider says it saw. Only `admit` makes a signed-in user of it. */
export interface Identity {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: Record<string, string>
  /** Where the person goes afterwards; checked. */
  readonly returnUrl: string
  /** The tokens that a database keeps. */
  readonly storedTokens?: Partial<TokenSet>
  /** The provider vouches for the e-mail address, and the application wants accounts linked by it. */
  readonly linksByEmail?: boolean
  /** Id of the user who was signed in when this sign-in began: only they may link it to themselves. */
  readonly startedBy?: string
  /** A passkey that is registered with this sign-in. */
  readonly authenticator?: NewAuthenticator
}

/** Whom `admit` lets in. */
export interface Admitted {
  readonly user: User | AdapterUser
  readonly account: Account
  readonly profile: Profile | undefined
  readonly isNewUser: boolean
}

export interface SessionStrategy {
  /** Begins a session, and ends the one that this browser had. */
  begin(ctx: SessionContext, admitted: Admitted): Promise<void>
  /** Id of the user who is signed in. */
  userId(ctx: SessionContext): Promise<string | undefined>
  /** The session, or `null`. @throws {SessionError} when it could not be found out. */
  read(ctx: SessionContext): Promise<DefaultSession | null>
  /** Hands `data` to the application and tells the session that comes of it. @throws {SessionError} */
  update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null>
  end(ctx: SessionContext): Promise<void>
  /** Ends all sessions that a user has anywhere. @throws {MissingAdapterMethods} when the database cannot */
  revoke(auth: ResolvedAuth, userId: string): Promise<void>
}

/** What was in a token. */
export interface Unsealed {
  readonly claims: Record<string, unknown>
  /** The claims as they were sealed. */
  readonly text: string
  /** Seconds since 1970. */
  readonly issuedAt: number
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** Sealed with the first secret, so that it need not be sealed again because of a rotation. */
  readonly isCurrent: boolean
}

/** How the token of a session is written and read. `salt` is the name of its cookie, `now` milliseconds since 1970. */
export interface SessionCodec {
  /** Seconds that a token lives at most. */
  readonly maxAge: number
  /** @throws {SessionError} when the application's own function failed */
  encode(claims: JWT, salt: string, times: TokenTimes): Promise<{ readonly token: string; readonly expiresAt: number }>
  /** `undefined`, or the error of the application's own function, when the token is no good. */
  decode(token: string, salt: string, now: number): Promise<Unsealed | Error | undefined>
}

export interface TokenTimes {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Seconds. */
  readonly lifetime: number
  /** That of the token which is written again: it names the session. */
  readonly jti?: string
}

/** The outcome of a visit. */
export type Result = RedirectResult | JsonResult | PageResult

export interface RedirectResult {
  readonly kind: 'redirect'
  /** Absolute. */
  readonly url: string
}

export interface JsonResult {
  readonly kind: 'json'
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface PageResult {
  readonly kind: 'page'
  readonly status: number
  readonly page: Page
  readonly headers?: Readonly<Record<string, string>>
}

export type Page = SignInPage | SignOutPage | ErrorPage | VerifyRequestPage | ConfirmLinkPage

export interface SignInPage {
  readonly name: 'signIn'
  readonly forms: readonly SignInForm[]
  readonly csrfToken: string | undefined
  readonly returnUrl: string
  readonly error: string | undefined
  /** What to quote to whoever runs the application. */
  readonly reference: string | undefined
  /** What to fill in as the address. */
  readonly email: string | undefined
}

export interface SignInForm {
  readonly provider: ResolvedProvider
  readonly action: string
  /** Only of a provider for passkeys. */
  readonly passkey?: PasskeyForm
}

export interface PasskeyForm {
  /** Where the page's script asks for a challenge. */
  readonly optionsUrl: string
  /** `add`: somebody who is signed in registers another passkey. */
  readonly purpose: 'sign in' | 'add'
}

export interface SignOutPage {
  readonly name: 'signOut'
  readonly action: string
  readonly csrfToken: string | undefined
  readonly returnUrl: string
}

export interface VerifyRequestPage {
  readonly name: 'verifyRequest'
  readonly homeUrl: string
}

/** Asks before a link is used up that was opened elsewhere than in the browser that wanted it. */
export interface ConfirmLinkPage {
  readonly name: 'confirmLink'
  readonly action: string
  readonly email: string
  readonly token: string
  readonly csrfToken: string | undefined
  readonly returnUrl: string
}

export interface ErrorPage {
  readonly name: 'error'
  readonly error: string
  /** What to quote to whoever runs the application. */
  readonly reference: string | undefined
  /** Where to try again, when that may help. */
  readonly signInUrl: string | undefined
  readonly homeUrl: string | undefined
}
