import { registerHooks } from 'node:module'

/**
 * Appended to a specifier to load a second copy of the library, as runtimes without `node:crypto`
 * do.
 */
const COPY = '?web-crypto'

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.endsWith(COPY) && !context.parentURL?.endsWith(COPY)) return next(specifier, context)
    const conditions = context.conditions.filter((condition) => condition !== 'node')
    const resolved = next(specifier.replace(COPY, ''), { ...context, conditions })
    return resolved.url.startsWith('file:') ? { ...resolved, url: `${resolved.url}${COPY}` } : resolved
  },
})

/** `createAuth` with Web Crypto instead of `node:crypto`. */
export const { createAuth }: typeof import('latchkey') = await import(`latchkey${COPY}`)
