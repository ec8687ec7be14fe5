import type { ResolvedAuth } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'
import { StoreError } from '../../errors/services.ts'

/** How often the warning is logged, in milliseconds. */
const PERIOD_MS = 60_000

interface Warned {
  /** In milliseconds since 1970. */
  readonly at: number
  /** How many checks have passed without the store since then. */
  count: number
}

const warned = new WeakMap<ResolvedAuth, Warned>()

/**
 * Returns a token that was written less than `updateAge` ago, even though the store cannot say
 * whether it was ended.
 *
 * @throws {unknown} `error` for an older token, and if the error is not one of the store
 */
export function acceptRecent(auth: ResolvedAuth, found: DecodedToken, error: unknown): DecodedToken {
  const isRecent = auth.now() / 1000 - found.issuedAt < auth.session.updateAge
  if (!isRecent || !(error instanceof StoreError)) throw error
  warn(auth, error)
  return { ...found, isUnchecked: true }
}

function warn(auth: ResolvedAuth, { message }: StoreError): void {
  const now = Date.now()
  const last = warned.get(auth)
  if (last && now >= last.at && now - last.at < PERIOD_MS) {
    last.count++
    return
  }
  warned.set(auth, { at: now, count: 0 })
  auth.logger.warn(
    'sessions-unchecked',
    `${message} Sessions that were written less than ${auth.session.updateAge} seconds ago are accepted, ` +
      'also ended ones, because `session.whenStoreFails` is "accept".',
    { repeated: last?.count ?? 0 },
  )
}
