import { forgetChange } from '../account-changes/address-change.ts'
import type { Context } from '../contract/context.ts'
import { MissingAdapterMethods } from '../errors/configuration.ts'
import { removePassword } from '../passwords/remove.ts'
import { endProofs } from '../proofs/proof.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { recordDeletion } from '../security-events/deletion.ts'
import { sessionList } from '../sessions/list/list.ts'
import { noteRemoval } from '../sign-in/remove-access.ts'
import { inTurn } from '../tokens/in-turn.ts'
import type { Adapter, AdapterAccount, AdapterUser } from '../types/adapter.ts'
import { revokeTokensOf } from './accounts.ts'
import { requireChange } from './change.ts'

/** The adapter calls that delete a user. */
const CALLS = 8

type Deletion = Adapter & Required<Pick<Adapter, 'getUser' | 'deleteUser'>>

/**
 * Deletes a user with everything that is stored of them.
 *
 * @param confirm the user's address or id
 * @returns whether the user was deleted
 * @throws {StepUpRequired} without a recent sign-in
 * @throws {MissingAdapterMethods} if the adapter cannot delete users
 */
export async function deleteUser(ctx: Context, userId: string, confirm: unknown): Promise<boolean> {
  const adapter = requireMethods(ctx)
  await requireChange(ctx, userId, 'A user was to be deleted')
  // In turn: an account that another request links or removes would otherwise keep its tokens.
  const deleted = await inTurn(ctx.auth, userId, CALLS, async () => {
    const user = await adapter.getUser(userId)
    if (!user || String(user.id) !== userId || !isConfirmed(user, confirm)) return undefined
    const accounts = (await adapter.listAccounts?.(userId)) ?? []
    await removeAll(ctx, adapter, userId)
    return { accounts, email: user.email || undefined }
  })
  if (deleted === undefined) return false
  await forget(ctx, userId, deleted.email)
  await recordDeletion(ctx, { id: userId, email: deleted.email })
  await revokeTokens(ctx, deleted.accounts)
  return true
}

/** The address as the user typed it, or the id. */
function isConfirmed({ id, email }: AdapterUser, confirm: unknown): boolean {
  if (confirm === String(id)) return true
  const typed = normalizeEmail(confirm)
  return typed !== undefined && typed === normalizeEmail(email)
}

/** Ends the sessions before the user is gone and afterwards: one may start in between. */
async function removeAll(ctx: Context, adapter: Deletion, userId: string): Promise<void> {
  const { auth } = ctx
  // A sign-in in progress finds it, and adds nothing to the user.
  await noteRemoval(auth, userId)
  if (auth.servesPasswords) await removePassword(auth, userId)
  await endSessions(ctx, userId)
  await adapter.deleteUser(userId)
  await endSessions(ctx, userId)
}

/** Adapters without `deleteSessionsByUserId` delete the rows of sessions with the user. */
async function endSessions({ auth }: Context, userId: string): Promise<void> {
  if (auth.sessions.type === 'database' && auth.adapter?.deleteSessionsByUserId === undefined) return
  await auth.sessions.revoke(auth, userId)
}

/** Removes what is not in the user's tables: the cookie of this browser, and what the store has. */
async function forget(ctx: Context, userId: string, email: string | undefined): Promise<void> {
  const { auth } = ctx
  await auth.sessions.end(ctx)
  await sessionList(auth).forget(auth, userId)
  await forgetChange(ctx, userId)
  if (email === undefined) return
  if (auth.servesPasswords) await endProofs(ctx, 'reset', email)
  await auth.adapter?.deleteVerificationTokens?.(email)
}

async function revokeTokens(ctx: Context, accounts: readonly AdapterAccount[]): Promise<void> {
  for (const account of accounts) await revokeTokensOf(ctx, account)
}

/** @throws {MissingAdapterMethods} */
function requireMethods({ auth: { adapter } }: Context): Deletion {
  if (adapter?.getUser !== undefined && adapter.deleteUser !== undefined) return adapter as Deletion
  throw new MissingAdapterMethods(
    adapter === undefined
      ? '`user.delete` needs a database that stores users. Pass an `adapter`.'
      : '`adapter` lacks `deleteUser`, which `user.delete` needs. Add it: ' +
          '`adapter: { ...adapter, deleteUser: … }`.',
  )
}
