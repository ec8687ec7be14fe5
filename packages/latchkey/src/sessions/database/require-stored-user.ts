import type { SessionContext } from '../../contract/context.ts'
import { AdapterError } from '../../errors/services.ts'

/**
 * Returns the id of a user from `authorize` as the database has it. Looks the user up when the
 * session starts: for a user who is not stored, the next request would find no session.
 *
 * @param provider id of the provider, for the log
 * @throws {AdapterError} if the user is not stored
 */
export async function storedUserId({ auth }: SessionContext, id: string, provider: string): Promise<string> {
  const stored = await auth.adapter?.getUser?.(id)
  // A database may ignore case and accents, and find another user.
  if (stored && String(stored.id) === id) return stored.id
  throw new AdapterError(
    `\`authorize\` for provider "${provider}" returned a user who is not in the database, ` +
      'where sessions are stored. Return the `id` of a stored user, ' +
      "or set `session: { strategy: 'jwt' }`.",
    { method: 'getUser', provider },
  )
}
