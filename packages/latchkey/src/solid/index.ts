import { pageClient } from '../client/page-client.ts'
import type { GetSessionParams } from '../client/types.ts'
import type { Session } from '../types/session.ts'

export type { RefetchPolicy } from '../client/keep-fresh.ts'
export type { GetSessionParams, SessionState, SessionStatus } from '../client/types.ts'
export type { Session } from '../types/session.ts'
export type { User } from '../types/user.ts'
export { type CreateSessionOptions, createSession } from './create-session.ts'

/**
 * Reads the session. Returns `null` if the user is signed out or if the read fails.
 *
 * @example
 * ```ts
 * import { getSession } from 'latchkey/solid'
 *
 * const session = await getSession()
 * console.log(session?.user?.name)
 * ```
 */
export const getSession: (params?: GetSessionParams) => Promise<Session | null> = pageClient.getSession

/**
 * Updates the session. Passes `data` to the server's callbacks; without `data`, only reads the
 * session again. Returns the new session, or `null` if it failed, in which case the user stays
 * signed in.
 *
 * @example
 * ```ts
 * import { update } from 'latchkey/solid'
 *
 * const session = await update({ user: { name: 'Ada' } })
 * ```
 */
export const update: (data?: unknown) => Promise<Session | null> = pageClient.update
