import type { Context } from '../../contract/context.ts'
import { sha256Hex } from '../../crypto/digest.ts'

/** Returns the key in the store for an address. It contains only a hash of the address. */
export async function storeKey(
  { auth }: Context,
  purpose: 'ended-links' | 'wrong-codes',
  identifier: string,
): Promise<string> {
  const parts = [auth.pinnedOrigin, auth.basePath, identifier]
  return `latchkey:${purpose}:${await sha256Hex(JSON.stringify(parts))}`
}
