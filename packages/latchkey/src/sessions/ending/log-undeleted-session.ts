import type { ResolvedAuth } from '../../contract/context.ts'
import { randomHex } from '../../crypto/random.ts'
import { AuthError, asError, entryOf } from '../../errors/auth-error.ts'
import { SignOutError } from '../../errors/provider.ts'

/** Logs that an ended session may remain, unless another one had the same cause. */
export function logRemainingSession({ logger }: ResolvedAuth, thrown: unknown): void {
  const err = asError(thrown)
  const message = 'An ended session may still be in the database. Check the database and the `store`.'
  const error = new SignOutError(message, { cause: { err } })
  const own = randomHex(4)
  const entry = err instanceof AuthError ? err[entryOf]?.(own, error) : undefined
  if (entry === undefined) logger.error(error)
  else if (entry.reference === own) logger.error(error, entry)
}
