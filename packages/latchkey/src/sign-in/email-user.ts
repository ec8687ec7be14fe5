import type { Context } from '../contract/context.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { User } from '../types/user.ts'

/** The user whom an identity belongs to. */
export interface SignedInUser {
  readonly user: User | AdapterUser
  readonly isNewUser: boolean
}

/**
 * Returns the user who opened a sign-in link, with a verified address. There is no separate
 * account: the address is the account.
 */
export async function resolveEmailUser(
  ctx: Context,
  email: string,
  owner: AdapterUser | null,
): Promise<SignedInUser> {
  if (owner !== null) return verifyAddress(ctx, owner)
  const { auth } = ctx
  const { createUser, getUserByEmail } = adapterOf(ctx)
  let user: AdapterUser
  try {
    user = await createUser({ id: crypto.randomUUID(), email, emailVerified: new Date(auth.now()) })
  } catch (error) {
    // Another link to the same address, opened at the same moment, may have created the user.
    const winner = await getUserByEmail(email)
    if (winner === null) throw error
    return verifyAddress(ctx, winner)
  }
  await auth.events.createUser({ user })
  return { user, isNewUser: true }
}

/** Marks the address as verified: opening the link proves that it belongs to the user. */
async function verifyAddress(ctx: Context, { id, emailVerified }: AdapterUser): Promise<SignedInUser> {
  const { auth } = ctx
  // Some adapters return `undefined` for `null`.
  if (!emailVerified && auth.removesUnverifiedAccounts) await removeAccess(ctx, id)
  const user = await adapterOf(ctx).updateUser({ id, emailVerified: new Date(auth.now()) })
  await auth.events.updateUser({ user })
  return { user, isNewUser: false }
}

/**
 * Removes the access of the user who registered with an address that was not verified. This happens
 * before the address counts as verified: if it fails, the next link repeats it.
 *
 * @see https://arxiv.org/abs/2205.10174 account pre-hijacking
 */
async function removeAccess(ctx: Context, userId: string): Promise<void> {
  await adapterOf(ctx).deleteAccountsByUserId?.(userId)
  await ctx.auth.sessions.revoke(ctx.auth, userId)
}

/** The configuration was checked for these methods. */
function adapterOf({
  auth,
}: Context): Adapter & Required<Pick<Adapter, 'createUser' | 'getUserByEmail' | 'updateUser'>> {
  return auth.adapter as Required<Adapter>
}
