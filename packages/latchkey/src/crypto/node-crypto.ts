let loaded: typeof import('node:crypto') | undefined

/**
 * Returns `node:crypto` and loads it on the first call. Loading it takes half as long as the rest
 * of a server start, which does not need it.
 */
export function nodeCrypto(): typeof import('node:crypto') {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}
