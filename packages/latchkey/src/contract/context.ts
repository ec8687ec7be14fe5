import type { Adapter } from '../types/adapter.ts'
import type { Awaitable, Fields, HeaderReader } from '../types/basics.ts'
import type { Callbacks, Events } from '../types/callbacks.ts'
import type { AccountOptions, LoggerInstance, SessionOptions, WarningCode } from '../types/config.ts'
import type { PagesOptions, Theme } from '../types/pages.ts'
import type { RegistrationCandidate } from '../types/registration.ts'
import type { SecondFactorOptions } from '../types/second-factor.ts'
import type { SecurityEvent } from '../types/security-events.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Store } from '../types/store.ts'
import type { Texts } from '../types/texts.ts'
import type { TimeoutsOptions } from '../types/timeouts.ts'
import type { ResolvedAdapter } from './adapter.ts'
import type { ConfigCheck, HostTrust, ResolvedLimits, TrustedHost } from './checked-config.ts'
import type { CookieDefinitions, CookieJar } from './cookie-jar.ts'
import type { ResolvedProvider } from './providers.ts'
import type { PageResult, RedirectResult, Result } from './result.ts'
import type { SessionCodec } from './session.ts'
import type { AdmittedUser, Identity, NewSession } from './sign-in.ts'

/** The application's public URL, as determined for a request. */
export interface Base {
  readonly origin: string
  /** The home page's URL, the default target: the origin with the framework's base path. */
  readonly home: string
  /** The endpoints' path, without a trailing slash. */
  readonly path: string
  readonly cookies: CookieDefinitions
}

/** The application's adapter, and what the calls of its methods for accounts need. */
export interface AccountCalls {
  readonly adapter: Adapter | undefined
  readonly timeouts: Readonly<Required<TimeoutsOptions>>
  readonly logger: LoggerInstance
  /** Identifies the log, also if a function creates the configuration for each request. */
  readonly channel: object
}

/** A configuration with all defaults filled in. */
export interface ResolvedAuth {
  /** The endpoints' public path, including the framework's base path. */
  readonly basePath: string
  /** The framework's base path, which precedes every page's path. Usually empty. */
  readonly frameworkPath: string
  /** Returns the file with the endpoints' route, if the framework has one. */
  readonly routeFile: ((basePath: string) => string) | undefined
  /** Whether a stored session has its user's id if no callback decides. */
  readonly readsUserId: boolean | undefined
  /** The application's origin, if it is configured. The headers are then not trusted. */
  readonly pinnedOrigin: string | undefined
  readonly hostTrust: HostTrust
  /** Whether `NODE_ENV`, or the framework, says that the application runs in production. */
  readonly isProduction: boolean
  /** Whether `NODE_ENV` says that the application is in development or under test. */
  readonly isDevelopment: boolean
  /** Returns a host's entry in `trustedHosts`. Not set without that option. */
  readonly trustedHosts: ((host: string) => TrustedHost | undefined) | undefined
  readonly cookies: { readonly secure: CookieDefinitions; readonly plain: CookieDefinitions }
  readonly usesSecureCookies: boolean | undefined
  readonly secrets: readonly string[]
  readonly callbacks: Callbacks
  /** Decides who may become a user. Not set without an adapter, where no user is created. */
  readonly registration: ((candidate: RegistrationCandidate) => Awaitable<boolean | string>) | undefined
  readonly events: {
    readonly [E in Exclude<keyof Events, 'security'>]-?: (
      message: Parameters<NonNullable<Events[E]>>[0],
    ) => Awaitable<void>
  } & {
    /** Set only if the application listens. */
    readonly security: ((event: SecurityEvent) => Awaitable<void>) | undefined
  }
  readonly logger: LoggerInstance
  /** Logs a warning that a request caused, once for each process. */
  readonly warnOnce: (code: WarningCode, advice: string) => void
  readonly pages: Partial<PagesOptions>
  readonly redirectProxyTargets: readonly string[] | undefined
  /** Returns the theme's valid parts. `brandColor` always has a readable `buttonText`. */
  readonly theme: () => Awaitable<Theme>
  /** Returns the complete catalogue for a request's headers. */
  readonly texts: (headers: HeaderReader) => Promise<Texts>
  /** Logs each call at debug level, and throws an `AdapterError` if a call fails. */
  readonly adapter: ResolvedAdapter | undefined
  readonly sessions: SessionStrategy
  readonly sessionCodec: SessionCodec
  readonly session: {
    /** In seconds. */
    readonly maxAge: number
    /** In seconds. */
    readonly updateAge: number
    /** In seconds. */
    readonly absoluteMaxAge: number | undefined
    /** `absoluteMaxAge` as a function. */
    readonly chooseMaxAge: Exclude<SessionOptions['absoluteMaxAge'], number>
    readonly generateToken: () => string
    readonly hashesToken: boolean
    /** Whether a recent cookie session is accepted while the store fails. */
    readonly acceptsUnchecked: boolean
    /** Whether sessions keep when and how their user signed in. */
    readonly keepsFacts: boolean
    /** Whether a session check of a token does more than to ask the store whether it was ended. */
    readonly isChecked: boolean
    /** How long a process relies on a check with the strategy `hybrid`, in seconds. */
    readonly recheck: number
  }
  /** Whether `Password` is among the providers. It may be refused when the configuration is checked. */
  readonly servesPasswords: boolean
  /** The options of the account pages, if users have them. */
  readonly accountPages: Pick<AccountOptions, 'path' | 'sections'> | false | undefined
  /** The second factor's options, if users can have one. */
  readonly secondFactor: SecondFactorOptions | null | undefined
  /** What `accountStorage` makes the adapter's methods for accounts of. */
  readonly accountCalls: AccountCalls
  /** When a sign-in links its account to the user who is already signed in. */
  readonly linking: 'signed-in' | 'explicit'
  /** Whether a provider's tokens are kept in their own cookie. */
  readonly keepsTokensInCookie: boolean
  /**
   * What happens to access that was added before the e-mail address was verified. `refuse`: it
   * cannot be removed, so a sign-up with an unverified address is rejected if a link could verify
   * it later.
   */
  readonly unverifiedAccounts: 'keep' | 'remove' | 'refuse'
  /** Throws a `StoreError` if a call fails. */
  readonly store: Store
  readonly limits: ResolvedLimits
  /** The time limits of calls to other services, in seconds. */
  readonly timeouts: Readonly<Required<TimeoutsOptions>>
  readonly checksCsrfToken: boolean
  /**
   * Validates the configuration once, before the first request is handled. Does not reject because
   * of a problem.
   */
  readonly checkConfig: () => Awaitable<ConfigCheck>
  /** Returns whether an error is the problem that `checkConfig` found. */
  readonly isConfigProblem: (error: unknown) => boolean
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number
  readonly fetch: typeof fetch
  /** The configuration, or the function that creates it for each request, if that is known. */
  readonly source: object | undefined
}

/** A parsed request. Nothing in it is verified yet. */
export interface AuthRequest {
  readonly auth: ResolvedAuth
  /** `false` if the response cannot set cookies. */
  readonly canWrite: boolean
  readonly method: string
  readonly action: string | undefined
  readonly providerId: string | undefined
  readonly query: URLSearchParams
  readonly headers: HeaderReader
  readonly cookies: CookieJar
  /** Not set if the host is not trusted. */
  readonly base: Base | undefined
  /**
   * The requested URL; its origin is not trusted. Not set if the application's server code makes
   * the call.
   */
  readonly url: URL | undefined
  /** Reads the request body's fields. */
  readonly fields: () => Promise<Fields>
}

/** The data for reading and writing a session. */
export interface SessionContext {
  readonly auth: ResolvedAuth
  /** `false` if the response cannot set cookies. */
  readonly canWrite: boolean
  readonly base: Base
  readonly cookies: CookieJar
  /** Whether the session must exist at this moment: no earlier check is enough. */
  readonly isFresh?: boolean | undefined
}

/** Everything that an endpoint may need. `P` is the provider that the path names. */
export interface Context<P extends ResolvedProvider | undefined = ResolvedProvider | undefined>
  extends AuthRequest,
    SessionContext {
  readonly base: Base
  /** All providers, by id. */
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The provider that the path names. */
  readonly provider: P
  /** That provider's sign-in method. Set if `provider` is set. */
  readonly signInMethod: SignInMethod | undefined
  readonly form: Fields
}

/** A context whose path names a provider. */
export interface ProviderContext extends Context<ResolvedProvider> {
  readonly signInMethod: SignInMethod
}

/** Returns whether the path names a provider. If so, its sign-in method is already loaded. */
export function hasProvider(ctx: Context): ctx is ProviderContext {
  return ctx.provider !== undefined && ctx.signInMethod !== undefined
}

/** How a provider type signs users in. `P` is the provider that it is called with. */
export interface SignInMethod<P extends ResolvedProvider = ResolvedProvider> {
  /**
   * `form`: the callback is a form on the built-in page. `transaction`: it proves that the sign-in
   * started here.
   */
  readonly proof: 'form' | 'transaction'
  /** 1: the first form is enough to sign in. 2: it starts a sign-in that is completed later. */
  readonly steps: 1 | 2
  begin(ctx: Context<P>, callbackUrl: string): Promise<Result>
  /** Returns the identity, a page to confirm first, or a redirect to another place. */
  complete(ctx: Context<P>): Promise<Identity | PageResult | RedirectResult>
}

/** How sessions are stored: in the cookie, in the database, or in both. */
export interface SessionStrategy {
  readonly type: 'jwt' | 'database' | 'hybrid'
  /**
   * Starts a session, and ends this browser's previous session.
   *
   * @returns `undefined` if a callback rejected the session
   */
  begin(ctx: SessionContext, admitted: AdmittedUser): Promise<NewSession | undefined>
  /** Returns the id of the signed-in user. */
  userId(ctx: SessionContext): Promise<string | undefined>
  /**
   * Returns the session, or `null`.
   *
   * @param hasId whether a stored session has the user's id if no callback decides: only for server
   *   code
   * @throws {SessionError} if a callback failed
   */
  read(ctx: SessionContext, hasId?: boolean): Awaitable<DefaultSession | null>
  /**
   * Passes `data` to the callbacks and returns the updated session.
   *
   * @throws {SessionError} if a callback failed
   */
  update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null>
  /**
   * Ends this browser's session.
   *
   * @returns the id of its user, if that is known
   * @throws {SignOutError} after the cookie was removed, if copies of the session may stay valid
   */
  end(ctx: SessionContext): Promise<string | undefined>
  /**
   * Ends one session in all processes that share the store, even if it continues under another id.
   * Safe to repeat.
   *
   * @param id the session's id, from `begin`
   * @returns whether the session existed
   */
  endById(auth: ResolvedAuth, id: string): Promise<boolean>
  /**
   * Ends all of a user's sessions. In the browser of `current`, this user's session continues with
   * a new token.
   *
   * @throws {MissingAdapterMethods} if the adapter does not support it
   */
  revoke(auth: ResolvedAuth, userId: string, current?: SessionContext): Promise<void>
}
