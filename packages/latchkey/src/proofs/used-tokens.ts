import type { ResolvedAuth } from '../contract/context.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import type { VerificationToken } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'

/**
 * Returns whether a token that the database returned is used for the first time. Many adapters read
 * the row and then delete it, so several simultaneous requests receive it. If the store fails,
 * stores the token again.
 *
 * @param restore stores the token again
 * @throws {StoreError} if the store fails
 */
export async function isFirstUse(
  auth: ResolvedAuth,
  { identifier, token, expires }: VerificationToken,
  restore: () => Awaitable<unknown>,
): Promise<boolean> {
  // With the time, because an application may repeat its tokens.
  const use = [identifier, token, expires.getTime()]
  const seconds = Math.ceil((expires.getTime() - auth.now()) / 1000)
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
