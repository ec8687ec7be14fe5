import type { ResolvedAuth } from '../contract/context.ts'
import type { Auth } from '../integration/create-auth.ts'
import type {
  AuthorizationParams,
  RevokeSessionsOptions,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
import type { ProtectPageOptions } from '../integration/protect-options.ts'
import { whereEndpointsAre } from '../request/where-endpoints-are.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'
import type { Users } from '../types/users.ts'
import {
  type ActionForm,
  revokeSessionsAction,
  signInAction,
  signOutAction,
  startPasswords,
  startUsers,
  updateAction,
} from './actions.ts'
import { type LatchkeyConfig, resolveAuth } from './config.ts'
import { CurrentSession } from './current-session.ts'
import { currentEvent } from './event.ts'
import { type Middleware, type MiddlewareOptions, protectPaths } from './middleware.ts'
import { withPublicErrors } from './public-error.ts'

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
export { customFetch, raw } from '../types/symbols.ts'
export type { ActionForm } from './actions.ts'
export type { LatchkeyConfig, SolidAuthConfig } from './config.ts'
export type { Middleware, MiddlewareOptions } from './middleware.ts'

declare global {
  // biome-ignore lint/style/noNamespace: SolidStart requires this declaration.
  namespace App {
    /** What the middleware adds to `event.locals`. */
    interface RequestEventLocals {
      /**
       * The session, or `null` if the user is signed out. `undefined` if Latchkey's middleware did
       * not run or if the session could not be read.
       */
      session?: Session | null
    }
  }
}

/**
 * Result of {@link Latchkey}.
 *
 * @experimental
 */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /**
   * Route handler for `src/routes/api/auth/[...latchkey].ts`. Returns `undefined` for a path
   * outside `basePath`.
   */
  // biome-ignore lint/suspicious/noExplicitAny: specified type; the value is an `APIEvent`, of which only `request` is used.
  GET: (event: any) => Promise<Response | undefined>
  /** Does the same as `GET`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  POST: (event: any) => Promise<Response | undefined>
  /**
   * Returns the session, or `null`, in server functions, API routes and middleware. The session is
   * read once per request and is not renewed.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read, because a callback or the database failed
   */
  auth: () => Promise<S | null>
  /**
   * Returns the user who is signed in, or `null`, in server functions, API routes and middleware.
   * The user's methods set cookies in the response to this request. While a page is rendered they
   * set none, because its response may have started: a token that is refreshed then is kept until a
   * later request can set one.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  currentUser: () => Promise<CurrentUser | null>
  /**
   * Returns the session, never `null`, in queries, actions, API routes and middleware. Leads
   * signed-out users to the sign-in page and back. With options, asks for more than a session: a
   * recent sign-in, a second factor.
   *
   * @throws {Response} the redirect, like the router's `redirect`; status 401 for a script that
   *   calls an API route
   * @throws {AuthError} when an option is invalid, or the session cannot be read
   */
  protect: (options?: ProtectPageOptions) => Promise<S>
  /**
   * Signs in from an action. Without a provider, redirects to the sign-in page. If a sign-in cannot
   * start, for example because the provider is unreachable, redirects to the page that shows the
   * failure.
   *
   * @returns the URL to go to, with `redirect: false`
   * @throws {AuthError} for wrong credentials, and for every other failure that you have to handle
   */
  signIn: <Redirect extends boolean = true>(
    provider?: string,
    options?: ActionForm | SignInOptions<Redirect>,
    authorizationParams?: AuthorizationParams,
  ) => Promise<Redirect extends false ? string : never>
  /**
   * Signs out from an action.
   *
   * @returns the URL to go to, with `redirect: false`
   * @throws {AuthError} when the sign-out fails
   */
  signOut: <Redirect extends boolean = true>(
    options?: SignOutOptions<Redirect>,
  ) => Promise<Redirect extends false ? SignOutResult : never>
  /**
   * Updates the session from an action. Passes `data` to the callbacks, with the trigger `update`,
   * and stores the result.
   *
   * @returns the updated session, or `null` if the user is signed out
   * @throws {AuthError} when the session cannot be updated
   */
  update: (data: SessionUpdate<S>) => Promise<S | null>
  /**
   * Ends all the user's sessions on all devices, including the current one.
   * `revokeSessions(userId, { except: 'current' })` keeps the current session: call it in an action
   * or API route. See `createAuth`'s `revokeSessions`.
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
  /**
   * Returns middleware for `createMiddleware`. It rejects cross-origin calls of server functions,
   * renews sessions and protects paths.
   */
  middleware: (options?: MiddlewareOptions) => Middleware
}

/**
 * Sets up Latchkey for SolidStart.
 *
 * @example
 * ```ts
 * // src/auth.ts
 * import { Latchkey } from 'latchkey/solid-start'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { GET, POST, auth, signIn, signOut, update, middleware } = Latchkey({
 *   providers: [GitHub],
 * })
 * ```
 * @experimental
 */
export function Latchkey<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>(
  config: LatchkeyConfig<S, T, U>,
): LatchkeyResult<S> {
  const auth = () => resolveAuth(config)
  const parts = { auth, sessions: new CurrentSession(auth) }
  const handler = async ({ request }: { request: Request }): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(`${auth().config.basePath}/`)) return auth().handle(request)
    warnOfOtherPath(auth().config, pathname)
    return undefined
  }
  return {
    GET: handler,
    POST: handler,
    auth: () => withPublicErrors(auth, async () => parts.sessions.read(currentEvent('auth'))),
    currentUser: () =>
      withPublicErrors(auth, async () => (await import('./current-user.ts')).currentUser(parts)),
    protect: (options) =>
      withPublicErrors(auth, async () => (await import('./protect.ts')).protectCall(parts, options)),
    // Without a redirect, the actions return what the types say; with one, they throw.
    signIn: ((...args) =>
      withPublicErrors(auth, () => signInAction(parts, ...args))) as LatchkeyResult['signIn'],
    signOut: ((options) =>
      withPublicErrors(auth, () => signOutAction(parts, options))) as LatchkeyResult['signOut'],
    update: (data) => withPublicErrors(auth, () => updateAction(parts, data)),
    revokeSessions: (...args) => withPublicErrors(auth, () => revokeSessionsAction(parts, ...args)),
    removeAccess: (userId) => withPublicErrors(auth, () => auth().removeAccess(userId)),
    users: startUsers(parts),
    passwords: startPasswords(parts),
    middleware: (options) => protectPaths(parts, options),
  }
}

export default Latchkey

const warned = new WeakSet<ResolvedAuth>()

/** Warns once, because an application may pass other paths to the handlers on purpose. */
function warnOfOtherPath(auth: ResolvedAuth, pathname: string): void {
  if (warned.has(auth)) return
  warned.add(auth)
  auth.logger.warn(
    'other-path',
    `There is no endpoint at ${pathname.slice(0, 200)}. ${whereEndpointsAre(auth)}`,
  )
}

/**
 * Result of {@link getSession}.
 *
 * @experimental
 */
export type GetSessionResult<S extends DefaultSession = Session> = Promise<S | null>

/**
 * Returns the request's session, or `null`. Does not renew it. The endpoints are those of
 * {@link Latchkey} with the same configuration.
 *
 * @throws {AuthError} when the configuration or the host is invalid, or when a callback fails. In
 *   production, the server's log contains the reason; the message does not.
 * @example
 * ```ts
 * // src/account.ts
 * import { query, redirect } from '@solidjs/router'
 * import { getSession } from 'latchkey/solid-start'
 * import GitHub from 'latchkey/providers/github'
 * import { getRequestEvent } from 'solid-js/web'
 *
 * const config = { providers: [GitHub] }
 *
 * export const getAccount = query(async () => {
 *   'use server'
 *   const event = getRequestEvent()
 *   const session = event && (await getSession(event.request, config))
 *   if (!session?.user) throw redirect('/')
 *   return session.user
 * }, 'account')
 * ```
 */
export async function getSession<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
>(req: Request, options: Omit<LatchkeyConfig<S, T, U>, 'raw'>): GetSessionResult<S> {
  const auth = (): Auth<S> => resolveAuth<S, T, U>(options)
  const caller = { headers: req.headers, url: new URL(req.url), canWrite: false }
  return withPublicErrors(auth, async () => (await auth().session(caller)).session)
}
