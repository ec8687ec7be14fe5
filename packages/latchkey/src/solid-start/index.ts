import type { AuthorizationParams, SessionUpdate, SignInOptions, SignOutOptions } from '../call-options.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import { type ActionForm, signInAction, signOutAction, updateAction } from './actions.ts'
import { authOf, type LatchkeyConfig } from './config.ts'
import { CurrentSession } from './current-session.ts'
import { currentEvent } from './event.ts'
import { type Middleware, type MiddlewareOptions, protectPaths } from './middleware.ts'

export type { AuthorizationParams, SessionUpdate, SignInOptions, SignOutOptions } from '../call-options.ts'
export { AuthError, CredentialsSignin } from '../errors.ts'
export type { Account, DefaultSession, JWT, Profile, Session, User } from '../index.ts'
export { customFetch, raw } from '../types/symbols.ts'
export type { ActionForm } from './actions.ts'
export type { LatchkeyConfig } from './config.ts'
export type { Middleware, MiddlewareOptions } from './middleware.ts'

declare global {
  // biome-ignore lint/style/noNamespace: SolidStart has its users declare it like this.
  namespace App {
    interface RequestEventLocals {
      /** The session; `null` when nobody is signed in, `undefined` where no middleware of Latchkey ran or where it could not be found out. */
      session?: Session | null
    }
  }
}

/** What {@link Latchkey} gives. */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /** For `src/routes/api/auth/[...latchkey].ts`. `undefined` for a path that is not below ours. */
  // biome-ignore lint/suspicious/noExplicitAny: the specification has it so; it is an `APIEvent`, of which only `request` is used.
  GET: (event: any) => Promise<Response | undefined>
  /** The same as `GET`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  POST: (event: any) => Promise<Response | undefined>
  /**
   * The session, or `null`: in server functions, API routes and middleware. Reads only, once per request.
   *
   * @throws {SessionError} when a callback failed, so that it is not known whether somebody is signed in
   */
  auth: () => Promise<S | null>
  /** Signs in from an action. Without a provider: goes to the sign-in page. @throws {AuthError} */
  signIn: (
    provider?: string,
    options?: ActionForm | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ) => Promise<string>
  /** Signs out from an action. @throws {AuthError} */
  signOut: (options?: SignOutOptions) => Promise<string>
  /**
   * Changes the session from an action: hands `data` to the callbacks, with the trigger `update`, and writes what comes of it.
   * Gives the new session, or `null` when nobody is signed in. @throws {AuthError}
   */
  update: (data: SessionUpdate<S>) => Promise<S | null>
  /** Ends all sessions that a user has anywhere. See `revokeSessions` of `createAuth`. */
  revokeSessions: (userId: string) => Promise<void>
  /** For `createMiddleware`: refuses calls of server functions from other sites, renews sessions, and protects paths. */
  middleware: (options?: MiddlewareOptions) => Middleware
}

/**
 * Latchkey for SolidStart.
 *
 * @example
 * ```ts
 * // src/auth.ts
 * import { Latchkey } from 'latchkey/solid-start'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { GET, POST, auth, signIn, signOut, update, middleware } = Latchkey({ providers: [GitHub] })
 * ```
 */
export function Latchkey<S extends DefaultSession = Session, T extends JWT = JWT>(
  config: LatchkeyConfig<S, T>,
): LatchkeyResult<S> {
  const auth = () => authOf(config)
  const parts = { auth, sessions: new CurrentSession(auth) }
  const handler = async ({ request }: { request: Request }): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    return pathname.startsWith(`${auth().config.basePath}/`) ? auth().handle(request) : undefined
  }
  return {
    GET: handler,
    POST: handler,
    auth: async () => parts.sessions.read(currentEvent('auth')),
    signIn: (...args) => signInAction(parts, ...args),
    signOut: (options) => signOutAction(parts, options),
    update: (data) => updateAction(parts, data),
    revokeSessions: (userId) => auth().revokeSessions(userId),
    middleware: (options) => protectPaths(parts, options),
  }
}

export default Latchkey

/**
 * The session of a request, or `null`. Reads only. Its doors are those of {@link Latchkey} with the same configuration.
 *
 * @throws {AuthError} with a configuration or address that cannot be used, and when a callback failed; the message says what was wrong
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
export async function getSession<S extends DefaultSession = Session, T extends JWT = JWT>(
  req: Request,
  options: Omit<LatchkeyConfig<S, T>, 'raw'>,
): Promise<S | null> {
  const { session } = await authOf<S, T>(options).session({
    headers: req.headers,
    url: new URL(req.url),
    canWrite: false,
  })
  return session
}
