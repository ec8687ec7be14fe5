export { sha256, sha256Hex } from '#crypto'

/** Compares two secrets; takes the same time wherever the first difference is. Their lengths are not secret. */
export function equalSecrets(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
