import type { AccountSections } from './account-pages.ts'
import type { BaseAdapter } from './adapter.ts'
import type { Awaitable } from './basics.ts'
import type { Callbacks, Events, UserWith } from './callbacks.ts'
import type { CookiesOptions } from './cookies.ts'
import type { JWTOptions } from './jwt-options.ts'
import type { LimitsOptions } from './limits.ts'
import type { MailTransport } from './mail.ts'
import type { NoticeType } from './notices.ts'
import type { PagesOptions, Theme } from './pages.ts'
import type { ProviderOf } from './providers/provider.ts'
import type { RegistrationCandidate } from './registration.ts'
import type { SecondFactorOptions } from './second-factor.ts'
import type { DefaultSession, JWT, Session } from './session.ts'
import type { Store } from './store.ts'
import type { dangerouslyAllowShortSecret, raw, skipCSRFCheck } from './symbols.ts'
import type { LanguageLoader, LocaleContext, PartialTexts } from './texts.ts'
import type { TimeoutsOptions } from './timeouts.ts'
import type { Account, Profile, User } from './user.ts'

/**
 * A logger. Before it is called, secrets are removed from the details and from the error: it
 * receives a copy with the same class, with the same `type`, `code`, stack frames and causes.
 */
export interface LoggerInstance {
  /** Logs an error. Its `cause` has details. */
  error(error: Error, ...details: unknown[]): void
  /** Logs a warning, by its code. */
  warn(code: WarningCode | (string & {}), ...details: unknown[]): void
  /** Logs a request step, with the option `debug`. */
  debug(message: string, ...details: unknown[]): void
}

/** The code that identifies a warning. */
export type WarningCode =
  | 'authorize-threw'
  | 'authorize-without-id'
  | 'authorized-ignored'
  | 'authorized-result'
  | 'callback-url-rejected'
  | 'client-address'
  | 'csrf-disabled'
  | 'debug-enabled'
  | 'development-secret'
  | 'duplicate-cookie'
  | 'env-url-basepath-mismatch'
  | 'env-url-basepath-redundant'
  | 'experimental-webauthn'
  | 'inexact-lookup'
  | 'insecure-url'
  | 'invalid-theme'
  | 'no-provider-sign-out'
  | 'other-host'
  | 'other-path'
  | 'other-port'
  | 'other-prefix'
  | 'prefix-redundant'
  | 'provider-tokens-too-large'
  | 'quoted-variable'
  | 'redirect-proxy-targets'
  | 'redirect-uri-configured'
  | 'registration-ignored'
  | 'scope-ignored'
  | 'session-picture'
  | 'session-secret'
  | 'session-too-large'
  | 'sessions-unchecked'
  | 'short-secret'
  | 'store-of-one-process'
  | 'too-many-codes'
  | 'too-many-mails'
  | 'too-many-messages'
  | 'unknown-option'
  | 'unverified-accounts'
  | 'update-identity'
  | 'webauthn-counter'
  | 'well-known-ignored'

/** The sign-in that a session starts with. */
export interface SignInOfSession<U extends User = User> {
  /** The user in the database. With credentials, what `authorize` returned. */
  user: U
  account: Account
  /** What the provider said about the user: OAuth and OpenID Connect only. */
  profile?: Profile | undefined
}

/** How sessions are stored, and how long they last. */
export interface SessionOptions<U extends User = User> {
  /**
   * Where sessions are stored. `jwt`: in an encrypted cookie. `database`: in the database, with a
   * session token in the cookie. `hybrid`: in an encrypted cookie, and every `recheck` seconds the
   * database, or without an adapter the `store`, is asked whether the session still exists. Default:
   * `database` with an adapter, else `jwt`.
   */
  strategy?: 'jwt' | 'database' | 'hybrid' | undefined
  /**
   * Session lifetime in seconds, counted from its last renewal. Default: 2592000 (30 days).
   */
  maxAge?: number | undefined
  /**
   * How often an active session is renewed, in seconds. `0` renews it on every read. Default: 86400
   * (1 day), or half of a shorter `maxAge`.
   */
  updateAge?: number | undefined
  /**
   * Maximum session lifetime in seconds, counted from sign-in, even if the session is in use. For
   * sessions that started before you set this option, it counts from their last renewal. Default:
   * no maximum.
   *
   * A function chooses each session's maximum at sign-in, for example for a "Remember me" checkbox.
   * It returns seconds, or `undefined` for no maximum. If it throws or returns something else, the
   * sign-in fails with a `SessionError`. Sessions that started before you set it have no maximum.
   */
  absoluteMaxAge?: number | ((signIn: SignInOfSession<U>) => Awaitable<number | undefined>) | undefined
  /**
   * Generates a database session's token. The token must be unpredictable. Default: 256 random bits
   * in hexadecimal.
   */
  generateSessionToken?: () => string
  /**
   * Stores only a session token's SHA-256 hash in the database. `false` stores the token itself,
   * for tables that contain plaintext tokens. Default: `true`.
   */
  hashToken?: boolean
  /**
   * What happens to sessions in cookies while the `store` fails, which knows those that were ended.
   * `refuse`: the session cannot be read, and the response has an error status. `accept`: a session
   * that was written less than `updateAge` ago is accepted, although it may have been ended; it is
   * not renewed. Users stay signed in with both. Default: `refuse`.
   */
  whenStoreFails?: 'refuse' | 'accept'
  /**
   * How long a process relies on a session check with the strategy `hybrid`, in seconds. A session
   * that another process ended is valid for up to this time. Default: 10.
   */
  recheck?: number | undefined
}

/** How accounts belong to users, and what is kept for their security. */
export interface AccountOptions {
  /**
   * When a sign-in links its account to the user who is signed in already. `signed-in`: whenever it
   * starts in a session. `explicit`: only with `signIn(provider, { link: true })`; any other
   * sign-in switches to the account's user. Default: `signed-in`.
   */
  linking?: 'signed-in' | 'explicit' | undefined
  /**
   * Keeps what users need to see and end their sessions: when, how and on which device they signed
   * in, and what happened to their account. It is needed for `user.sessions`, `protect({ within })`,
   * `users.disable` and `user.events`. Sessions in the database and disabled users need the tables
   * that `npx latchkey migrate` creates. Default: `true` with `secondFactor`,
   * `Password` or account pages, else `false`.
   */
  security?: boolean | undefined
  /**
   * Which changes of an account its user receives an e-mail about. `true`: all. Needs `mail` and
   * `security`. A notice that cannot be sent is logged, and the change stays. Default: `true`.
   */
  notices?: boolean | readonly NoticeType[] | undefined
  /**
   * The path of your own account page, which takes the place of the built-in overview: the endpoint
   * `account` redirects there, and its forms return there. Turns the account pages on. Default: none,
   * the built-in overview.
   */
  path?: string | undefined
  /**
   * What the account pages show. `false` leaves a section out, and a path leads to a page of your own.
   * Turns the account pages on. Default: all sections that the configuration can serve.
   */
  sections?: AccountSections | undefined
}

/** How the tokens of providers are kept. */
export interface ProviderTokensOptions {
  /**
   * Encrypts the tokens in the account rows. Rows with plaintext tokens stay readable. Default:
   * `true` with a Latchkey adapter, else `false`, because your own code may read them.
   */
  seal?: boolean | undefined
}

/**
 * The configuration that functions accept: an {@link AuthConfig}, whose `providers` may be
 * `readonly`.
 */
export interface ReadonlyAuthConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> {
  /** The providers, in the order in which the sign-in page shows them. */
  providers: readonly ProviderOf<U>[]
  /**
   * How accounts belong to users, and what is kept for their security. `true` turns the account pages
   * on, at the endpoint `account`, with all sections that the configuration can serve. Default: `false`.
   */
  account?: AccountOptions | boolean
  /** The database for users and their accounts. */
  adapter?: BaseAdapter | undefined
  /**
   * Path of all endpoints. Default: the path of `AUTH_URL`, else `/auth`; in Next.js and SolidStart
   * `/api/auth`. If Next.js has a `basePath`, that path comes first.
   */
  basePath?: string | undefined
  /** The application's public origin. Default: the origin in `AUTH_URL`. */
  baseUrl?: string | undefined
  /** Functions that decide about sign-ins, tokens, sessions and redirects. */
  callbacks?: Callbacks<S, T, UserWith<U>>
  /** Names and attributes of cookies, merged into the defaults. */
  cookies?: Partial<CookiesOptions>
  /** The prefix of all cookie names. Default: `AUTH_COOKIE_PREFIX`, else `latchkey`. */
  cookiePrefix?: string | undefined
  /** The exported symbol `dangerouslyAllowShortSecret`: allows a short secret in production. */
  dangerouslyAllowShortSecret?: typeof dangerouslyAllowShortSecret
  /** Prints debug messages to the console. Default: `false`. */
  debug?: boolean | undefined
  /** Event listeners, for example for an audit log. */
  events?: Events<T, UserWith<U>>
  /** Features that may change or be removed without notice. */
  experimental?: {
    /** Accepted for compatibility. Passkeys need no option: they are no longer experimental. */
    enableWebAuthn?: boolean | undefined
  }
  /** Replaces the session token format with the strategy `jwt`. */
  jwt?: Partial<JWTOptions>
  /**
   * Returns the tag of the language that the user chose in the application, for example from a
   * cookie. Default: the browser's preferred one of `languages`.
   */
  language?: ((context: LocaleContext) => Awaitable<string | null | undefined>) | undefined
  /**
   * Languages for the built-in pages and e-mails besides English: functions that load their texts,
   * by language tag. `{ de: () => import('latchkey/languages/de') }`. Default: none.
   */
  languages?: Readonly<Record<string, LanguageLoader>> | undefined
  /** Rate limits for credentials and e-mails. `false` disables all of them. */
  limits?: LimitsOptions | false
  /** Your own logger. Levels that you omit go to the console. */
  logger?: Partial<LoggerInstance> | undefined
  /**
   * Sends all e-mails: sign-in links and codes, confirmations of addresses, password resets and
   * notices. Use a transport of `latchkey/mail/<service>`, or an object with `name` and `send`. An
   * e-mail provider without its own server and `sendVerificationRequest` uses it. Default: none.
   */
  mail?: MailTransport | undefined
  /** Paths for your own pages. */
  pages?: Partial<PagesOptions>
  /**
   * Where provider tokens are kept for `user.tokens()`. With an `adapter`, they are in the account
   * rows. Without one, `true` keeps the latest sign-in's tokens in their own encrypted cookie.
   * Default: they are kept only with an `adapter`.
   */
  providerTokens?: boolean | ProviderTokensOptions | undefined
  /** The exported symbol `raw`: `Auth` then returns plain data instead of a `Response`. */
  raw?: typeof raw
  /**
   * URL of a deployment that receives the providers' responses and forwards them: its origin and
   * base path, for example `https://app.example.com/auth`. Use it for deployments whose own URL is
   * not registered with the provider. An empty string disables the proxy. Default:
   * `AUTH_REDIRECT_PROXY_URL`.
   */
  redirectProxyUrl?: string | undefined
  /**
   * The only hosts to which this deployment forwards responses when it acts as the proxy:
   * `['app.example.com', '*.preview.example.com']`. Default: hosts below its own parent domain; in
   * development any host.
   */
  redirectProxyTargets?: readonly string[] | undefined
  /**
   * Decides who may become a user, for every way to sign up: domains, invitations, a waiting list.
   * Called before Latchkey creates a user; never for a user who exists, and not when a user links an
   * account. Returns `true` to create the user, `false` to deny the sign-up, or a URL to redirect to
   * instead. A thrown error denies it, too.
   *
   * Before an e-mail is sent, it is called with `emailVerified: false`, and again when the user
   * opens the link. `false` then sends no e-mail, with the same response. Needs an `adapter`.
   * Default: everyone may.
   */
  registration?: ((candidate: RegistrationCandidate) => Awaitable<boolean | string>) | undefined
  /**
   * The secret from which all encryption keys are derived; at least 32 random characters. In a
   * list, the first secret encrypts and each of them decrypts. In production, a first secret of
   * fewer than 32 characters is an error. Default: `AUTH_SECRET`.
   */
  secret?: string | readonly string[] | undefined
  /**
   * Lets users protect their account with a second factor, which every sign-in then asks for. Needs
   * an `adapter` with the tables that `npx latchkey migrate` creates. Default: none.
   */
  secondFactor?: SecondFactorOptions | undefined
  /** How sessions are stored, and how long they last. */
  session?: SessionOptions<UserWith<U>>
  /** The exported symbol `skipCSRFCheck`: disables the CSRF token. */
  skipCSRFCheck?: typeof skipCSRFCheck
  /** State that the application's processes share. Default: this process's memory. */
  store?: Store | undefined
  /**
   * Texts for the built-in pages and e-mails instead of those of the user's language: a catalogue,
   * or a function that returns one for a request's language.
   */
  texts?: PartialTexts | ((context: LocaleContext) => PartialTexts)
  /** Colours and logo for the built-in pages and e-mails. */
  theme?: Theme | undefined
  /**
   * Time limits in seconds: 5 for the adapter, 1 for the store, 10 for requests to providers and
   * for e-mails.
   */
  timeouts?: TimeoutsOptions
  /**
   * Whether to trust the `Host` and `X-Forwarded-*` headers. Default: `AUTH_TRUST_HOST`. Without
   * either, in development and on Cloudflare Pages only `Host` is trusted, on Vercel all of them,
   * without `NODE_ENV` only loopback hosts such as `localhost`, and otherwise none.
   */
  trustHost?: boolean | undefined
  /**
   * The only hosts to trust, with their port: `['app.example.com', '*.preview.example.com']`. They
   * are served over HTTPS, except loopback hosts and entries with `http://`.
   */
  trustedHosts?: readonly string[] | undefined
  /**
   * What to do with an unverified user's accounts, passkeys and sessions when an e-mail link
   * verifies their address. Another user may have registered with that address. `remove` revokes
   * their access; the address's owner can link their own accounts afterwards. It needs an adapter
   * with `deleteAccountsByUserId`, and with database sessions also `deleteSessionsByUserId`.
   * Default: `remove` if the adapter has these methods. Otherwise nothing is removed, and a sign-up
   * is refused if its provider says that the address is not verified and there is an e-mail
   * provider.
   */
  unverifiedAccounts?: 'keep' | 'remove' | undefined
  /**
   * Sets the cookies' `Secure` attribute and the name prefixes `__Secure-` and `__Host-`. Default:
   * `true` if the application's URL uses HTTPS.
   */
  useSecureCookies?: boolean | undefined
}

/**
 * Latchkey's configuration. `S` is the session type, `T` the session token type, and `U` the type
 * of the user whom a credentials provider's `authorize` returns. Without an annotation, they are
 * inferred from the callbacks and providers. With one (`const config: AuthConfig = …`), they are
 * the declared types `Session`, `JWT` and `User`.
 */
export interface AuthConfig<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>
  extends ReadonlyAuthConfig<S, T, U> {
  providers: ProviderOf<U>[]
}
