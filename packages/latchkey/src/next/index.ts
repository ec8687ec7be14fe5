import type { NextFetchEvent, NextRequest, NextResponse } from 'next/server.js'
import { createAuth } from '../auth.ts'
import type { Awaitable, DefaultSession, JWT, Session } from '../contract.ts'
import { type AuthorizationParams, type SignInOptions, type SignOutOptions, signInAction, signOutAction } from './actions.ts'
import type { AuthOf, LatchkeyConfig, NextCallbacks } from './config.ts'
import { currentSession } from './current-session.ts'
import { type AuthenticatedHandler, type Handler, type LatchkeyRequest, protect, wrap } from './wrap.ts'

export { AuthError, CredentialsSignin } from '../errors.ts'
export type { Account, DefaultSession, JWT, Profile, Session, User } from '../index.ts'
export { customFetch } from '../symbols.ts'
export type { AuthorizationParams, SignInOptions, SignOutOptions } from './actions.ts'
export type { LatchkeyConfig, NextCallbacks } from './config.ts'
export type { AuthenticatedHandler, Handler, LatchkeyRequest } from './wrap.ts'

/** Next.js mounts its handlers below this path by convention. */
const PRESET = { basePath: '/api/auth', expectsTwoPaths: true } as const

// Each of these has a name: what Next.js calls its types cannot be written into the declarations of an application that does not import them.

/** The route handlers of all doors. */
export interface RouteHandlers {
  GET: (request: NextRequest) => Promise<Response>
  POST: (request: NextRequest) => Promise<Response>
}

/** Reads the session, or wraps what needs it. */
export interface AuthFunction<S extends DefaultSession = Session> {
  /** The session, or `null`: in server components, server actions and route handlers. Reads only. */
  (): Promise<S | null>
  /** A route handler or proxy whose request carries the session as `request.auth`. */
  (handler: AuthenticatedHandler<S>): Handler
  /** A proxy by itself: lets in whom `callbacks.authorized` lets in. */
  (request: NextRequest, event: NextFetchEvent): Promise<NextResponse | Response>
}

/** What {@link Latchkey} gives. Its name is needed where the compiler wants a type written down, as `isolatedDeclarations` does. */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /** For `app/api/auth/[...latchkey]/route.ts`: `export const { GET, POST } = handlers`. */
  handlers: RouteHandlers
  auth: AuthFunction<S>
  /** Signs in from a server action. Without a provider: goes to the sign-in page. @throws {AuthError} */
  signIn: (provider?: string, options?: FormData | SignInOptions, authorizationParams?: AuthorizationParams) => Promise<string>
  /** Signs out from a server action. */
  signOut: (options?: SignOutOptions) => Promise<string>
}

/** @deprecated Write {@link LatchkeyConfig}. */
export type NextAuthConfig<S extends DefaultSession = Session, T extends JWT = JWT> = LatchkeyConfig<S, T>

/** @deprecated Write {@link LatchkeyRequest}. */
export type NextAuthRequest<S extends DefaultSession = Session> = LatchkeyRequest<S>

/** @deprecated Write {@link LatchkeyResult}. */
export type NextAuthResult<S extends DefaultSession = Session> = LatchkeyResult<S>

/**
 * Latchkey for Next.js.
 *
 * @param config the configuration, or a function that makes one; it gets the request where there is one
 * @example
 * ```ts
 * // auth.ts
 * import { Latchkey } from 'latchkey/next'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { handlers, auth, signIn, signOut } = Latchkey({ providers: [GitHub] })
 * ```
 */
export function Latchkey<S extends DefaultSession = Session, T extends JWT = JWT, GivenS extends DefaultSession = S>(
  config: LatchkeyConfig<S, T, GivenS> | ((request: NextRequest | undefined) => Awaitable<LatchkeyConfig<S, T, GivenS>>),
): LatchkeyResult<S> {
  const authFor: AuthOf<S> = async (request) => {
    const resolved = typeof config === 'function' ? await config(request) : config
    // `GivenS` is only what was known of `S` where `authorized` stands: the session itself is an `S`.
    const authorized = resolved.callbacks?.authorized as NextCallbacks<S>['authorized']
    return { auth: createAuth(resolved, PRESET), authorized }
  }
  const handler = async (request: NextRequest): Promise<Response> => (await authFor(request)).auth.handle(request)
  const readSession = currentSession(authFor)
  const auth = (...args: [] | [AuthenticatedHandler<S>] | [NextRequest, NextFetchEvent]): unknown => {
    const [first] = args
    if (first === undefined) return readSession()
    return typeof first === 'function' ? wrap(authFor, first) : protect(authFor, first)
  }
  return {
    handlers: { GET: handler, POST: handler },
    // One function behind three signatures: which of them is meant shows in the first argument.
    auth: auth as AuthFunction<S>,
    signIn: (...args) => signInAction(authFor, ...args),
    signOut: (options) => signOutAction(authFor, options),
  }
}

export default Latchkey
