import * as platform from '#crypto'
import type { Awaitable } from '../types/basics.ts'

/** SHA-256 of a text: at once on Node.js, elsewhere later. */
export const sha256: (text: string) => Awaitable<Uint8Array<ArrayBuffer>> = platform.sha256

/** SHA-256 of a text, as lower-case hexadecimal. */
export const sha256Hex: (text: string) => Awaitable<string> = platform.sha256Hex

/** Compares two secrets; takes the same time wherever the first difference is. Their lengths are not secret. */
export function equalSecrets(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
