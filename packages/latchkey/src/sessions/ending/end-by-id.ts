import type { ResolvedAuth } from '../../contract/context.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import { idKey } from '../../security/store-keys.ts'
import { USER_ID } from '../jwt/custom-codec-id.ts'
import { deleteStored } from './delete-stored.ts'
import { revokeToken } from './end-tokens.ts'
import { GRACE_SECONDS } from './revocation.ts'
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
