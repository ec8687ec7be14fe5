import type { NextFetchEvent, NextRequest, NextResponse } from 'next/server.js'
import { createAuth } from '../auth.ts'
import type { Awaitable, DefaultSession, Session } from '../contract.ts'
import { type AuthorizationParams, type SignInOptions, type SignOutOptions, signInAction, signOutAction } from './actions.ts'
import type { AuthOf, LatchkeyConfig } from './config.ts'
import { currentSession } from './current-session.ts'
import { type AuthenticatedHandler, type Handler, protect, wrap } from './wrap.ts'

export { AuthError, CredentialsSignin } from '../errors.ts'
export { customFetch } from '../symbols.ts'
export type { AuthorizationParams, SignInOptions, SignOutOptions } from './actions.ts'
export type { LatchkeyConfig } from './config.ts'
export type { LatchkeyRequest } from './wrap.ts'

/** Next.js mounts its handlers below this path by convention. */
const PRESET = { basePath: '/api/auth', expectsTwoPaths: true } as const

export interface LatchkeyResult<S extends DefaultSession = Session> {
  /** For `app/api/auth/[...latchkey]/route.ts`: `export const { GET, POST } = handlers`. */
  handlers: { GET: (request: NextRequest) => Promise<Response>; POST: (request: NextRequest) => Promise<Response> }
  auth: {
    /** The session, or `null`: in server components, server actions and route handlers. Reads only. */
    (): Promise<S | null>
    /** A route handler or proxy whose request carries the session as `request.auth`. */
    (handler: AuthenticatedHandler<S>): Handler
    /** A proxy by itself: lets in whom `callbacks.authorized` lets in. */
    (request: NextRequest, event: NextFetchEvent): Promise<NextResponse | Response>
  }
  /** Signs in from a server action. Without a provider: goes to the sign-in page. @throws {AuthError} */
  signIn: (provider?: string, options?: FormData | SignInOptions, authorizationParams?: AuthorizationParams) => Promise<string>
  /** Signs out from a server action. */
  signOut: (options?: SignOutOptions) => Promise<string>
}

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
export function Latchkey<S extends DefaultSession = Session>(
  config: LatchkeyConfig<S> | ((request: NextRequest | undefined) => Awaitable<LatchkeyConfig<S>>),
): LatchkeyResult<S> {
  const authFor: AuthOf<S> = async (request) => {
    const resolved = typeof config === 'function' ? await config(request) : config
    return { auth: createAuth(resolved, PRESET), authorized: resolved.callbacks?.authorized }
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
    auth: auth as LatchkeyResult<S>['auth'],
    signIn: (...args) => signInAction(authFor, ...args),
    signOut: (options) => signOutAction(authFor, options),
  }
}

export default Latchkey
