import type { ResolvedAuth } from '../contract/context.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import type { VerificationToken } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'

/**
 * How long a token that shares its proof is remembered at least, in seconds: another one, which works
 * longer, may be in use at the same time.
 */
const MIN_SECONDS = 10 * 60

/**
 * Returns whether a token that the database returned is used for the first time. Many adapters read
 * the row and then delete it, so several simultaneous requests receive it. If the store fails,
 * stores the token again.
 *
 * @param restore stores the token again
 * @param proof what it proves together with other tokens, of which only one is used
 * @throws {StoreError} if the store fails
 */
export async function isFirstUse(
  auth: ResolvedAuth,
  { identifier, token, expires }: VerificationToken,
  restore: () => Awaitable<unknown>,
  proof?: string,
): Promise<boolean> {
  // With the time, because an application may repeat its tokens.
  const use = proof === undefined ? [identifier, token, expires.getTime()] : [proof]
  const left = Math.ceil((expires.getTime() - auth.now()) / 1000)
  const seconds = left > 0 && proof !== undefined ? Math.max(left, MIN_SECONDS) : left
  try {
    // Not taken, because a token that has expired is never accepted.
    return !(seconds > 0) || (await takeOnce(auth, await hashedKey('used-link', use), seconds))
  } catch (error) {
    try {
      await restore()
    } catch {
      // The user has to request another one. The cause is the store.
    }
    throw error
  }
}
