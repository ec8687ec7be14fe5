import type { ResolvedAuth } from '../../contract/context.ts'
import type { SessionDetails } from '../../types/account-records.ts'

/** What is known of a session in the list. */
export interface ListedSession extends SessionDetails {
  /**
   * Since when the session's tokens are valid, in seconds since 1970: those that were issued before
   * all sessions of the user ended are not. Only for sessions without a row.
   */
  readonly validFrom?: number | undefined
}

/** The list of a user's sessions. */
export interface SessionList {
  /** Adds a session. */
  add(auth: ResolvedAuth, session: ListedSession): Promise<void>
  /** Returns the sessions that exist, the newest first. */
  read(auth: ResolvedAuth, userId: string): Promise<readonly ListedSession[]>
  /** Changes a session, which may also get another token. Has no effect if it is not in the list. */
  change(
    auth: ResolvedAuth,
    session: Pick<ListedSession, 'userId' | 'sessionToken'>,
    changes: Partial<ListedSession>,
  ): Promise<void>
  /** Removes all sessions of a user who was deleted. */
  forget(auth: ResolvedAuth, userId: string): Promise<void>
  /** Removes a session. */
  remove(auth: ResolvedAuth, session: Pick<ListedSession, 'userId' | 'sessionToken'>): Promise<void>
}
