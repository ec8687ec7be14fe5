import { sha256 } from '#sha256'
import { toHex } from './random.ts'

export { sha256 }

/** SHA-256 of a text, as lower-case hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  return toHex(await sha256(text))
}

/** Compares two secrets; takes the same time wherever the first difference is. Their lengths are not secret. */
export function equalSecrets(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
