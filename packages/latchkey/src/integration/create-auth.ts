import { andThen, loadOnce } from '../async/awaitable.ts'
import { type Preset, resolveConfig } from '../config/resolve.ts'
import type { Context, ResolvedAuth } from '../contract/context.ts'
import { noteRenewal } from '../http/renewals.ts'
import { type Caller, readServerCall } from '../request/read-request.ts'
import { resolveContext } from '../request/resolve-context.ts'
import type { Awaitable } from '../types/basics.ts'
import type { AuthConfig, ReadonlyAuthConfig } from '../types/config.ts'
import type { Cookie } from '../types/cookies.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'
import type { LeaveForStepUp, WriteCookies } from '../user/current-user.ts'
import { type AuthPasswords, passwordsOnDemand } from './passwords-on-demand.ts'
import type { ProtectedPlace } from './protect.ts'
import type { ProtectPageOptions } from './protect-options.ts'
import type { RevocationCall } from './revoke-sessions.ts'
import type { Outcome, SignInCall } from './server-actions.ts'
import { runServerCall } from './server-call.ts'
import { type AuthUsers, usersOnDemand } from './users-on-demand.ts'

export type { AuthPasswords } from './passwords-on-demand.ts'
export type { Outcome, SignInCall } from './server-actions.ts'
export type { AuthUsers } from './users-on-demand.ts'

// Loaded with their first use: a proxy that only reads sessions needs no endpoint, page or sign-in
// method.
const handler = loadOnce(() => import('../request/handle.ts'))
const serverActions = loadOnce((): Promise<ServerActions> => import('./server-actions.ts'))
type ServerActions = typeof import('./server-actions.ts')

/**
 * A session check's result, and the cookies to write where cookies can be written.
 */
export interface SessionResult<S> {
  readonly session: S | null
  readonly cookies: readonly Cookie[]
}

/**
 * A protected page's session, or what its user has to do first. `session` is `null` in both cases.
 */
export interface ProtectResult<S> extends SessionResult<S> {
  /** A `StepUpRequired`, if the user is signed in and has to confirm who they are at its `url`. */
  readonly stepUp?: Error & { readonly url: string }
}

/**
 * All functions that an integration needs for one configuration. `handle` never throws.
 * `sessionOrErrorPage` returns the error page for an invalid configuration or host. The others,
 * except `revokeSessions` and `removeAccess`, log an error before they throw it.
 */
export interface Auth<S extends DefaultSession = Session> {
  /** @internal */
  readonly config: ResolvedAuth
  /** Handles a request to an endpoint. Never throws. */
  handle(request: Request): Promise<Response>
  /**
   * Reads the session.
   *
   * @throws {AuthError} if the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  session(caller: Caller | Request): Promise<SessionResult<S>>
  /**
   * Reads the session for a page or an action that asks for more than a session: a recent sign-in,
   * a second factor. If the user is signed out, or has to confirm first, the `session` is `null`;
   * for the latter, `stepUp.url` is where to redirect to. Write the `cookies` that are returned.
   *
   * @param place where the call comes from, if the request does not say it
   * @throws {AuthError} if the session cannot be read, or an option is invalid
   */
  protect(
    caller: Caller | Request,
    options?: ProtectPageOptions,
    place?: ProtectedPlace,
  ): Promise<ProtectResult<S>>
  /**
   * Reads the session for a proxy. If the configuration is invalid, the host is not trusted, or the
   * database or the store is temporarily unavailable, returns the error page to send instead of the
   * requested one.
   *
   * @throws {AuthError} if the session cannot be read
   */
  sessionOrErrorPage(caller: Caller | Request): Promise<SessionResult<S> | Response>
  /** Passes `data` to the callbacks and returns the new session. @throws {AuthError} */
  update(caller: Caller | Request, data: unknown): Promise<SessionResult<S>>
  /**
   * Starts a sign-in, or completes it if the fields are sufficient. If the sign-in fails for a
   * reason that the caller cannot change, the outcome is the page that shows the failure.
   *
   * @throws {AuthError} if the caller has to handle the failure: wrong credentials, a sign-in that
   *   a callback denied, an unavailable database, a cross-origin request
   * @throws {TypeError} if a field is an object, a function or a symbol
   */
  signIn(caller: Caller | Request, call: SignInCall): Promise<Outcome>
  /**
   * Ends this browser's session. If the user also signs out at the provider, the outcome is the URL
   * there. If copies of the session may stay valid, because the database or the store fails, the
   * outcome is the page that says so.
   *
   * @param provider whether to sign out at the provider, as a boolean or as text. Default: the
   *   provider's `logout`
   * @throws {AuthError}
   */
  signOut(caller: Caller | Request, callbackUrl: string | undefined, provider?: unknown): Promise<Outcome>
  /**
   * Returns the signed-in user, or `null`.
   *
   * @param write writes the cookies that the user's methods set. Without it, they set none
   * @param leave throws a redirect to the URL of a `StepUpRequired`, which the user's methods throw
   *   without it
   * @throws {AuthError} if the configuration is invalid, the host is not trusted, or the session
   *   cannot be read. The user's methods log an error before they throw it
   */
  currentUser(
    caller: Caller | Request,
    write?: WriteCookies,
    leave?: LeaveForStepUp,
  ): Promise<CurrentUser | null>
  /**
   * Ends all of a user's sessions: after a password change, a lost device, a deletion. Cookie
   * sessions end in all processes that share the `store`. For database sessions, the adapter needs
   * `deleteSessionsByUserId`.
   *
   * With `except: 'current'` and the `caller`, this browser's session continues with a new token,
   * if it is one of the user's. Write the `cookies` that are returned.
   *
   * @throws {AuthError} before it ends a session, if the configuration is invalid, or with a caller
   *   whose session cannot be read or whose cookies cannot be written
   */
  revokeSessions(userId: string, call?: RevocationCall): Promise<Pick<Outcome, 'cookies'>>
  /**
   * Ends all of a user's sessions, unlinks all accounts and passkeys, and removes the second factors.
   * Call it before you store an e-mail address as verified that another user may have registered
   * with. A sign-in that is in progress fails. The user, and a password in your own table, stay.
   *
   * @throws {AuthError} before it removes anything, if the configuration is invalid, or if the
   *   adapter lacks `deleteAccountsByUserId` or, for database sessions, `deleteSessionsByUserId`
   */
  removeAccess(userId: string): Promise<void>
  /** Starts and ends sessions of any user, and disables users: for server code that knows who calls it. */
  readonly users: AuthUsers
  /** For forms about passwords. */
  readonly passwords: AuthPasswords
}

/**
 * Creates Latchkey's functions for a configuration. Checks and completes the configuration only
 * once for each object, so you can call this for every request.
 *
 * @param preset what an integration sets where the configuration does not
 * @example
 * ```ts
 * import { createAuth } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const auth = createAuth({ providers: [GitHub] })
 *
 * export async function handle(request: Request) {
 *   if (new URL(request.url).pathname.startsWith('/auth/')) return auth.handle(request)
 *   const { session } = await auth.session(request)
 *   return new Response(session ? `Hello ${session.user?.name}` : 'Signed out')
 * }
 * ```
 */
export function createAuth<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>(
  config: ReadonlyAuthConfig<S, T, U>,
  preset: Preset = { basePath: '/auth' },
): Auth<S> {
  // Latchkey only reads the list of providers.
  const auth = resolveConfig(config as AuthConfig, preset)
  // The `session` callback returns an `S`, according to the configuration's own type.
  const result = (session: DefaultSession | null, { cookies }: Context): SessionResult<S> => ({
    session: session as S | null,
    cookies: cookies.written,
  })
  // Creates no promise for a session that is read without waiting.
  const read = (ctx: Context): Awaitable<SessionResult<S>> =>
    andThen(auth.sessions.read(ctx, auth.readsUserId), (session) => {
      noteRenewal(ctx.cookies)
      return result(session, ctx)
    })
  // Each is declared with the same parameters after `auth`. One function for all is smaller.
  const onDemand = <N extends keyof ServerActions>(name: N): Auth<S>[N] =>
    (async (...args: unknown[]) =>
      (await serverActions())[name](auth, ...(args as [never, never]))) as Auth<S>[N]
  return {
    config: auth,
    handle: (request) => andThen(handler(), ({ handle }) => handle(auth, request)),
    session: (caller) => runServerCall(auth, caller, { action: 'session' }, read),
    protect: onDemand('protect'),
    sessionOrErrorPage: async (caller) => {
      const authRequest = readServerCall(auth, caller, { action: 'proxy' })
      try {
        return await read(await resolveContext(authRequest))
      } catch (error) {
        return (await handler()).sendErrorPage(authRequest, error, caller.url)
      }
    },
    update: (caller, data) =>
      runServerCall(auth, caller, { action: 'session', fields: { data } }, async (ctx) => {
        const { updateFromServer } = await import('../endpoints/from-server.ts')
        return result(await updateFromServer(ctx), ctx)
      }),
    signIn: onDemand('signIn'),
    signOut: onDemand('signOut'),
    currentUser: async (...call) => (await import('./current-user.ts')).currentUser(auth, ...call),
    revokeSessions: onDemand('revokeSessions'),
    users: usersOnDemand(async () => (await import('./users.ts')).createUsers(auth)),
    passwords: passwordsOnDemand(async () => (await import('./passwords.ts')).createPasswords(auth)),
    removeAccess: onDemand('removeAccess'),
  }
}
