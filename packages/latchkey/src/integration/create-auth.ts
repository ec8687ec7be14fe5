import { andThen } from '../async/awaitable.ts'
import { loadOnce } from '../async/load-once.ts'
import { type Preset, resolveConfig } from '../config/resolve.ts'
import type { Context, ResolvedAuth } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { type Caller, readServerCall, type ServerCall } from '../request/read-request.ts'
import { asAuthError, report } from '../request/report.ts'
import { resolveContext } from '../request/resolve-context.ts'
import type { Awaitable, Fields } from '../types/basics.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Cookie } from '../types/cookies.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'

// Loaded when they are first used: a proxy that reads sessions needs neither doors, pages nor ways to sign in.
const handler = loadOnce(() => import('../request/handle.ts'))
const serverActions = loadOnce(() => import('../endpoints/from-server.ts'))

/** What a session check tells, and the cookies that it wants written where they can be. */
export interface SessionResult<S> {
  readonly session: S | null
  readonly cookies: readonly Cookie[]
}

/** Where to go next, and the cookies to be written before. */
export interface Outcome {
  readonly url: string
  readonly cookies: readonly Cookie[]
}

/** A sign-in that server code of the application begins. */
export interface SignInCall {
  /** Without one, or with one that is not configured, the outcome is the sign-in page. */
  readonly providerId: string | undefined
  /** Credentials, and `callbackUrl`: where to go afterwards. */
  readonly fields: Fields
  readonly authorizationParams?: URLSearchParams
}

/** A configuration at work: all that an integration needs. Every call but `handle` throws what fails, after it was logged. */
export interface Auth<S extends DefaultSession = Session> {
  readonly config: ResolvedAuth
  /** Answers a request to one of our doors. Never throws. */
  handle(request: Request): Promise<Response>
  session(caller: Caller): Promise<SessionResult<S>>
  update(caller: Caller, data: unknown): Promise<SessionResult<S>>
  signIn(caller: Caller, call: SignInCall): Promise<Outcome>
  signOut(caller: Caller, callbackUrl: string | undefined): Promise<Outcome>
  /**
   * Ends all sessions that a user has anywhere: after a changed password, a lost device, a deletion. With sessions in cookies that holds for all
   * processes that share the `store`; with those in a database the adapter needs `deleteSessionsByUserId`.
   */
  revokeSessions(userId: string): Promise<void>
}

/**
 * Puts a configuration to work. Checked and completed once; call it as often as you like with the same object.
 *
 * @param preset what an integration sets where the configuration does not
 */
export function createAuth<S extends DefaultSession = Session, T extends JWT = JWT>(
  config: AuthConfig<S, T>,
  preset: Preset = { basePath: '/auth' },
): Auth<S> {
  const auth = resolveConfig(config, preset)
  // What the `session` callback returns is an `S` by the configuration's own type.
  const response = (session: DefaultSession | null, { cookies }: Context): SessionResult<S> => ({
    session: session as S | null,
    cookies: cookies.written,
  })
  return {
    config: auth,
    handle: (request) => andThen(handler(), ({ handle }) => handle(auth, request)),
    session: (caller) =>
      runServerCall(auth, caller, { action: 'session' }, (ctx) =>
        andThen(auth.sessions.read(ctx), (session) => response(session, ctx)),
      ),
    update: (caller, data) =>
      runServerCall(auth, caller, { action: 'session', fields: { data } }, async (ctx) => {
        const { updateFromServer } = await serverActions()
        return response(await updateFromServer(ctx), ctx)
      }),
    signIn: async (caller, call) =>
      runServerCall(auth, caller, await signInCall(auth, call), async (ctx) => {
        const { signInFromServer } = await serverActions()
        return outcome(ctx, await signInFromServer(ctx))
      }),
    signOut: (caller, callbackUrl) =>
      runServerCall(auth, caller, { action: 'signout', fields: { callbackUrl } }, async (ctx) => {
        const { signOutFromServer } = await serverActions()
        return outcome(ctx, await signOutFromServer(ctx))
      }),
    revokeSessions: async (userId) => {
      const { problem } = await auth.checkConfig()
      if (problem !== undefined) throw problem
      await auth.sessions.revoke(auth, String(userId))
    },
  }
}

/** Lets server code of the application in where a request enters once its form was read. */
async function runServerCall<T>(
  auth: ResolvedAuth,
  caller: Caller,
  call: ServerCall,
  work: (ctx: Context) => Awaitable<T>,
): Promise<T> {
  const authRequest = readServerCall(auth, caller, call)
  try {
    return await andThen(resolveContext(authRequest), work)
  } catch (thrown) {
    const error = asAuthError(authRequest, thrown)
    report(authRequest, error)
    throw error
  }
}

async function signInCall(
  auth: ResolvedAuth,
  { providerId, fields, authorizationParams }: SignInCall,
): Promise<ServerCall> {
  const { providers } = await auth.checkConfig()
  const known = providerId !== undefined && providers.has(providerId) ? providerId : undefined
  return { action: 'callback', providerId: known, fields, query: authorizationParams }
}

function outcome({ cookies }: Context, result: Result): Outcome {
  // Only pages and reads have another kind of result, and neither is called from here.
  if (result.type !== 'redirect') throw new TypeError(`A ${result.type} is no outcome of a sign-in.`)
  return { url: result.url, cookies: cookies.written }
}
