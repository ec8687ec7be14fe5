import type { Adapter } from './adapter.ts'
import type { Callbacks, Events } from './callbacks.ts'
import type { CookiesOptions } from './cookies.ts'
import type { JWTOptions } from './jwt-options.ts'
import type { LimitsOptions } from './limits.ts'
import type { PagesOptions, Theme } from './pages.ts'
import type { ProviderEntry } from './providers.ts'
import type { DefaultSession, JWT, Session } from './session.ts'
import type { Store } from './store.ts'
import type { raw, skipCSRFCheck } from './symbols.ts'
import type { LocaleContext, PartialTexts } from './texts.ts'

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
  | 'prefix-redundant'
  | 'short-secret'
  | 'too-many-mails'
  | 'webauthn-counter'

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

/**
 * What makes `latchkey` yours. Without annotations its types follow from the callbacks: `S` is the session, `T` the token. Written down (`const config: AuthConfig = …`) it means the declared `Session` and `JWT`.
 */
export interface AuthConfig<S extends DefaultSession = Session, T extends JWT = JWT> {
  providers: readonly ProviderEntry[]
  /** The database in which users and their accounts are kept. */
  adapter?: Adapter | undefined
  /** Path below which all doors are. Default: `/auth`; in Next.js and SolidStart `/api/auth`, in the former below the `basePath` of Next.js where it has one. */
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
  texts?: PartialTexts | ((reader: LocaleContext) => PartialTexts)
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
  unverifiedAccounts?: 'keep' | 'remove' | undefined
  /** Default: as the address of the application says. */
  useSecureCookies?: boolean | undefined
}
