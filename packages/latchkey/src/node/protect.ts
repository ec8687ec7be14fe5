import { loadOnce } from '../async/awaitable.ts'
import { writeNodeCookies } from '../http/cookies/node-cookies.ts'
import { UNCACHED } from '../http/cookies/write-cookies.ts'
import type { Auth } from '../integration/create-auth.ts'
import type { ProtectPageOptions } from '../integration/protect-options.ts'
import { signInPagePath } from '../integration/sign-in-page.ts'
import { isEndpointPath } from '../request/action-names.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { toCaller } from './caller.ts'
import { hasNormalPath, type NodeRequest, type NodeResponse, readPathname, readUrl } from './message.ts'
import { readHeaders } from './request.ts'
import { sendWebResponse } from './response.ts'

/** Loaded on demand: requests with a session do not need it. */
const refusals = loadOnce(() => import('./refuse.ts'))

/**
 * Reads the session of a request, and responds to signed-out users.
 *
 * @experimental
 */
export interface Protect<S extends DefaultSession = Session> {
  /**
   * Returns the session, and renews it. Without a session, sends the response and returns `null`: a
   * redirect to the sign-in page, which leads back, or status 401 for a script's request. With
   * options, asks for more than a session: a recent sign-in, a second factor.
   *
   * @throws {AuthError} when the session cannot be read, because a callback or the database failed
   */
  (req: NodeRequest, res: NodeResponse, options?: ProtectPageOptions): Promise<S | null>
  /**
   * Middleware of Express and Connect: calls `next` if the user is signed in. Always lets requests
   * for Latchkey's endpoints and for your sign-in page through.
   */
  (
    req: NodeRequest,
    res: NodeResponse,
    next: (error?: unknown) => unknown,
    options?: ProtectPageOptions,
  ): Promise<void>
}

/** Returns the function that protects pages and API routes. */
export function createProtect<S extends DefaultSession>(getAuth: () => Auth<S>): Protect<S> {
  const protect = async (
    req: NodeRequest,
    res: NodeResponse,
    third?: ((error?: unknown) => unknown) | ProtectPageOptions,
    // Express takes a function with four declared parameters for one that handles errors.
    ...[fourth]: readonly [ProtectPageOptions?]
  ): Promise<S | null | void> => {
    const auth = getAuth()
    if (typeof third !== 'function') return requireSession(auth, req, res, third)
    const next = third
    let isAllowed: boolean
    try {
      isAllowed = isSignInPath(auth, req) || (await requireSession(auth, req, res, fourth)) !== null
    } catch (error) {
      next(error)
      return
    }
    if (isAllowed) next()
  }
  // TypeScript cannot infer the overloads of one function.
  return protect as Protect<S>
}

async function requireSession<S extends DefaultSession>(
  auth: Auth<S>,
  req: NodeRequest,
  res: NodeResponse,
  options?: ProtectPageOptions,
): Promise<S | null> {
  const caller = toCaller(req, res)
  if (options !== undefined) return (await refusals()).protectExchange(auth, { req, res }, caller, options)
  const result = await auth.sessionOrErrorPage(caller)
  if (result instanceof Response) {
    await sendWebResponse(res, result)
    return null
  }
  writeNodeCookies(res, result.cookies)
  // The next user of the browser must not find the page in its cache.
  if (!res.headersSent) res.setHeader('Cache-Control', UNCACHED)
  if (result.session === null)
    await sendWebResponse(res, (await refusals()).refuse(auth, { method: req.method ?? 'GET', caller }))
  return result.session
}

/** Users could not sign in if these paths were protected. */
function isSignInPath<S extends DefaultSession>({ config }: Auth<S>, req: NodeRequest): boolean {
  // The next middleware would take `/account/../login` for a page below `/account`.
  if (!hasNormalPath(req)) return false
  const pathname = readPathname(req)
  if (isEndpointPath(config, pathname)) return true
  return signInPagePath(config, { headers: readHeaders(req), url: readUrl(req) }) === pathname
}
