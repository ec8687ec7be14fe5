import type { ResolvedAuth } from '../../contract/context.ts'
import { hasRows } from '../hybrid/rows.ts'
import { adapterList } from './in-adapter.ts'
import { storeList } from './in-store.ts'
import type { SessionList } from './listed-session.ts'

/**
 * Returns where sessions are listed: sessions with a row in the database, others in the store.
 */
export function sessionList(auth: ResolvedAuth): SessionList {
  return auth.sessions.type === 'database' || hasRows(auth) ? adapterList : storeList
}
