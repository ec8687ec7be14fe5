import type { ResolvedAuth } from '../contract/context.ts'
import { MissingAdapterMethods } from '../errors/configuration.ts'
import { userKey } from '../security/store-keys.ts'

/**
 * How long a sign-in that found the access before its removal may be in progress, in seconds.
 */
const NOTE_SECONDS = 600

/**
 * Ends all of a user's sessions, unlinks all accounts and passkeys, and removes the second factors and
 * the password, which may belong to someone else who registered with the address. A sign-in in progress keeps
 * none: it finds the note, and `ended-access.ts` checks what remains.
 *
 * @throws {MissingAdapterMethods} before it removes anything
 */
export async function removeAccess(auth: ResolvedAuth, userId: string): Promise<void> {
  requireMethods(auth)
  await noteRemoval(auth, userId)
  await unlinkAndRevoke(auth, userId)
  // Until its account was unlinked, a sign-in could start another session.
  await auth.sessions.revoke(auth, userId)
}

/** Notes that a user's access is removed, so that a sign-in in progress keeps none. */
export async function noteRemoval({ store }: ResolvedAuth, userId: string): Promise<void> {
  await store.set(userKey('removed', userId), '1', NOTE_SECONDS)
}

function requireMethods({ adapter, sessions }: ResolvedAuth): void {
  if (adapter === undefined) return
  const needed = ['deleteAccountsByUserId', 'deleteSessionsByUserId'] as const
  const [missing] = needed.filter((name) => adapter[name] === undefined)
  if (missing === undefined || (missing === 'deleteSessionsByUserId' && sessions.type === 'jwt')) return
  throw new MissingAdapterMethods(
    `The \`adapter\` cannot remove a user's access. Add \`${missing}(userId)\` to it.`,
  )
}

/** What stays when a user's access is removed. */
export interface KeptAccess {
  /** The user has just sent the password, and the second factor if there is one. Both stay. */
  readonly keepsPassword?: boolean
}

/**
 * Ends a user's sessions, unlinks the accounts and passkeys, and removes the second factors and the
 * password.
 */
export async function unlinkAndRevoke(
  auth: ResolvedAuth,
  userId: string,
  { keepsPassword = false }: KeptAccess = {},
): Promise<void> {
  await auth.adapter?.deleteAccountsByUserId?.(userId)
  // Before the sessions end: a sign-in in progress compares the password again once it has started one.
  if (auth.servesPasswords && !keepsPassword)
    await (await import('../passwords/remove.ts')).removePassword(auth, userId)
  await auth.sessions.revoke(auth, userId)
  // Until it ended, a session could link another account, or add a second factor.
  await auth.adapter?.deleteAccountsByUserId?.(userId)
  if (auth.secondFactor && auth.adapter && !keepsPassword)
    await (await import('../second-factor/remove.ts')).removeAllFactors(auth, userId, 'policy')
}

/** Returns whether a user's access was removed while a sign-in may have been in progress. */
export async function wasRemoved({ adapter, store }: ResolvedAuth, userId: string): Promise<boolean> {
  return Boolean(adapter?.deleteAccountsByUserId && (await store.get(userKey('removed', userId))))
}
