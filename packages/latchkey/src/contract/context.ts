import type { AuthError } from '../errors.ts'
import type { Adapter, AdapterUser, NewAuthenticator } from '../types/adapter.ts'
import type { Awaitable, Fields, HeaderReader } from '../types/basics.ts'
import type { Callbacks, Events } from '../types/callbacks.ts'
import type { LoggerInstance } from '../types/config.ts'
import type { Limit, LimitsOptions } from '../types/limits.ts'
import type { PagesOptions, Theme } from '../types/pages.ts'
import type { DefaultSession } from '../types/session.ts'
import type { Store } from '../types/store.ts'
import type { Texts } from '../types/texts.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Account, Profile, User } from '../types/user.ts'
import type { CookieDefinitions, CookieJar } from './cookie-jar.ts'
import type { ResolvedProvider } from './providers.ts'
import type { PageResult, RedirectResult, Result } from './result.ts'
import type { SessionCodec } from './session.ts'

/** The public address of the application, as far as this request may know it. */
export interface Base {
  readonly origin: string
  /** The start page, where people go who asked for no other: the origin, with the framework's own path where it has one. */
  readonly home: string
  /** Path of our doors, without a slash at its end. */
  readonly path: string
  readonly cookies: CookieDefinitions
}

/** What the first visit finds out about a configuration. */
export interface ConfigCheck {
  /** By id. */
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The first thing that is wrong with the configuration. Nothing is done while there is one. */
  readonly problem: AuthError | undefined
}

export interface ResolvedLimits {
  readonly credentials: Limit | undefined
  readonly email: Limit | undefined
  readonly client: Limit | undefined
  readonly clientAddress: LimitsOptions['clientAddress']
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
  readonly cookies: { readonly secure: CookieDefinitions; readonly plain: CookieDefinitions }
  readonly usesSecureCookies: boolean | undefined
  readonly secrets: readonly string[]
  readonly callbacks: Callbacks
  readonly events: {
    readonly [E in keyof Events]-?: (message: Parameters<NonNullable<Events[E]>>[0]) => Awaitable<void>
  }
  readonly logger: LoggerInstance
  readonly pages: Partial<PagesOptions>
  readonly redirectProxyTargets: readonly string[] | undefined
  /** Only what can be used; never `brandColor` without a `buttonText` that can be read on it. */
  readonly theme: () => Awaitable<Theme>
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
  readonly removesUnverifiedAccounts: boolean
  /** Calls that fail are a `StoreError`. */
  readonly store: Store
  readonly limits: ResolvedLimits
  readonly checksCsrfToken: boolean
  /** Looks the configuration over, once: with the first visit, before anything is done. Never rejects because of what it finds. */
  readonly checkConfig: () => Awaitable<ConfigCheck>
  /** Is this error what was found wrong with the configuration? */
  readonly isConfigProblem: (error: unknown) => boolean
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly fetch: typeof fetch
}

/** Who knocks, and at which door. Nothing of it is believed yet. */
export interface AuthRequest {
  readonly auth: ResolvedAuth
  readonly canWrite: boolean
  readonly method: string
  readonly action: string | undefined
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

/** The least that reading and writing a session needs. */
export interface SessionContext {
  readonly auth: ResolvedAuth
  /** `false` where no cookie can be written, so that none is made. */
  readonly canWrite: boolean
  readonly base: Base
  readonly cookies: CookieJar
}

/** A visit once the door is open: everything that an action may need. */
export interface Context<P extends ResolvedProvider | undefined = ResolvedProvider | undefined>
  extends AuthRequest,
    SessionContext {
  readonly base: Base
  /** All of them, by id. */
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** The one that was named. */
  readonly provider: P
  /** How that provider signs in; set together with it. */
  readonly signInMethod: SignInMethod | undefined
  readonly form: Fields
}

/** A context whose path names a provider. */
export interface ProviderContext extends Context<ResolvedProvider> {
  readonly signInMethod: SignInMethod
}

/** How a type of provider signs users in. `P` is the provider that it is called with. */
export interface SignInMethod<P extends ResolvedProvider = ResolvedProvider> {
  /** `form`: the callback is a form of the built-in page. `transaction`: it proves that the sign-in started here. */
  readonly proof: 'form' | 'transaction'
  /** 1: the first form is enough to sign in. 2: it starts a sign-in that is completed later. */
  readonly steps: 1 | 2
  begin(ctx: Context<P>, callbackUrl: string): Promise<Result>
  /** Returns the identity; or a page to confirm first, or a redirect to another place. */
  complete(ctx: Context<P>): Promise<Identity | PageResult | RedirectResult>
}

/** What a provider says it saw. Only `admit` makes a signed-in user of it. */
export interface Identity {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: Record<string, string>
  /** Where the person goes afterwards; checked. */
  readonly callbackUrl: string
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
export interface AdmittedUser {
  readonly user: User | AdapterUser
  readonly account: Account
  readonly profile: Profile | undefined
  readonly isNewUser: boolean
}

export interface SessionStrategy {
  /** Begins a session, and ends the one that this browser had. */
  begin(ctx: SessionContext, admitted: AdmittedUser): Promise<void>
  /** Id of the user who is signed in. */
  userId(ctx: SessionContext): Promise<string | undefined>
  /** The session, or `null`. @throws {SessionError} when it could not be found out. */
  read(ctx: SessionContext): Awaitable<DefaultSession | null>
  /** Hands `data` to the application and tells the session that comes of it. @throws {SessionError} */
  update(ctx: SessionContext, data: unknown): Promise<DefaultSession | null>
  end(ctx: SessionContext): Promise<void>
  /** Ends all sessions that a user has anywhere. @throws {MissingAdapterMethods} when the database cannot */
  revoke(auth: ResolvedAuth, userId: string): Promise<void>
}
