import { poll } from '../async/poll.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { leaseSeconds, withLease } from '../security/lease.ts'

/**
 * Runs changes to a user's accounts one after the other, in all processes that share the store. A
 * call waits up to two seconds for its turn.
 *
 * @param calls how many adapter calls the work makes
 * @param what what is changed. Changes of something else do not wait
 * @throws {ServiceUnavailable} if another change has not ended; {StoreError} if the store fails
 */
export async function inTurn<T>(
  auth: ResolvedAuth,
  userId: string,
  calls: number,
  work: () => Promise<T>,
  what: 'accounts' | 'password' = 'accounts',
): Promise<T> {
  const keys = [await hashedKey(what, userId)]
  const seconds = leaseSeconds(auth, calls)
  const result = await poll(() => withLease(auth, keys, seconds, work))
  if (result !== undefined) return result.value
  throw new ServiceUnavailable(
    `Another request has been changing the same user's ${what} for two seconds. Repeat the call. ` +
      `If its process has died, the call succeeds after ${seconds} seconds.`,
    { retryAfter: seconds },
  )
}
