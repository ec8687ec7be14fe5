/**
 * Returns `node:crypto`. Not by `process` alone: Next.js warns of it in bundles for the edge, which never
 * hash passwords.
 */
export function nodeCrypto(): typeof import('node:crypto') {
  return globalThis.process.getBuiltinModule('crypto')
}
