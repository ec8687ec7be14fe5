import type { PublicProvider } from '../types/providers/provider.ts'
import type { Session } from '../types/session.ts'

/** Client options: where the server is, and how to send requests to it. */
export interface ClientOptions {
  /** The server endpoints' base path. Default: `/auth`. */
  basePath?: string
  /**
   * The server's origin, for requests during server-side rendering. In a browser, requests always
   * go to the page's origin.
   */
  baseUrl?: string
  /** Default: the global `fetch`, as it is when a request is sent. */
  fetch?: typeof fetch
  /** Loads another page. Default: sets `location.href`. */
  navigate?: (url: string) => void
  /** Receives the error if a read fails. Default: `console.error`. */
  onError?: (error: Error) => void
}

/** `loading` until the session is known, and during an update. */
export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated'

/** A session's state in a page. A new object after each change. */
export interface SessionState {
  /** The session; `null` if the user is signed out, `undefined` until the session is known. */
  readonly data: Session | null | undefined
  readonly status: SessionStatus
  /** The last read's error, if it failed. `data` keeps its value: the user stays signed in. */
  readonly error: Error | undefined
}

/**
 * A page's session. While it has listeners, it is synchronized with the other tabs. Without
 * listeners, it is not kept.
 */
export interface SessionStore {
  /** Returns the current state. */
  get(): SessionState
  /**
   * Calls `listener` after each change. The first listener causes a read if the session is not
   * known.
   *
   * @returns a function that removes the listener
   */
  subscribe(listener: () => void): () => void
  /**
   * Sets the session that the server rendered, without a request. It must be newer than the current
   * one.
   */
  set(session: Session | null): void
  /**
   * Reads the session again. Concurrent calls share one request. Never rejects: a failure is in the
   * state's `error`.
   */
  refresh(): Promise<Session | null>
}

/** Parameters of `getSession`. */
export interface GetSessionParams {
  /** On a server: the `Cookie` header of the current request. */
  headers?: { readonly cookie?: string }
  /** `false`: does not make other tabs read the session too. Default: `true`. */
  broadcast?: boolean
}

/** Additional parameters for the authorization request to a provider. */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams

/** Options for `signIn`, and its form's fields. */
export interface SignInOptions<Redirect extends boolean = true> {
  /** URL to go to after the sign-in. Default: the current page. */
  redirectTo?: string
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string
  /** `false` stays on the page and returns the result. Default: `true`. */
  redirect?: Redirect
  /**
   * `true` links the account to the user who is signed in. Default: as the server is configured.
   */
  link?: boolean
  /** All other options are form fields: credentials, an e-mail address. */
  [field: string]: unknown
}

/** The result of `signIn` with `redirect: false`. */
export interface SignInResponse {
  /** The error type, for example `CredentialsSignin`. */
  readonly error: string | undefined
  /** A `CredentialsSignin` error's `code`. */
  readonly code: string | undefined
  /**
   * What the user must still do before the session starts, such as `secondFactor`. `ok` is `false`
   * and `url` is the page that asks for it.
   */
  readonly requirement: string | undefined
  /** HTTP status of the response that ended the sign-in, or 0 if there was none. */
  readonly status: number
  readonly ok: boolean
  /** URL to go to; `null` if there is an error. */
  readonly url: string | null
}

/** Options of `signOut`. */
export interface SignOutParams<Redirect extends boolean = true> {
  /** URL to go to after the sign-out. Default: the current page. */
  redirectTo?: string
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string
  /** `false` stays on the page and returns the result. Default: `true`. */
  redirect?: Redirect
  /**
   * `false` ends only the application's session. `true` also signs out at the provider, if the
   * session began at one with `logout: true`. Default: as the provider's `logout` says.
   */
  provider?: boolean
}

/** The result of `signOut` with `redirect: false`. */
export interface SignOutResponse {
  /** URL to go to. If the user also signs out at the provider, this is its URL. */
  readonly url: string
  /** The error type, if the session could not be ended. */
  readonly error: string | undefined
}

/** Signs in with one of the server's providers. */
export interface SignIn {
  /**
   * Signs in and goes to the URL that the server returns: the provider, the requested page, or a
   * page that shows the error. Without a provider, or with an id that the server does not know,
   * goes to the sign-in page.
   *
   * @throws {TypeError} when a passkey provider is used with a function for other providers, or
   *   the other way round
   */
  (
    provider?: string,
    options?: SignInOptions<true>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>
  /**
   * Signs in without leaving the page. Without a provider, the result's `url` is the sign-in page;
   * with an id that the server does not know, `error` is `Configuration`.
   *
   * @throws {TypeError} when the provider needs the other function, or when the server cannot be
   *   reached
   * @throws {DOMException} `TimeoutError` when the server does not respond within 30 seconds
   */
  (
    provider: string | undefined,
    options: SignInOptions<false>,
    params?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
}

/** Signs out. */
export interface SignOut {
  /** Ends the session and goes to the URL that the server returns. */
  (options?: SignOutParams<true>): Promise<void>
  /** Ends the session without leaving the page. */
  (options: SignOutParams<false>): Promise<SignOutResponse>
}

/** A browser client for a server with Latchkey or Auth.js. */
export interface Client {
  /** The page's session. */
  readonly session: SessionStore
  /**
   * Reads the session. Returns `null` if the user is signed out or if the read fails;
   * `session.get()` distinguishes these cases.
   */
  getSession(params?: GetSessionParams): Promise<Session | null>
  /**
   * Returns a CSRF token, for clients that send neither `Sec-Fetch-Site` nor `Origin`; an empty
   * string if the server has none or the request fails.
   */
  getCsrfToken(): Promise<string>
  /** Returns the server's providers by id; `null` if the request fails. */
  getProviders(): Promise<Record<string, PublicProvider> | null>
  /** Signs in with any provider except passkeys. */
  readonly signIn: SignIn
  /** Signs out. */
  readonly signOut: SignOut
  /**
   * Updates the session. Passes `data` to the server's callbacks; without `data`, only reads the
   * session again. Updates at the same time are sent one after the other.
   *
   * @returns the new session; `null` if it failed, in which case the user stays signed in
   */
  update(data?: unknown): Promise<Session | null>
  /** Changes options for all later requests. */
  configure(options: ClientOptions): void
  /** Returns a server endpoint's URL, for example `signin`. */
  url(action: string): string
  /** Loads another page. */
  navigate(url: string): void
}
