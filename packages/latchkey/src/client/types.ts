import type { PublicProvider } from '../types/providers.ts'
import type { Session } from '../types/session.ts'

/** Where the server is, and how it is reached. */
export interface ClientOptions {
  /** Path below which the server's doors are. Default: `/auth`. */
  basePath?: string
  /** Origin of the server for calls that no page makes, while a page is rendered on a server. A page always asks its own origin. */
  baseUrl?: string
  /** Default: the global one, as it is when a request is made. */
  fetch?: typeof fetch
  /** Loads another page. Default: by `location`. */
  navigate?: (url: string) => void
  /** Is told why the session could not be read. Default: `console.error`. */
  onError?: (error: Error) => void
}

/** `loading` while nothing is known, and during an update. */
export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

/** What a page knows of its session. A new object each time that something changed. */
export interface SessionState {
  /** The session; `null` when nobody is signed in, `undefined` while that is not known yet. */
  readonly data: Session | null | undefined
  readonly status: SessionStatus
  /** Why the last attempt to read the session failed. What was known before is still shown: a failure signs nobody out. */
  readonly error: Error | undefined
}

/** The session of a page, kept in step with the other tabs while somebody listens. When nobody does, nothing is remembered. */
export interface SessionStore {
  get(): SessionState
  /** Calls `listener` after each change. The first one that listens has the session read if it is not known. @returns how to stop */
  subscribe(listener: () => void): () => void
  /** Takes over what the server rendered, without a request. */
  set(session: Session | null): void
  /** Reads the session again. Calls at the same time share one request. Never rejects: see `error` of the state. */
  refresh(): Promise<Session | null>
}

/** For whom the session is read, and who is told. */
export interface GetSessionParams {
  /** On a server: the `Cookie` header of the request that is answered. */
  headers?: { readonly cookie?: string }
  /** `false`: other tabs are not told to look, too. */
  broadcast?: boolean
}

/** Parameters that the authorization request to a provider gets beside its own. */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** Where a sign-in leads, and the fields of its form. */
export interface SignInOptions<Redirect extends boolean = true> {
  /** Where to go afterwards. Default: the page as it is. */
  redirectTo?: string
  /** @deprecated use `redirectTo` */
  callbackUrl?: string
  /** `false`: stay on the page, and tell what came of it. */
  redirect?: Redirect
  /** Anything else goes into the form: credentials, an e-mail address. */
  [field: string]: unknown
}

/** What came of a sign-in that stayed on the page. */
export interface SignInResponse {
  /** The type of the error, for instance `CredentialsSignin`. */
  readonly error: string | undefined
  /** What `authorize` said more exactly. */
  readonly code: string | undefined
  /** HTTP status; 0 when nothing was sent. */
  readonly status: number
  readonly ok: boolean
  /** Where to go; `null` when there is an error. */
  readonly url: string | null
}

/** Where signing out leads. */
export interface SignOutParams<Redirect extends boolean = true> {
  /** Where to go afterwards. Default: the page as it is. */
  redirectTo?: string
  /** @deprecated use `redirectTo` */
  callbackUrl?: string
  /** `false`: stay on the page. */
  redirect?: Redirect
}

/** What came of signing out on a page that stays. */
export interface SignOutResponse {
  readonly url: string
  /** Set when the session is still there. */
  readonly error: string | undefined
}

/** Signs in with a provider of the server. */
export interface SignIn {
  /**
   * Signs in, and goes to where the server says: the provider, the page that was asked for, or one that tells what was wrong. Without a provider
   * that the server knows it is the page where one is chosen.
   *
   * @throws {TypeError} when the provider needs another function than this one
   */
  (
    provider?: string,
    options?: SignInOptions<true>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>
  /** Signs in without leaving the page. @throws {TypeError} as above, or when the server cannot be reached */
  (
    provider: string | undefined,
    options: SignInOptions<false>,
    params?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
}

/** Ends the session. */
export interface SignOut {
  /** Ends the session, and goes to where the server says. */
  (options?: SignOutParams<true>): Promise<void>
  /** Ends the session without leaving the page. */
  (options: SignOutParams<false>): Promise<SignOutResponse>
}

/** What a page can do with a server. */
export interface Client {
  readonly session: SessionStore
  /** The session; `null` when nobody is signed in, or when it could not be read. The state of `session` tells these apart. */
  getSession(params?: GetSessionParams): Promise<Session | null>
  /** The token for forms of clients that do not say where they come from; empty when the server has none. */
  getCsrfToken(): Promise<string>
  /** What the server offers, by id; `null` when it could not be asked. */
  getProviders(): Promise<Record<string, PublicProvider> | null>
  readonly signIn: SignIn
  readonly signOut: SignOut
  /**
   * Without `data` reads the session again; with it, hands it to the server's callbacks. Does nothing while the session is loading.
   *
   * @returns the new session; `null` when it failed, which signs nobody out
   */
  update(data?: unknown): Promise<Session | null>
  /** Changes options, from the next request on. */
  configure(options: ClientOptions): void
  /** Address of a door of the server, for instance `signin`. */
  url(action: string): string
  navigate(url: string): void
}
