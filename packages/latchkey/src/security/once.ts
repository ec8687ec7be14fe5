import type { SessionContext } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'

/**
 * Claims what may be used once: `true` for the first who asks, in all processes that share a store.
 *
 * @param purpose keeps apart what has the same key
 * @param seconds for which the claim is remembered: as long as the key could be used
 */
export async function claimOnce(
  { auth }: Pick<SessionContext, 'auth'>,
  purpose: string,
  key: string,
  seconds: number,
): Promise<boolean> {
  return (await auth.store.add(`latchkey:${purpose}:${await sha256Hex(key)}`, 1, seconds)) === 1
}
