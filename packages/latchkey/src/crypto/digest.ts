import * as platform from '#crypto'
import type { Awaitable } from '../types/basics.ts'

/** Computes the SHA-256 hash of a text: synchronously on Node.js, as a promise elsewhere. */
export const sha256: (text: string) => Awaitable<Uint8Array<ArrayBuffer>> = platform.sha256

/** Computes the SHA-256 hash of a text, as lower-case hexadecimal. */
export const sha256Hex: (text: string) => Awaitable<string> = platform.sha256Hex

/** Compares two secrets in constant time. Their lengths are not secret. */
export function equalSecrets(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
