import { writeNodeCookies } from '../http/cookies/node-cookies.ts'
import type { Auth } from '../integration/create-auth.ts'
import type {
  AuthorizationParams,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
import { type Conclusion, chooseTarget, conclude, signOutResult } from '../integration/outcome.ts'
import type { DefaultSession } from '../types/session.ts'
import { toCaller } from './caller.ts'
import type { Exchange, NodeRequest, NodeResponse } from './message.ts'

/**
 * The request whose session `revokeSessions` keeps.
 *
 * @experimental
 */
export interface RevokeSessionsOptions {
  /** Keeps the session of the request, with a new token. */
  except: 'current'
  req: NodeRequest
  res: NodeResponse
}

/** Signs in. @returns the URL to go to */
export async function signIn<S extends DefaultSession>(
  auth: Auth<S>,
  exchange: Exchange,
  providerId?: string,
  { redirect, redirectTo, ...fields }: SignInOptions = {},
  authorizationParams?: AuthorizationParams,
): Promise<string> {
  const caller = toCaller(exchange.req, exchange.res)
  const outcome = await auth.signIn(caller, {
    providerId,
    fields: { ...fields, callbackUrl: chooseTarget(redirectTo, caller.headers, '/') },
    authorizationParams: new URLSearchParams(authorizationParams),
  })
  return conclude(outcome, redirect, conclusionFor(exchange.res))
}

/** Signs out. */
export async function signOut<S extends DefaultSession>(
  auth: Auth<S>,
  { req, res }: Exchange,
  { redirect, redirectTo, provider }: SignOutOptions = {},
): Promise<SignOutResult> {
  const caller = toCaller(req, res)
  const outcome = await auth.signOut(caller, chooseTarget(redirectTo, caller.headers, '/'), provider)
  return signOutResult(await conclude(outcome, redirect, conclusionFor(res)))
}

/** Passes data to the callbacks. @returns the updated session, or `null` */
export async function update<S extends DefaultSession>(
  auth: Auth<S>,
  { req, res }: Exchange,
  data: unknown,
): Promise<S | null> {
  const { session, cookies } = await auth.update(toCaller(req, res), data)
  writeNodeCookies(res, cookies)
  return session
}

/** Ends all sessions of a user, except that of the request if `except` says so. */
export async function revokeSessions<S extends DefaultSession>(
  auth: Auth<S>,
  userId: string,
  options?: RevokeSessionsOptions,
): Promise<void> {
  if (options === undefined) {
    await auth.revokeSessions(userId)
    return
  }
  const { except, req, res } = options
  const { cookies } = await auth.revokeSessions(userId, { except, caller: toCaller(req, res) })
  writeNodeCookies(res, cookies)
}

/** Redirects the browser by the response. */
function conclusionFor(res: NodeResponse): Conclusion<string> {
  return {
    write: (cookies) => writeNodeCookies(res, cookies),
    redirect(url) {
      res.statusCode = 303
      res.setHeader('Location', url)
      res.end()
      return url
    },
  }
}
