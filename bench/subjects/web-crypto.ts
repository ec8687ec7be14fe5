import { registerHooks } from 'node:module'

/** At the end of an address: a second copy of the library, as run times without `node:crypto` load it. */
const COPY = '?web-crypto'

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.endsWith(COPY) && !context.parentURL?.endsWith(COPY)) return next(specifier, context)
    const conditions = context.conditions.filter((condition) => condition !== 'node')
    const resolved = next(specifier.replace(COPY, ''), { ...context, conditions })
    return resolved.url.startsWith('file:') ? { ...resolved, url: `${resolved.url}${COPY}` } : resolved
  },
})

/** `createAuth`, with Web Crypto where Node.js would take its own. */
export const { createAuth }: typeof import('latchkey') = await import(`latchkey${COPY}`)
