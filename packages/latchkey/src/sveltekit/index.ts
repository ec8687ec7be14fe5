import type { RequestEvent } from '@sveltejs/kit'
import { getRequestEvent } from '$app/server'
import { isPending, loadOnce } from '../async/awaitable.ts'
import { type Auth, createAuth } from '../integration/create-auth.ts'
import { manageWith } from '../integration/manage-with.ts'
import type { RevokeSessionsOptions, SessionUpdate } from '../integration/options.ts'
import { passwordsWith } from '../integration/passwords-with.ts'
import type { Awaitable } from '../types/basics.ts'
import type { CurrentUser } from '../types/current-user.ts'
import type { Passwords } from '../types/password-functions.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'
import type { Users } from '../types/users.ts'
import { createSignIn, createSignOut, type LatchkeyAction, type LatchkeySignInAction } from './actions.ts'
import type { LatchkeyConfig } from './config.ts'
import { createHandle, type LatchkeyHandle } from './handle.ts'
import { kitPreset } from './preset.ts'
import { createProtect, type Protect } from './protect.ts'
import { createSessions } from './request-session.ts'

export type { Account, DefaultSession, JWT, Profile, Session, User } from '../entry/index.ts'
export { AuthError } from '../errors/auth-error.ts'
export { CredentialsSignin } from '../errors/credentials.ts'
export type { RevokeSessionsOptions } from '../integration/options.ts'
export type * from '../integration/public-types.ts'
export { customFetch } from '../types/symbols.ts'
export type { ActionFields, ActionOutcome, LatchkeyAction, LatchkeySignInAction } from './actions.ts'
export type { LatchkeyConfig, SvelteKitAuthConfig } from './config.ts'
export type { LatchkeyHandle, LatchkeyLocals } from './handle.ts'
export type { Authorize, Protect, ProtectedRequest, ProtectOptions } from './protect.ts'

/**
 * Result of {@link Latchkey}. Exported for explicit type annotations, which `isolatedDeclarations`
 * requires.
 *
 * @experimental
 */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /** Hook for `src/hooks.server.ts`. Serves the endpoints and adds `locals.auth()` to requests. */
  handle: LatchkeyHandle
  /**
   * Returns the session for a page or an action: `protect()`, `protect({ within: 600 })`. With
   * paths, returns a hook: `sequence(handle, protect(['/account']))`.
   */
  protect: Protect<S>
  /**
   * Form action that signs in with the provider in the field `providerId`. Without it, redirects to
   * the sign-in page, which leads back. If a sign-in cannot start, for example because the provider
   * is unreachable, redirects to the page that shows the failure.
   *
   * @throws {AuthError} for wrong credentials, and for every other failure that you have to handle
   */
  signIn: LatchkeySignInAction
  /** Form action that signs out. */
  signOut: LatchkeyAction
  /**
   * Returns the current request's session, or `null`. Does the same as `locals.auth()`, for code
   * that does not receive the event, such as remote functions.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  auth: () => Promise<S | null>
  /**
   * Returns the user who is signed in, or `null`. Does the same as `locals.currentUser()`. Without
   * the event, uses the current request's.
   *
   * @throws {AuthError} when the configuration is invalid, the host is not trusted, or the session
   *   cannot be read
   */
  currentUser: (event?: RequestEvent) => Promise<CurrentUser | null>
  /**
   * Updates the session from an action or a remote function. Passes `data` to the callbacks, with
   * the trigger `update`, and stores the result.
   *
   * @returns the updated session, or `null` if the user is signed out
   * @throws {AuthError} when the session cannot be updated
   */
  update: (data: SessionUpdate<S>) => Promise<S | null>
  /**
   * Ends all the user's sessions on all devices, including the current one.
   * `revokeSessions(userId, { except: 'current' })` keeps the current session. See `createAuth`'s
   * `revokeSessions`.
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
}

/**
 * Sets up Latchkey for SvelteKit 2 and 3.
 *
 * @param config the configuration, or a function that returns it and is called for each request,
 *   for example to read `event.platform.env`
 * @example
 * ```ts
 * // src/auth.ts
 * import { Latchkey } from 'latchkey/sveltekit'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { handle, signIn, signOut, auth } = Latchkey({ providers: [GitHub] })
 * ```
 * @experimental
 */
export function Latchkey<S extends DefaultSession = Session, T extends JWT = JWT, U extends User = User>(
  config: LatchkeyConfig<S, T, U> | ((event: RequestEvent) => Awaitable<LatchkeyConfig<S, T, U>>),
): LatchkeyResult<S> {
  const ownPreset = loadOnce(async () => ({ ...(await kitPreset()), source: config }))
  const authFor = async (event: () => RequestEvent): Promise<Auth<S>> => {
    const known = ownPreset()
    const preset = isPending(known) ? await known : known
    return createAuth(typeof config === 'function' ? await config(event()) : config, preset)
  }
  const sessionOf = createSessions((event) => authFor(() => event))
  const current = () => sessionOf(getRequestEvent())
  return {
    handle: createHandle(sessionOf),
    protect: createProtect(sessionOf),
    signIn: createSignIn(sessionOf),
    signOut: createSignOut(sessionOf),
    auth: async () => (await current()).read(),
    currentUser: async (event) => (await (event ? sessionOf(event) : current())).currentUser(),
    update: async (data) => (await current()).update(data),
    revokeSessions: async (...args) => (await current()).revokeSessions(...args),
    removeAccess: async (userId) => (await authFor(getRequestEvent)).removeAccess(userId),
    passwords: passwordsWith(async (run) => (await current()).runPasswords(run)),
    users: {
      // Also outside a request, for example in `init` and in jobs.
      ...manageWith(async () => (await authFor(getRequestEvent)).users),
      startSession: async (...args) => (await current()).startSession(...args),
    },
  }
}

export default Latchkey
