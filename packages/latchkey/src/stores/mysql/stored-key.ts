/** The longest key that is stored as it is, in bytes. */
const MAX_BYTES = 255

/**
 * How much of a longer key stays readable, in bytes. Together with its hash, it is longer than any
 * key that is stored as it is, so that both differ.
 */
const READABLE_BYTES = 192

/**
 * Returns a row's key: the text's bytes, so that no collation makes two keys equal. A key that is
 * too long for an index is shortened, and its hash is added.
 */
export async function storedKey(key: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(key)
  if (bytes.length <= MAX_BYTES) return bytes
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const digits = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const end = new TextEncoder().encode(`:sha256:${digits}`)
  const shortened = new Uint8Array(READABLE_BYTES + end.length)
  shortened.set(bytes.subarray(0, READABLE_BYTES))
  shortened.set(end, READABLE_BYTES)
  return shortened
}
