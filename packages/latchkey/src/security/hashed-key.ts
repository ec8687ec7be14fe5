import { sha256Hex } from '../crypto/digest.ts'
import type { HashedPurpose } from './store-keys.ts'

/** Returns the key for a text. The key contains only the text's hash. Hashes a list as JSON. */
export async function hashedKey(
  purpose: HashedPurpose,
  content: string | readonly unknown[],
): Promise<string> {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return `latchkey:${purpose}:${await sha256Hex(text)}`
}
