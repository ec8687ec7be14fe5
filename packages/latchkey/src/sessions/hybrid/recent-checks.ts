import type { ResolvedAuth } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'

/** How many sessions a process remembers. */
const MAX_SESSIONS = 10_000

interface Check {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly userId: unknown
  /** The session token of its row, if it has one. */
  readonly rowKey: string | undefined
}

interface Checks {
  readonly byId: Map<string, Check>
  /** Counts the sessions that ended: a check that began before does not count. */
  endings: number
}

/** By the database or the store, which stay when a function creates the configuration again. */
const known = new WeakMap<object, Checks>()

/** Returns whether a session was found to exist in the last `recheck` seconds. */
export function wasChecked(auth: ResolvedAuth, { claims: { jti } }: DecodedToken): boolean {
  const check = typeof jti === 'string' ? checksOf(auth).byId.get(jti) : undefined
  if (check === undefined) return false
  const age = auth.now() - check.at
  return age >= 0 && age < auth.session.recheck * 1000
}

/**
 * Begins a check.
 *
 * @returns a function that notes that the session exists, unless one ended in the meantime
 */
export function beginCheck(auth: ResolvedAuth, { claims }: DecodedToken): (rowKey?: string) => void {
  const checks = checksOf(auth)
  const { endings } = checks
  const at = auth.now()
  return (rowKey) => {
    const { jti, sub } = claims
    if (typeof jti !== 'string' || checks.endings !== endings) return
    const { byId } = checks
    // At the end of the map, which is in insertion order.
    byId.delete(jti)
    byId.set(jti, { at, userId: sub, rowKey })
    if (byId.size > MAX_SESSIONS) for (const oldest of byId.keys()) return void byId.delete(oldest)
  }
}

/** Forgets a session that ended. @param id its `jti`, or its row's session token */
export function forgetSession(auth: ResolvedAuth, id: string): void {
  const checks = checksOf(auth)
  checks.endings++
  if (checks.byId.delete(id)) return
  for (const [jti, check] of checks.byId) if (check.rowKey === id) checks.byId.delete(jti)
}

/** Forgets the sessions of a user, or of all users. */
export function forgetSessionsOf(auth: ResolvedAuth, userId?: string): void {
  const checks = checksOf(auth)
  checks.endings++
  // A callback may have removed the user's id from the token.
  for (const [jti, check] of checks.byId)
    if (userId === undefined || check.userId === undefined || String(check.userId) === userId)
      checks.byId.delete(jti)
}

function checksOf({ accountCalls, store }: ResolvedAuth): Checks {
  const owner = accountCalls.adapter ?? store
  const checks = known.get(owner) ?? { byId: new Map(), endings: 0 }
  known.set(owner, checks)
  return checks
}
