import { poll } from '../async/poll.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { AuthError } from '../errors/auth-error.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { claimAll, claimSeconds, releaseAll } from '../security/claims.ts'
import { claimKey } from '../security/once.ts'

/**
 * Runs changes of a user's accounts one after the other, in all processes that share the store. A
 * call waits up to two seconds for its turn.
 *
 * @param calls how many calls of the adapter the work makes
 * @throws {ServiceUnavailable} if another change has not ended; {StoreError} when the store fails
 */
export async function inTurn<T>(
  auth: ResolvedAuth,
  userId: string,
  calls: number,
  work: () => Promise<T>,
): Promise<T> {
  const keys = [await claimKey('accounts', userId)]
  const seconds = claimSeconds(auth, calls)
  const result = await poll(async () => {
    const claims = await claimAll(auth, keys, seconds)
    if (claims === undefined) return undefined
    try {
      const value = await work()
      await releaseAll(auth, claims)
      return { value }
    } catch (error) {
      if (!mayStillTakePlace(error)) await releaseAll(auth, claims)
      throw error
    }
  })
  if (result !== undefined) return result.value
  throw new ServiceUnavailable(
    'Another request has been changing the accounts of the same user for two seconds. Repeat the call. ' +
      `If its process has died, the call succeeds after ${seconds} seconds.`,
    { retryAfter: seconds },
  )
}

/** The database may carry out a change after its caller has given up. The claim then expires. */
function mayStillTakePlace(error: unknown): boolean {
  return error instanceof AuthError && (error.isTimeout === true || error.isTemporary === true)
}
