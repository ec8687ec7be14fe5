import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { decideRegistration, describeCandidate } from '../methods/may-register.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { hasUniqueKeys } from '../sql/unique-keys.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { User } from '../types/user.ts'
import type { CreatedUser } from './create-once.ts'
import { type KeptAccess, unlinkAndRevoke } from './remove-access.ts'
import { hasVerifiedAddress } from './verified-address.ts'

/** The user whom an identity belongs to. */
export interface SignedInUser {
  readonly user: User | AdapterUser
  readonly isNewUser: boolean
  /** Replaces the identity, if the user changes it. */
  readonly identity?: Identity
}

interface VerifiedUser extends SignedInUser {
  readonly user: AdapterUser
}

/**
 * Returns the user who opened a sign-in link, with a verified address. There is no separate
 * account: the address is the account. A new user keeps the id that the `signIn` callback received.
 */
export async function resolveEmailUser(
  ctx: Context,
  identity: Identity,
  owner: AdapterUser | null,
): Promise<SignedInUser | RedirectResult> {
  if (owner !== null) return verifyAddress(ctx, owner)
  const elsewhere = await decideRegistration(ctx, describeCandidate(identity))
  if (elsewhere !== undefined) return elsewhere
  const { id = crypto.randomUUID() } = identity.user
  const email = identity.account.providerAccountId
  const wanted = { id, email, emailVerified: new Date(ctx.auth.now()) }
  const { user, isNewUser } = await findOrCreateUser(ctx, wanted)
  if (!isNewUser) return verifyAddress(ctx, user)
  await ctx.auth.events.createUser({ user })
  return { user, isNewUser }
}

/**
 * Creates the user, or returns the one whom another request with the same address created at the
 * same time.
 */
export async function findOrCreateUser(ctx: Context, wanted: AdapterUser): Promise<CreatedUser> {
  const adapter = userAdapter(ctx)
  const find = async (): Promise<AdapterUser | null> => adapter.getUserByEmail(wanted.email)
  const create = async (): Promise<CreatedUser> => {
    try {
      return { user: await adapter.createUser(wanted), isNewUser: true }
    } catch (error) {
      const winner = await find()
      if (winner === null) throw error
      return { user: winner, isNewUser: false }
    }
  }
  if (hasUniqueKeys(adapter)) return create()
  const { whileFirst } = await import('./first-sign-in.ts')
  return whileFirst(ctx.auth, { email: wanted.email }, find, async (user) =>
    user ? { user, isNewUser: false } : create(),
  )
}

/**
 * Marks the address as verified: opening the link proves that it belongs to the user. First ends
 * the access of the user who registered with it. If that fails, the next link repeats it.
 *
 * @param kept what the same user has verified to own
 * @see https://arxiv.org/abs/2205.10174 account pre-hijacking
 */
export async function verifyAddress(
  ctx: Context,
  owner: AdapterUser,
  kept: KeptAccess = {},
): Promise<VerifiedUser> {
  const { id } = owner
  const isNews = !hasVerifiedAddress(owner)
  const endsAccess = isNews && ctx.auth.unverifiedAccounts === 'remove'
  if (endsAccess) await unlinkAndRevoke(ctx.auth, id, kept)
  const user = await markAsVerified(ctx, id)
  // A sign-in that was in progress may have ended in the meantime. Later ones see the verification.
  if (endsAccess) await unlinkAndRevoke(ctx.auth, id, kept)
  if (isNews) await emitSecurity(ctx, { type: 'addressVerified', userId: String(id) })
  return { user, isNewUser: false }
}

async function markAsVerified(ctx: Context, id: string): Promise<AdapterUser> {
  const { auth } = ctx
  const user = await userAdapter(ctx).updateUser({ id, emailVerified: new Date(auth.now()) })
  await auth.events.updateUser({ user })
  return user
}

/**
 * Returns the user of a provider's account. Marks the user's address as verified if the provider
 * vouches for the same address: a later e-mail link then keeps all accounts.
 */
export async function verifyByProvider(
  ctx: Context,
  { user: { email }, isEmailVerified }: Identity,
  user: AdapterUser,
): Promise<AdapterUser> {
  const isNews = isEmailVerified === true && !hasVerifiedAddress(user) && normalizeEmail(user.email) === email
  return isNews ? markAsVerified(ctx, user.id) : user
}

/** The configuration check has verified these methods. */
function userAdapter({
  auth,
}: Context): Adapter & Required<Pick<Adapter, 'createUser' | 'getUserByEmail' | 'updateUser'>> {
  return auth.adapter as Required<Adapter>
}
