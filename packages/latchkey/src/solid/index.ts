import { pageClient } from '../client/page-client.ts'
import type { GetSessionParams } from '../client/types.ts'
import type { Session } from '../types/session.ts'

export type { RefetchPolicy } from '../client/keep-fresh.ts'
export type { GetSessionParams, SessionState, SessionStatus } from '../client/types.ts'
export { type CreateSessionOptions, createSession } from './create-session.ts'

/** The session; `null` when nobody is signed in, or when it could not be read. */
export const getSession: (params?: GetSessionParams) => Promise<Session | null> = pageClient.getSession

/**
 * Without `data` reads the session again; with it, hands it to the server's callbacks. Tells the new session; `null` when it failed, which signs
 * nobody out.
 */
export const update: (data?: unknown) => Promise<Session | null> = pageClient.update
