/**
 * Encodes bytes as base64url without padding, in runtimes that have no `Buffer`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-5
 */
export function toBase64url(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Encodes bytes as base64 with padding. Adapters store the ids and keys of passkeys in this format.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Decodes base64, with or without padding. Returns `undefined` if the text is not valid. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  return fromBase64url(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
}

/** Decodes base64url without padding. Returns `undefined` if the text is not valid. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    return toBytes(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

/**
 * Not `Uint8Array.from`, which takes twenty times as long. Runtimes without `Buffer` run this for
 * each session they read.
 */
function toBytes(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index)
  return bytes
}
