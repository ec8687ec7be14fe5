import type { Context } from '../contract/context.ts'
import { isPasswordProvider } from '../contract/providers.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Identity, SignUp } from '../contract/sign-in.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { AccountExists } from '../errors/sign-up.ts'
import { decideRegistration, describeCandidate } from '../methods/may-register.ts'
import { passwordStorage, passwordVersion } from '../passwords/storage.ts'
import { emitSecurity } from '../security-events/emit.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { CreatedUser } from './create-once.ts'
import { findOrCreateUser, type SignedInUser, verifyAddress } from './email-user.ts'
import { hasVerifiedAddress } from './verified-address.ts'

/**
 * Creates the user of a sign-up whose address is verified, with the password. A user who registered
 * with the address, and never verified it, loses everything that was added before.
 *
 * If the password cannot be stored, the user stays without one, and can reset it.
 *
 * @returns the user, or where `registration` sends a visitor who may not become one
 * @throws {AccessDenied} if `registration` denies it
 * @throws {AccountExists} if a user with a verified address has signed up in the meantime
 */
export async function resolveSignUpUser(
  ctx: Context,
  identity: Identity,
  signUp: SignUp,
): Promise<SignedInUser | RedirectResult> {
  const existing = (await ctx.auth.adapter?.getUserByEmail?.(identity.user.email as string)) ?? null
  if (existing === null) {
    const elsewhere = await decideRegistration(ctx, describeCandidate({ ...identity, isEmailVerified: true }))
    if (elsewhere !== undefined) return elsewhere
  }
  const { user, isNewUser } = existing
    ? { user: existing, isNewUser: false }
    : await createUser(ctx, identity, signUp)
  if (!isNewUser && hasVerifiedAddress(user)) throw accountExists(user)
  const owner = isNewUser ? user : (await verifyAddress(ctx, user)).user
  return withPassword(ctx, identity, { user: owner, isNewUser }, signUp)
}

async function createUser(
  ctx: Context,
  { user: { id = crypto.randomUUID(), email } }: Identity,
  { fields }: SignUp,
): Promise<CreatedUser> {
  const wanted = { ...fields, id, email: email as string, emailVerified: new Date(ctx.auth.now()) }
  const created = await findOrCreateUser(ctx, wanted)
  if (created.isNewUser) await ctx.auth.events.createUser({ user: created.user })
  return created
}

/** Stores the password, unless another sign-up or a reset has just stored one. */
async function withPassword(
  ctx: Context,
  identity: Identity,
  { user, isNewUser }: CreatedUser,
  { hash }: SignUp,
): Promise<SignedInUser> {
  const userId = String(user.id)
  const provider = ctx.providers.get(identity.account.provider)
  if (!isPasswordProvider(provider)) throw new InvalidOption('`Password` is not among the `providers`.')
  const storage = passwordStorage(ctx.auth, provider)
  // There may be one only with `unverifiedAccounts: 'keep'`.
  const previous = isNewUser ? null : await storage.read(userId)
  if (!(await storage.write(userId, { hash }, previous?.hash ?? null))) throw accountExists(user)
  const stored = await storage.read(userId)
  if (stored === null) throw accountExists(user)
  await emitSecurity(ctx, { type: 'signedUp', userId, provider: provider.id })
  const account = { ...identity.account, providerAccountId: userId, userId }
  const password = { version: await passwordVersion(stored) }
  return { user, isNewUser, identity: { ...identity, user, account, password } }
}

function accountExists({ id }: AdapterUser): AccountExists {
  return new AccountExists('A sign-up was completed for an address that has an account already.', {
    user: String(id),
  })
}
