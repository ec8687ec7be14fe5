import { nodeCookieWriter, writeNodeCookies } from '../http/cookies/node-cookies.ts'
import { type Auth, createAuth } from '../integration/create-auth.ts'
import type {
  AuthorizationParams,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'
import { type RevokeSessionsOptions, revokeSessions, signIn, signOut, update } from './actions.ts'
import { toCaller } from './caller.ts'
import { handleRequest, type Next } from './handler.ts'
import type { NodeRequest, NodeResponse } from './message.ts'
import { type NodePasswords, nodePasswords } from './passwords.ts'
import { createProtect, type Protect } from './protect.ts'
import { type NodeUsers, nodeUsers } from './users.ts'

export type { Account, DefaultSession, JWT, Profile, Session, User } from '../entry/index.ts'
export { AuthError } from '../errors/auth-error.ts'
export { CredentialsSignin } from '../errors/credentials.ts'
export type {
  AuthorizationParams,
  SignInOptions,
  SignOutOptions,
  SignOutResult,
} from '../integration/options.ts'
export type * from '../integration/public-types.ts'
export { customFetch } from '../types/symbols.ts'
export type { RevokeSessionsOptions } from './actions.ts'
export type { Next } from './handler.ts'
export type { NodeRequest, NodeResponse } from './message.ts'
export type { NodePasswords } from './passwords.ts'
export type { Protect } from './protect.ts'
export { toWebRequest } from './request.ts'
export { sendWebResponse } from './response.ts'
export type { NodeUsers } from './users.ts'

/**
 * Configuration for servers on Node.js: the options of `latchkey`.
 *
 * @experimental
 */
export type LatchkeyConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> = Omit<ReadonlyAuthConfig<S, T, U>, 'raw'>

/**
 * Result of {@link Latchkey}. Exported for explicit type annotations, which `isolatedDeclarations`
 * requires.
 *
 * @experimental
 */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /**
   * Serves Latchkey's endpoints: a listener of `node:http`, `node:https` and `node:http2`, and
   * middleware of Express and Connect. For another path it calls `next`; without `next`, it
   * responds with 404. The promise rejects only if `next` throws or rejects.
   */
  handler: (req: NodeRequest, res: NodeResponse, next?: Next) => Promise<void>
  /**
   * Returns the session, or `null`. With `res`, an active session is also renewed: call it before
   * the response is sent.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read, because a callback or the database failed
   */
  auth: (req: NodeRequest, res?: NodeResponse) => Promise<S | null>
  /** Protects a page or an API route. */
  protect: Protect<S>
  /**
   * Returns the user who is signed in, or `null`. With `res`, the user's methods set cookies: call
   * them before the response is sent.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  currentUser: (req: NodeRequest, res?: NodeResponse) => Promise<CurrentUser | null>
  /**
   * Signs in, and redirects the browser. Without a provider, redirects to the sign-in page. If a
   * sign-in cannot start, for example because the provider is unreachable, redirects to the page
   * that shows the failure.
   *
   * @returns the URL of the redirect; with `redirect: false`, the URL to go to
   * @throws {SignInIncomplete} with `redirect: false`, if the sign-in continues at its `url`, for example
   *   because it needs a second factor
   * @throws {AuthError} for wrong credentials, and for every other failure that you have to handle
   */
  signIn: (
    req: NodeRequest,
    res: NodeResponse,
    provider?: string,
    options?: SignInOptions,
    authorizationParams?: AuthorizationParams,
  ) => Promise<string>
  /**
   * Signs out, and redirects the browser.
   *
   * @returns the URL of the redirect; with `redirect: false`, the URL to go to
   * @throws {AuthError} when the sign-out fails
   */
  signOut: (req: NodeRequest, res: NodeResponse, options?: SignOutOptions) => Promise<SignOutResult>
  /**
   * Updates the session. Passes `data` to the callbacks, with the trigger `update`, and stores the
   * result.
   *
   * @returns the updated session, or `null` if the user is signed out
   * @throws {AuthError} when the session cannot be updated
   */
  update: (req: NodeRequest, res: NodeResponse, data: SessionUpdate<S>) => Promise<S | null>
  /**
   * Ends all sessions of a user on all devices. With `{ except: 'current', req, res }`, the
   * request's session continues with a new token: call it before the response is sent.
   *
   * @throws {AuthError} when the sessions cannot be ended
   */
  revokeSessions: (userId: string, options?: RevokeSessionsOptions) => Promise<void>
  /**
   * Ends all the user's sessions, and unlinks all accounts and passkeys. See `createAuth`'s
   * `removeAccess`.
   */
  removeAccess: (userId: string) => Promise<void>
  /** Starts and ends sessions of any user, and disables users. Check first who calls it. */
  users: NodeUsers
  /** Server functions for forms about passwords. Needs the provider `Password`. */
  passwords: NodePasswords
}

/**
 * Sets up Latchkey for a server on Node.js: `node:http`, Express, Fastify, Connect.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { Latchkey } from 'latchkey/node'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { handler, protect } = Latchkey({ providers: [GitHub] })
 *
 * createServer(async (req, res) => {
 *   try {
 *     await handler(req, res, async () => {
 *       const session = await protect(req, res)
 *       if (session) res.end(`Hello ${session.user?.name}`)
 *     })
 *   } catch (error) {
 *     console.error(error)
 *     res.destroy()
 *   }
 * })
 * ```
 * @experimental
 */
export function Latchkey<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>(
  config: LatchkeyConfig<S, T, U>,
): LatchkeyResult<S> {
  let known: Auth<S> | undefined
  // With the first request: by then, the program has loaded its environment.
  const getAuth = (): Auth<S> => {
    known ??= createAuth(config)
    return known
  }
  return {
    handler: async (req, res, next) => handleRequest(getAuth(), { req, res }, next),
    auth: async (req, res) => {
      const { session, cookies } = await getAuth().session(toCaller(req, res))
      if (res) writeNodeCookies(res, cookies)
      return session
    },
    protect: createProtect(getAuth),
    currentUser: async (req, res) => getAuth().currentUser(toCaller(req, res), res && nodeCookieWriter(res)),
    signIn: async (req, res, ...args) => signIn(getAuth(), { req, res }, ...args),
    signOut: async (req, res, options) => signOut(getAuth(), { req, res }, options),
    update: async (req, res, data) => update(getAuth(), { req, res }, data),
    revokeSessions: async (userId, options) => revokeSessions(getAuth(), userId, options),
    removeAccess: async (userId) => getAuth().removeAccess(userId),
    users: nodeUsers(getAuth),
    passwords: nodePasswords(getAuth),
  }
}

export default Latchkey
