// Longer than other files because it is the one place for the types that the rest is written in. Types alone: nothing here exists at run time.
import type { AuthError } from './errors.ts'
import type { customFetch, skipCSRFCheck } from './symbols.ts'

export type Awaitable<T> = T | PromiseLike<T>

// ── People and their sessions ───────────────────────────────────────────────────────────────────────────────────────

/** A person, as the application sees them. Extend it by module augmentation of `latchkey`. */
export interface User {
  id?: string
  name?: string | null
  email?: string | null
  image?: string | null
}

export interface DefaultSession {
  user?: User
  /** When the session ends unless it is used before: ISO 8601. */
  expires: string
}

/** What `auth()` and `GET /session` tell. Extend it by module augmentation of `latchkey`. */
export interface Session extends DefaultSession {}

export interface DefaultJWT {
  name?: string | null
  email?: string | null
  picture?: string | null
  /** Id of the user. */
  sub?: string
  /** Seconds since 1970. */
  iat?: number
  /** Seconds since 1970. */
  exp?: number
  jti?: string
}

/** The claims inside the encrypted session cookie. Extend it by module augmentation of `latchkey`. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'

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
}

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
  /** Whatever else the token endpoint sent. */
  [claim: string]: unknown
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
  /** Repairs an answer that does not conform to the standard. */
  conform?: (response: Response) => Awaitable<Response | undefined>
}

export interface UserinfoRequest<P> {
  tokens: TokenSet
  provider: ResolvedOAuthProvider<P>
  /** The provider's `fetch`, with the library's limits of time and size. */
  fetch: typeof fetch
}

export interface UserinfoEndpoint<P> {
  url?: string
  /** Replaces the standard request, for providers that have another. */
  request?: (context: UserinfoRequest<P>) => Awaitable<P>
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication */
export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt' | 'none'

export interface ClientMetadata {
  token_endpoint_auth_method?: ClientAuthMethod
  id_token_signed_response_alg?: string
  userinfo_signed_response_alg?: string
}

interface OAuthOptions<P> {
  clientId?: string
  clientSecret?: string
  /** Expected issuer. What is not configured is discovered there. @see https://openid.net/specs/openid-connect-discovery-1_0.html */
  issuer?: string
  authorization?: string | AuthorizationEndpoint
  token?: string | TokenEndpoint
  userinfo?: string | UserinfoEndpoint<P>
  /** Makes a user of what the provider tells. Must give the same `id` each time. */
  profile?: (profile: P, tokens: TokenSet) => Awaitable<User>
  /** Accepted for compatibility. `state`, PKCE and, for OpenID Connect, `nonce` are always used. */
  checks?: readonly ('pkce' | 'state' | 'nonce' | 'none')[]
  client?: ClientMetadata
  /** Key for `private_key_jwt`. */
  clientPrivateKey?: CryptoKey
  /** Allows an issuer or endpoint without TLS on another host than this one. Tokens then travel in the clear. */
  dangerouslyAllowHttp?: boolean
  style?: ProviderStyle
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

export interface CredentialsConfig<C extends Record<string, CredentialInput> = Record<string, CredentialInput>> extends CommonProvider {
  type: 'credentials'
  /** The fields of the form on the sign-in page. */
  credentials: C
  /**
   * The user whom these credentials belong to, or `null`.
   *
   * @throws {CredentialsSignin} with a `code` that the page may show.
   */
  authorize: (credentials: Partial<Record<keyof C, string>>, request: CredentialsRequest) => Awaitable<User | null>
  options?: Partial<Omit<CredentialsConfig<C>, 'options' | 'type'>>
}

/** What `authorize` may know of the request: enough for limits and logs, nothing that was not sent. */
export interface CredentialsRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

// biome-ignore lint/suspicious/noExplicitAny: a list of providers holds profiles of different types; only `any` is assignable in both directions.
type AnyProfile = any

export type Provider = OAuth2Config<AnyProfile> | OIDCConfig<AnyProfile> | CredentialsConfig<AnyProfile>

/** An entry of `providers`: an object, or the factory itself. */
export type ProviderEntry = Provider | ((options?: AnyProfile) => Provider)

export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

// ── Callbacks and events ────────────────────────────────────────────────────────────────────────────────────────────

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

export interface SessionCallbackParams {
  session: Session
  token: JWT
}

export interface SignInCallbackParams {
  user: User
  account: Account | null
  profile?: Profile
  credentials?: Record<string, string>
}

export interface Callbacks<S extends DefaultSession = DefaultSession> {
  /** Shapes the token. `null` ends the session. */
  jwt?: (params: JWTCallbackParams) => Awaitable<JWT | null>
  /** Shapes what `auth()` and the browser see. */
  session?: (params: SessionCallbackParams) => Awaitable<S>
  /** `true` lets in, `false` does not, text sends elsewhere first. */
  signIn?: (params: SignInCallbackParams) => Awaitable<boolean | string>
  /** Where a person goes after signing in or out. */
  redirect?: (params: { url: string; baseUrl: string }) => Awaitable<string>
}

export interface Events {
  signIn?: (message: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean }) => Awaitable<unknown>
  signOut?: (message: { token: JWT | null }) => Awaitable<unknown>
  session?: (message: { session: DefaultSession; token: JWT }) => Awaitable<unknown>
}

// ── Configuration ───────────────────────────────────────────────────────────────────────────────────────────────────

export interface LoggerInstance {
  error: (error: Error, ...details: unknown[]) => void
  warn: (code: WarningCode, ...details: unknown[]) => void
  debug: (message: string, ...details: unknown[]) => void
}

export type WarningCode = 'csrf-disabled' | 'debug-enabled' | 'development-secret' | 'short-secret'

export interface PagesOptions {
  signIn: string
  signOut: string
  error: string
}

export interface Theme {
  colorScheme?: 'auto' | 'dark' | 'light'
  /** Address of an image on the application's own origin, or a `data:` URL. */
  logo?: string
  /** A CSS colour. */
  brandColor?: string
  /** A CSS colour. */
  buttonText?: string
}

export interface CookieAttributes {
  domain?: string
  path?: string
  httpOnly?: boolean
  secure?: boolean
  sameSite?: 'lax' | 'strict' | 'none' | boolean
  partitioned?: boolean
  priority?: 'low' | 'medium' | 'high'
}

export interface CookieOption {
  name?: string
  options?: CookieAttributes
}

export interface CookiesOptions {
  sessionToken: CookieOption
  callbackUrl: CookieOption
  csrfToken: CookieOption
  /** One sealed cookie per sign-in under way; the name is a prefix. */
  transaction: CookieOption
}

export interface SessionOptions {
  /** Only `jwt` so far. */
  strategy?: 'jwt'
  /** Seconds from now until a session ends. Default: 2592000 (30 days). */
  maxAge?: number
  /** Seconds after which a session that is read is written again. 0: each time. Default: 86400 (1 day). */
  updateAge?: number
}

export interface AuthConfig<S extends DefaultSession = DefaultSession> {
  providers: readonly ProviderEntry[]
  /** Path below which all doors are. Default: `/auth`; in Next.js `/api/auth`. */
  basePath?: string
  /** Origin under which people reach the application. Default: `AUTH_URL`. */
  baseUrl?: string
  callbacks?: Callbacks<S>
  /** Names and attributes of cookies, merged into the defaults. */
  cookies?: Partial<CookiesOptions>
  /** First part of all cookie names. Default: `latchkey`. */
  cookiePrefix?: string
  /** Default: `false`. */
  debug?: boolean
  events?: Events
  logger?: Partial<LoggerInstance>
  pages?: Partial<PagesOptions>
  /** Protects everything that is sealed; at least 32 random characters. The first of a list seals, each of them opens. Default: `AUTH_SECRET`. */
  secret?: string | readonly string[]
  session?: SessionOptions
  skipCSRFCheck?: typeof skipCSRFCheck
  theme?: Theme
  /** May the `Host` and `X-Forwarded-*` headers be believed? Default: `AUTH_TRUST_HOST`; `true` outside production. */
  trustHost?: boolean
  /** The only hosts that are believed, for instance `['app.example.com']`. */
  trustedHosts?: readonly string[]
  /** Default: as the address of the application says. */
  useSecureCookies?: boolean
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
  readonly client: ClientMetadata
  readonly clientPrivateKey: CryptoKey | undefined
  readonly allowsHttp: boolean
  readonly readsIdToken: boolean
  readonly style: ProviderStyle
  readonly fetch: typeof fetch | undefined
}

export interface ResolvedCredentialsProvider extends CommonProvider {
  readonly type: 'credentials'
  readonly credentials: Readonly<Record<string, CredentialInput>>
  readonly authorize: CredentialsConfig['authorize']
}

export type ResolvedProvider = ResolvedOAuthProvider | ResolvedCredentialsProvider

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
  /** Path of our doors, without a slash at its end. */
  readonly path: string
  readonly cookies: CookieKinds
}

export interface ResolvedAuth {
  readonly basePath: string
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
  readonly theme: Theme
  readonly sessions: SessionStrategy
  /** Seconds. */
  readonly session: { readonly maxAge: number; readonly updateAge: number }
  readonly checksCsrfToken: boolean
  /** The first thing that is wrong with the configuration. Nothing is done while there is one. */
  readonly problem: AuthError | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly fetch: typeof fetch
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
  begin(ctx: Context, returnUrl: string): Promise<Result>
  complete(ctx: Context): Promise<Identity>
}

/** What a provider says it saw. Only `admit` makes a signed-in user of it. */
export interface Identity {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: Record<string, string>
  /** Where the person goes afterwards; checked. */
  readonly returnUrl: string
}

export interface SessionStrategy {
  begin(ctx: SessionContext, identity: Identity): Promise<void>
  /** The session, or `null`. @throws {SessionError} when it could not be found out. */
  read(ctx: SessionContext): Promise<DefaultSession | null>
  /** Hands `data` to the application and tells the session that comes of it. @throws {SessionError} */
  update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null>
  end(ctx: SessionContext): Promise<void>
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

export type Page = SignInPage | SignOutPage | ErrorPage

export interface SignInPage {
  readonly name: 'signIn'
  readonly forms: readonly SignInForm[]
  readonly csrfToken: string | undefined
  readonly returnUrl: string
  readonly error: string | undefined
}

export interface SignInForm {
  readonly provider: ResolvedProvider
  readonly action: string
}

export interface SignOutPage {
  readonly name: 'signOut'
  readonly action: string
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
