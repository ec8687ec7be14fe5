import { orElse } from '../../async/awaitable.ts'
import type { ResolvedAuth } from '../../contract/context.ts'
import { AuthError } from '../../errors/auth-error.ts'
import type { Adapter } from '../../types/adapter.ts'

/**
 * Deletes a session from the database.
 *
 * @param sessionToken as the database stores it
 * @returns whether the session existed
 * @throws {AdapterError} if it may still exist
 */
export async function deleteStored(auth: ResolvedAuth, sessionToken: string): Promise<boolean> {
  const adapter = auth.adapter as Required<Pick<Adapter, 'getSessionAndUser' | 'deleteSession'>>
  const existed = Boolean(await adapter.getSessionAndUser(sessionToken))
  try {
    // Also if it was not found: a database replica may lag behind.
    await adapter.deleteSession(sessionToken)
  } catch (error) {
    if (error instanceof AuthError && error.isTemporary) throw error
    // Some adapters throw if the session no longer exists.
    const remains = await orElse(
      async () => Boolean(await adapter.getSessionAndUser(sessionToken)),
      () => true,
    )
    if (remains) throw error
  }
  return existed
}
