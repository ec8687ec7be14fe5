/** Base64url without padding, for run times that have no `Buffer`. @see https://www.rfc-editor.org/rfc/rfc4648#section-5 */
export function toBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Base64 with padding, as adapters keep the ids and keys of passkeys. @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** The bytes of a base64 text, or `undefined` when it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return fromBase64url(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
}

/** The bytes of a base64url text, or `undefined` when it is none. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    return bytesOf(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

/** Not `Uint8Array.from`, which takes twenty times as long: where there is no `Buffer`, sessions are read by this. */
function bytesOf(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
