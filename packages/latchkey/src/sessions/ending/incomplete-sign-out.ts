import { orElse } from '../../async/awaitable.ts'
import { RETRY_AFTER_SECONDS } from '../../async/bounded-call.ts'
import type { SessionContext } from '../../contract/context.ts'
import { AuthError, asError, entryOf } from '../../errors/auth-error.ts'
import { SignOutError } from '../../errors/provider.ts'
import { StoreError } from '../../errors/services.ts'
import { lookUpOnPrimary } from '../database/rows.ts'

/**
 * Returns the error for a session that ended only in this browser. It repeats its cause, so an
 * outage does not fill the log.
 */
export function incompleteSignOut(thrown: unknown): SignOutError {
  const err = asError(thrown)
  const error = new SignOutError(
    'A user signed out, but the session could not be ended, so a copy of its cookie may stay valid until ' +
      "it expires. This browser's cookie was cleared. Check the database and the `store`.",
    { cause: { err, retryAfter: RETRY_AFTER_SECONDS } },
  )
  return Object.assign(error, err instanceof AuthError && { [entryOf]: err[entryOf] })
}

/**
 * Throws if a session may still be in the database. Some adapters throw if they delete a session
 * that no longer exists.
 *
 * @param sessionToken as the database stores it
 * @throws {SignOutError}
 */
export async function requireNoSession(
  ctx: SessionContext,
  sessionToken: string,
  thrown: unknown,
): Promise<void> {
  // An unavailable database would only take as long again.
  const isAway = thrown instanceof AuthError && thrown.isTemporary
  // Without a note in the store, a copy of the database may still have the session.
  const isUnknown = isAway || thrown instanceof StoreError
  const row =
    isUnknown ||
    (await orElse(
      async () => lookUpOnPrimary(ctx, sessionToken),
      () => true,
    ))
  if (row) throw incompleteSignOut(thrown)
}
