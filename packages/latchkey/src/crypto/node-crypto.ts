let loaded: typeof import('node:crypto') | undefined

/** `node:crypto`, from when it is needed first: loading it takes half as long as the rest of a start, which has no use for it yet. */
export function nodeCrypto(): typeof import('node:crypto') {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}
