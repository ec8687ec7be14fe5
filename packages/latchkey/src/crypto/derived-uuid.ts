import { sha256 } from './digest.ts'
import { toHex } from './random.ts'

/**
 * Returns a UUID that is always the same for a text, and different for any other text.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
export async function derivedUuid(text: string): Promise<string> {
  const bytes = (await sha256(text)).subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
