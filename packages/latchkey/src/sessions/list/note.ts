import type { ResolvedAuth } from '../../contract/context.ts'
import { asError } from '../../errors/auth-error.ts'
import type { JWT } from '../../types/session.ts'
import { hasRows, rowKey } from '../hybrid/rows.ts'
import { sessionList } from './list.ts'
import type { ListedSession } from './listed-session.ts'

/** What changed with a token. */
export type TokenChanges = Partial<ListedSession> & {
  /** The `jti` under which its session continues. */
  readonly next?: string | undefined
}

/** Changes the entry of a token's session. A failure is only logged. */
export async function noteTokenChange(
  auth: ResolvedAuth,
  { jti, sub }: JWT,
  { next, ...changes }: TokenChanges,
): Promise<void> {
  if (typeof jti !== 'string' || typeof sub !== 'string') return
  await noteChange(
    auth,
    { userId: sub, sessionToken: await tokenKey(auth, jti) },
    { ...changes, ...(next && { sessionToken: await tokenKey(auth, next) }) },
  )
}

/** Changes the entry of a session. A failure is only logged: the session itself is as it should be. */
export async function noteChange(
  auth: ResolvedAuth,
  session: Pick<ListedSession, 'userId' | 'sessionToken'>,
  changes: Partial<ListedSession>,
): Promise<void> {
  await orLog(auth, () => sessionList(auth).change(auth, session, changes))
}

/** Removes the entry of a session that ended. A failure is only logged: a list checks its entries. */
export async function noteEnd(
  auth: ResolvedAuth,
  session: Pick<ListedSession, 'userId' | 'sessionToken'>,
): Promise<void> {
  await orLog(auth, () => sessionList(auth).remove(auth, session))
}

/** Returns the key under which a token's session is in the list. */
export async function tokenKey(auth: ResolvedAuth, jti: string): Promise<string> {
  return hasRows(auth) ? rowKey(jti) : jti
}

async function orLog({ logger }: ResolvedAuth, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    logger.error(asError(error))
  }
}
