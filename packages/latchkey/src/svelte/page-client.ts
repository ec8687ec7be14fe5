import { PageClient } from '../client/client.ts'

/**
 * The defaults of `createSession` and `configure`. An integration with another base path changes
 * them when it is loaded.
 */
export const defaults: { basePath: string } = { basePath: '/auth' }

/** A page's shared client, for imported functions. */
export const pageClient: PageClient = new PageClient({
  get basePath() {
    return defaults.basePath
  },
})
