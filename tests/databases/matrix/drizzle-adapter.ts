import { registerHooks } from 'node:module'

/**
 * Loads the adapter with the `drizzle-orm` of this workspace. The adapter may be installed in a
 * folder above, from which Node.js does not find it.
 */
export async function loadDrizzleAdapter(): Promise<typeof import('@auth/drizzle-adapter')> {
  registerHooks({
    resolve: (specifier, context, next) => {
      const isWanted =
        specifier.startsWith('drizzle-orm') && context.parentURL?.includes('/@auth/drizzle-adapter/')
      return next(specifier, isWanted ? { ...context, parentURL: import.meta.url } : context)
    },
  })
  return import('@auth/drizzle-adapter')
}
