import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextFetchEvent, NextRequest, NextResponse } from 'next/server.js'
import type { Preset } from '../config/resolve.ts'
import { createAuth } from '../integration/create-auth.ts'
import type {
  AuthorizationParams,
  RevokeSessionsOptions,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
import { passwordsOnDemand } from '../integration/passwords-on-demand.ts'
import type { ProtectPageOptions } from '../integration/protect-options.ts'
import { usersOnDemand } from '../integration/users-on-demand.ts'
import type { Awaitable } from '../types/basics.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { ProviderOf } from '../types/providers/provider.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'
import type { Users } from '../types/users.ts'
import { nextBasePath, withPublicPath } from './base-path.ts'
import type { AuthOf, LatchkeyConfig, NextCallbacks } from './config.ts'
import { currentSession } from './current-session.ts'
import type { PagesContext } from './pages-router.ts'
import type { NextProtectOptions, ProtectArguments, ProtectedHandler } from './protect.ts'
import { type AuthenticatedHandler, type Handler, type LatchkeyRequest, protect, wrap } from './wrap.ts'

export type { Account, DefaultSession, JWT, Profile, Session, User } from '../entry/index.ts'
export { AuthError } from '../errors/auth-error.ts'
export { CredentialsSignin } from '../errors/credentials.ts'
export type {
  AuthorizationParams,
  RevokeSessionsOptions,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
export type * from '../integration/public-types.ts'
export { customFetch } from '../types/symbols.ts'
export type { LatchkeyConfig, NextCallbacks } from './config.ts'
export type { ActionCall, ServerAction } from './current-page.ts'
export type { PagesContext } from './pages-router.ts'
export type { NextProtectOptions, ProtectedHandler } from './protect.ts'
export type { AuthenticatedHandler, Handler, LatchkeyRequest } from './wrap.ts'

/** Next.js serves its route handlers below `/api` by convention. */
const PRESET: Preset = {
  basePath: '/api/auth',
  frameworkPath: nextBasePath,
  expectsTwoPaths: true,
  readsUserId: true,
  routeFile: (basePath) => `app${basePath}/[...latchkey]/route.ts`,
}

// These types are exported by name. TypeScript cannot write types of Next.js into the declarations
// of an application that does not import them.

/** Route handlers for all of Latchkey's endpoints. */
export interface RouteHandlers {
  /** Handles `GET` requests. */
  GET: (request: NextRequest) => Promise<Response>
  /** Handles `POST` requests. */
  POST: (request: NextRequest) => Promise<Response>
}

/**
 * Reads the session, or adds it to a handler or proxy. The arguments decide which.
 *
 * Reading the session throws an `AuthError` if the configuration is invalid, if the host is not
 * trusted, or if the session cannot be read, because a callback or the database failed.
 */
export interface AuthFunction<S extends DefaultSession = Session> {
  /**
   * Wraps a route handler or proxy, whose request then has the session as `request.auth`. The
   * handler itself decides which requests are allowed.
   */
  (handler: AuthenticatedHandler<S>): Handler
  /** Runs as the proxy. The callback `authorized` decides which requests are allowed. */
  (request: NextRequest, event: NextFetchEvent): Promise<NextResponse | Response>
  /** Returns the session, or `null`, in a Pages Router API route. Renews it with the response. */
  (request: IncomingMessage, response: ServerResponse): Promise<S | null>
  /** Returns the session, or `null`, in `getServerSideProps`. Renews it with the response. */
  (context: PagesContext): Promise<S | null>
  /**
   * Returns the session, or `null`, in server components, server actions and route handlers. Does
   * not renew it.
   */
  (): Promise<S | null>
}

/**
 * Returns the user who is signed in, or `null`. The user has an `id`, `tokens` and `accounts`. Its
 * methods belong to this request, wherever you call them.
 *
 * Throws an `AuthError` if the configuration is invalid, if the host is not trusted, or if the
 * session cannot be read.
 */
export interface CurrentUserFunction {
  /** In a Pages Router API route. Sets cookies with the response. */
  (request: IncomingMessage, response: ServerResponse): Promise<CurrentUser | null>
  /** In `getServerSideProps`. Sets cookies with the response. */
  (context: PagesContext): Promise<CurrentUser | null>
  /**
   * In server components, server actions and route handlers. Server components cannot set cookies:
   * a token that is refreshed there is kept until a later request can set one.
   */
  (): Promise<CurrentUser | null>
}

/**
 * Returns the session, never `null`. Leads signed-out users to the sign-in page and back. With
 * options, asks for more than a session: a recent sign-in, a second factor.
 *
 * Throws an `AuthError` if the configuration or an option is invalid, if the host is not trusted,
 * or if the session cannot be read.
 */
export interface ProtectFunction<S extends DefaultSession = Session> {
  /**
   * Wraps a route handler, which then runs only with a session: `request.auth`. Pages are
   * redirected, and scripts get status 401 with `{ error, url }` as JSON.
   */
  (handler: ProtectedHandler<S>, options?: Omit<ProtectPageOptions, 'form' | 'omit'>): Handler
  /** In a Pages Router API route. `null`: the response was sent, so return. */
  (request: IncomingMessage, response: ServerResponse, options?: ProtectPageOptions): Promise<S | null>
  /** In `getServerSideProps`. `null`: the response was sent, so return `{ props: {} }`. */
  (context: PagesContext, options?: ProtectPageOptions): Promise<S | null>
  /**
   * In server components, server actions and route handlers. Redirects by throwing what Next.js
   * treats as a redirect: do not catch it. Scripts that call a route handler get status 401.
   */
  (options?: NextProtectOptions): Promise<S>
}

/**
 * Result of {@link Latchkey}. Exported for explicit type annotations, which `isolatedDeclarations`
 * requires.
 */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /**
   * Route handlers. In `app/api/auth/[...latchkey]/route.ts`:
   * `export const { GET, POST } = handlers`.
   */
  handlers: RouteHandlers
  auth: AuthFunction<S>
  protect: ProtectFunction<S>
  currentUser: CurrentUserFunction
  /**
   * Signs in from a server action. Without a provider, redirects to the sign-in page. If a sign-in
   * cannot start, for example because the provider is unreachable, redirects to the page that shows
   * the failure.
   *
   * @returns the URL to go to, with `redirect: false`
   * @throws {AuthError} for wrong credentials, and for every other failure that you have to handle
   */
  signIn: <Redirect extends boolean = true>(
    provider?: string,
    options?: FormData | SignInOptions<Redirect>,
    authorizationParams?: AuthorizationParams,
  ) => Promise<Redirect extends false ? string : never>
  /** Signs out from a server action. @returns the URL to go to, with `redirect: false` */
  signOut: <Redirect extends boolean = true>(
    options?: SignOutOptions<Redirect>,
  ) => Promise<Redirect extends false ? SignOutResult : never>
  /**
   * Updates the session from a server action. Passes `data` to the callbacks, with the trigger
   * `update`, and stores the result.
   *
   * @returns the updated session, or `null` if the user is signed out
   * @throws {AuthError} when a callback or the database fails
   */
  update: (data: SessionUpdate<S>) => Promise<S | null>
  /** Does the same as `update`. This is its older name. */
  unstable_update: (data: SessionUpdate<S>) => Promise<S | null>
  /**
   * Ends all the user's sessions on all devices, including the current one.
   * `revokeSessions(userId, { except: 'current' })` keeps the current session: call it in a server
   * action or route handler. See `createAuth`'s `revokeSessions`.
   */
  revokeSessions: (userId: string, options?: RevokeSessionsOptions) => Promise<void>
  /**
   * Ends all the user's sessions, and unlinks all accounts and passkeys. See `createAuth`'s
   * `removeAccess`.
   */
  removeAccess: (userId: string) => Promise<void>
  /** Starts and ends sessions of any user, and disables users. Check first who calls it. */
  users: Users
  /** Server functions for forms about passwords. Needs the provider `Password`. */
  passwords: Passwords
}

/** Arguments of {@link AuthFunction}. */
type AuthArguments<S extends DefaultSession> =
  | PagesArguments
  | [AuthenticatedHandler<S>]
  | [NextRequest, NextFetchEvent]

/** Arguments of {@link CurrentUserFunction}. */
type PagesArguments = [] | [IncomingMessage, ServerResponse] | [PagesContext]

/** @deprecated Use {@link LatchkeyConfig}. */
export interface NextAuthConfig<S extends DefaultSession = Session, T extends JWT = JWT>
  extends LatchkeyConfig<S, T> {
  providers: ProviderOf<User>[]
}

/** @deprecated Use {@link LatchkeyRequest}. */
export type NextAuthRequest<S extends DefaultSession = Session> = LatchkeyRequest<S>

/** @deprecated Use {@link LatchkeyResult}. */
export type NextAuthResult<S extends DefaultSession = Session> = LatchkeyResult<S>

/**
 * Sets up Latchkey for Next.js.
 *
 * @param config the configuration, or a function that returns it, which is called for each use. The
 *   function receives the request in handlers, the proxy, API routes and `getServerSideProps`, and
 *   `undefined` in `auth()`, `currentUser()`, `signIn`, `signOut` and `update`.
 * @example
 * ```ts
 * // auth.ts
 * import { Latchkey } from 'latchkey/next'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { handlers, auth, signIn, signOut, update } = Latchkey({ providers: [GitHub] })
 * ```
 */
export function Latchkey<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  GivenS extends DefaultSession = S,
  U extends User = User,
>(
  config:
    | LatchkeyConfig<S, T, GivenS, U>
    | ((request: NextRequest | undefined) => Awaitable<LatchkeyConfig<S, T, GivenS, U>>),
): LatchkeyResult<S> {
  const preset: Preset = { ...PRESET, source: config }
  const authFor: AuthOf<S> = async (request) => {
    const resolved = typeof config === 'function' ? await config(request) : config
    // `GivenS` is only what TypeScript knows of `S` at `authorized`. The session itself is an `S`.
    const authorized = resolved.callbacks?.authorized as NextCallbacks<S>['authorized']
    return { auth: createAuth(resolved, preset), authorized }
  }
  const handler = async (request: NextRequest): Promise<Response> =>
    (await authFor(request)).auth.handle(withPublicPath(request))
  const readSession = currentSession(authFor)
  const auth = (...args: AuthArguments<S>): unknown => {
    const [first, second] = args
    if (first === undefined) return readSession()
    if (typeof first === 'function') return wrap(authFor, first)
    if (first instanceof Request) return protect(authFor, first)
    const context = 'req' in first ? first : { req: first, res: second as ServerResponse }
    return import('./pages-router.ts').then(({ pagesSession }) => pagesSession(authFor, context))
  }
  // One function for all keeps the part that every proxy loads small.
  const onDemand =
    <N extends keyof Actions>(name: N) =>
    async (...args: unknown[]): Promise<never> =>
      ((await actions())[name] as OnDemand)(authFor, ...args)
  const update = onDemand('updateAction')
  return {
    handlers: { GET: handler, POST: handler },
    // TypeScript cannot infer the overloads of one function.
    auth: auth as AuthFunction<S>,
    protect: ((...args: ProtectArguments | [ProtectedHandler<S>, ProtectPageOptions?]): unknown => {
      const [first, ...rest] = args
      return typeof first === 'function'
        ? onDemand('runProtected').bind(null, first, rest)
        : onDemand('protectAny')(readSession, args)
    }) as ProtectFunction<S>,
    currentUser: onDemand('anyUser'),
    // Without a redirect, the actions return what the types say; with one, they throw.
    signIn: onDemand('signInAction'),
    signOut: onDemand('signOutAction'),
    update,
    unstable_update: update,
    revokeSessions: onDemand('revokeSessionsAction'),
    removeAccess: onDemand('removeAccessAction'),
    users: usersOnDemand(async () => (await import('./users.ts')).nextUsers(authFor)),
    passwords: passwordsOnDemand(async () => (await import('./passwords.ts')).nextPasswords(authFor)),
  }
}

type Actions = typeof import('./on-demand.ts')
type OnDemand = (...args: unknown[]) => Promise<never>

/**
 * Loads the actions on first use. A proxy does not need them, nor the code for the Pages Router.
 */
const actions = (): Promise<Actions> => import('./on-demand.ts')

export default Latchkey
