import type { DefaultSession } from '../types/session.ts'
import { currentCaller } from './caller.ts'
import type { AuthOf } from './config.ts'
import { cache, connection } from './newer-names.ts'

/**
 * Returns a function that reads the current request's session once for all of its server
 * components. It sets no cookies, because server components cannot.
 */
export function currentSession<S extends DefaultSession>(authFor: AuthOf<S>): () => Promise<S | null> {
  return cache(async () => {
    const caller = await currentCaller(false)
    // Expiry depends on the time of the request, so the session must not be read while a page is
    // prerendered.
    await connection()
    const { auth } = await authFor(undefined)
    return (await auth.session(caller)).session
  })
}
