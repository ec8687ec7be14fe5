import type { RequestEvent } from '@sveltejs/kit'
import { getRequestEvent } from '$app/server'
import type { SessionUpdate } from '../call-options.ts'
import { createAuth } from '../integration/create-auth.ts'
import type { Awaitable } from '../types/basics.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import { createSignIn, createSignOut, type LatchkeyAction } from './actions.ts'
import type { LatchkeyConfig } from './config.ts'
import { createHandle, type LatchkeyHandle } from './handle.ts'
import { PRESET } from './preset.ts'
import { createSessions } from './request-session.ts'

export type { SessionUpdate } from '../call-options.ts'
export { AuthError, CredentialsSignin } from '../errors.ts'
export type { Account, DefaultSession, JWT, Profile, Session, User } from '../index.ts'
export { customFetch } from '../types/symbols.ts'
export type { ActionFields, ActionOutcome, LatchkeyAction } from './actions.ts'
export type { LatchkeyConfig } from './config.ts'
export type { LatchkeyHandle, LatchkeyLocals } from './handle.ts'

/** What {@link Latchkey} gives. Its name is needed where the compiler wants a type written down, as `isolatedDeclarations` does. */
export interface LatchkeyResult<S extends DefaultSession = Session> {
  /** The hook for `src/hooks.server.ts`: answers at the doors, and gives every request its `locals.auth()`. */
  handle: LatchkeyHandle
  /** A form action that signs in with the provider of the field `providerId`. Without one: goes to the sign-in page, and back. @throws {AuthError} */
  signIn: LatchkeyAction
  /** A form action that signs out. */
  signOut: LatchkeyAction
  /**
   * The session of the request that is being worked on, or `null`: what `locals.auth()` gives, for code that is not handed the event, like remote
   * functions. @throws {AuthError} when it could not be found out
   */
  auth: () => Promise<S | null>
  /**
   * Changes the session from an action or a remote function: hands `data` to the callbacks, with the trigger `update`, and writes what comes of it.
   * Gives the new session, or `null` when nobody is signed in. @throws {AuthError}
   */
  update: (data: SessionUpdate<S>) => Promise<S | null>
  /** Ends all sessions that a user has anywhere. See `revokeSessions` of `createAuth`. */
  revokeSessions: (userId: string) => Promise<void>
}

/**
 * Latchkey for SvelteKit 2 and 3.
 *
 * @param config the configuration, or a function that makes one anew for each request, for instance of `event.platform.env`
 * @example
 * ```ts
 * // src/auth.ts
 * import { Latchkey } from 'latchkey/sveltekit'
 * import GitHub from 'latchkey/providers/github'
 *
 * export const { handle, signIn, signOut, auth } = Latchkey({ providers: [GitHub] })
 * ```
 */
export function Latchkey<S extends DefaultSession = Session, T extends JWT = JWT>(
  config: LatchkeyConfig<S, T> | ((event: RequestEvent) => Awaitable<LatchkeyConfig<S, T>>),
): LatchkeyResult<S> {
  const sessionOf = createSessions(async (event) =>
    createAuth(typeof config === 'function' ? await config(event) : config, PRESET),
  )
  const current = () => sessionOf(getRequestEvent())
  return {
    handle: createHandle(sessionOf),
    signIn: createSignIn(sessionOf),
    signOut: createSignOut(sessionOf),
    auth: async () => (await current()).read(),
    update: async (data) => (await current()).update(data),
    revokeSessions: async (userId) => (await current()).auth.revokeSessions(userId),
  }
}

export default Latchkey
