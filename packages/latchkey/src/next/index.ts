import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextFetchEvent, NextRequest, NextResponse } from 'next/server.js'
import type { AuthorizationParams, SessionUpdate, SignInOptions, SignOutOptions } from '../call-options.ts'
import { createAuth } from '../integration/create-auth.ts'
import type { Awaitable } from '../types/basics.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import { nextBasePath, withPublicPath } from './base-path.ts'
import type { AuthOf, LatchkeyConfig, NextCallbacks } from './config.ts'
import { currentSession } from './current-session.ts'
import type { PagesContext } from './pages-router.ts'
import { type AuthenticatedHandler, type Handler, type LatchkeyRequest, protect, wrap } from './wrap.ts'

export type { AuthorizationParams, SessionUpdate, SignInOptions, SignOutOptions } from '../call-options.ts'
export { AuthError, CredentialsSignin } from '../errors.ts'
export type { Account, DefaultSession, JWT, Profile, Session, User } from '../index.ts'
export { customFetch } from '../types/symbols.ts'
export type { LatchkeyConfig, NextCallbacks } from './config.ts'
export type { PagesContext } from './pages-router.ts'
export type { AuthenticatedHandler, Handler, LatchkeyRequest } from './wrap.ts'

/** Next.js mounts its handlers below this path by convention. */
const PRESET = { basePath: '/api/auth', frameworkPath: nextBasePath, expectsTwoPaths: true } as const

// Each of these has a name: what Next.js calls its types cannot be written into the declarations of an application that does not import them.

/** The route handlers of all doors. */
export interface RouteHandlers {
  GET: (request: NextRequest) => Promise<Response>
  POST: (request: NextRequest) => Promise<Response>
}

/** Reads the session, or wraps what needs it. Which is meant shows in the arguments. */
export interface AuthFunction<S extends DefaultSession = Session> {
  /** A route handler or proxy whose request carries the session as `request.auth`. It decides by that itself who may pass. */
  (handler: AuthenticatedHandler<S>): Handler
  /** A proxy by itself: lets in whom `callbacks.authorized` lets in. */
  (request: NextRequest, event: NextFetchEvent): Promise<NextResponse | Response>
  /** The session, or `null`: in an API route of the Pages Router. Its renewal leaves with the response. */
  (request: IncomingMessage, response: ServerResponse): Promise<S | null>
  /** The session, or `null`: in `getServerSideProps`. Its renewal leaves with the response. */
  (context: PagesContext): Promise<S | null>
  /** The session, or `null`: in server components, server actions and route handlers. Reads only. */
  (): Promise<S | null>
}

/** What {@link Latchkey} gives. Its name is needed where the compiler wants a type written down, as `isolatedDeclarations` does. */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /** For `app/api/auth/[...latchkey]/route.ts`: `export const { GET, POST } = handlers`. */
  handlers: RouteHandlers
  auth: AuthFunction<S>
  /** Signs in from a server action. Without a provider: goes to the sign-in page. @throws {AuthError} */
  signIn: (
    provider?: string,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ) => Promise<string>
  /** Signs out from a server action. */
  signOut: (options?: SignOutOptions) => Promise<string>
  /**
   * Changes the session from a server action: hands `data` to the callbacks, with the trigger `update`, and writes what comes of it.
   * Gives the new session, or `null` when nobody is signed in. @throws {AuthError}
   */
  update: (data: SessionUpdate<S>) => Promise<S | null>
  /** The same as `update`, by its older name. */
  unstable_update: (data: SessionUpdate<S>) => Promise<S | null>
  /** Ends all sessions that a user has anywhere. See `revokeSessions` of `createAuth`. */
  revokeSessions: (userId: string) => Promise<void>
}

/** What {@link AuthFunction} may be called with. */
type AuthArguments<S extends DefaultSession> =
  | []
  | [AuthenticatedHandler<S>]
  | [NextRequest, NextFetchEvent]
  | [IncomingMessage, ServerResponse]
  | [PagesContext]

/** @deprecated Write {@link LatchkeyConfig}. */
export type NextAuthConfig<S extends DefaultSession = Session, T extends JWT = JWT> = LatchkeyConfig<S, T>

/** @deprecated Write {@link LatchkeyRequest}. */
export type NextAuthRequest<S extends DefaultSession = Session> = LatchkeyRequest<S>

/** @deprecated Write {@link LatchkeyResult}. */
export type NextAuthResult<S extends DefaultSession = Session> = LatchkeyResult<S>

/**
 * Latchkey for Next.js.
 *
 * @param config the configuration, or a function that makes one anew for each use; it gets the request in handlers, the proxy, API routes and
 *   `getServerSideProps`, and `undefined` in `auth()`, `signIn`, `signOut` and `update`
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
>(
  config:
    | LatchkeyConfig<S, T, GivenS>
    | ((request: NextRequest | undefined) => Awaitable<LatchkeyConfig<S, T, GivenS>>),
): LatchkeyResult<S> {
  const authFor: AuthOf<S> = async (request) => {
    const resolved = typeof config === 'function' ? await config(request) : config
    // `GivenS` is only what was known of `S` where `authorized` stands: the session itself is an `S`.
    const authorized = resolved.callbacks?.authorized as NextCallbacks<S>['authorized']
    return { auth: createAuth(resolved, PRESET), authorized }
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
  const update = async (data: SessionUpdate<S>): Promise<S | null> =>
    (await actions()).updateAction(authFor, data)
  return {
    handlers: { GET: handler, POST: handler },
    // One function behind all signatures, which TypeScript cannot write as one.
    auth: auth as AuthFunction<S>,
    signIn: async (...args) => (await actions()).signInAction(authFor, ...args),
    signOut: async (options) => (await actions()).signOutAction(authFor, options),
    update,
    unstable_update: update,
    revokeSessions: async (userId) => (await authFor(undefined)).auth.revokeSessions(userId),
  }
}

/** Loaded when they are first used, as what the Pages Router takes: a proxy needs neither. */
const actions = (): Promise<typeof import('./actions.ts')> => import('./actions.ts')

export default Latchkey
