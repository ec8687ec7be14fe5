import { orElse } from '../../async/awaitable.ts'
import type { ResolvedAuth } from '../../contract/context.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { AuthError } from '../../errors/auth-error.ts'
import { idKey } from '../../security/store-keys.ts'
import type { Adapter } from '../../types/adapter.ts'
import { USER_ID } from '../jwt/custom-codec-id.ts'
import { GRACE_SECONDS, revokeToken } from './revocation.ts'
import { findReplacement, forEachId } from './successor.ts'

/**
 * Ends a cookie session.
 *
 * @param revokeUser ends all sessions of a user, for an id that stands for the user
 * @returns whether the session existed
 */
export async function endTokenById(
  auth: ResolvedAuth,
  id: string,
  revokeUser: (userId: string) => Promise<void>,
): Promise<boolean> {
  if (id.startsWith(USER_ID)) {
    await revokeUser(id.slice(USER_ID.length))
    return true
  }
  let existed = false
  const revokeOne = async (jti: string): Promise<void> => {
    existed = !(await auth.store.get(idKey('ended', jti)))
    await revokeToken(auth, jti)
  }
  await forEachId(auth, id, (jti) => jti, revokeOne)
  return existed
}

/**
 * Deletes a session from the database, and notes that it ended.
 *
 * @param id the session token as the database stores it
 * @returns whether the session existed
 * @throws {AdapterError} or {StoreError}, if it may still exist
 */
export async function endStoredById(auth: ResolvedAuth, id: string): Promise<boolean> {
  const hashToken = async (sessionToken: string): Promise<string> =>
    auth.session.hashesToken ? sessionToken : sha256Hex(sessionToken)
  let existed = false
  const deleteOne = async (sessionToken: string): Promise<void> => {
    const hash = await hashToken(sessionToken)
    // First: a request that extends or replaces the session at the same time finds it afterwards.
    await auth.store.set(idKey('ended', hash), '1', GRACE_SECONDS)
    if (await deleteStored(auth, sessionToken)) existed = true
    const next = await findReplacement(auth, hash)
    if (next && (await deleteStored(auth, next))) existed = true
  }
  await forEachId(auth, id, hashToken, deleteOne)
  return existed
}

async function deleteStored(auth: ResolvedAuth, sessionToken: string): Promise<boolean> {
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
