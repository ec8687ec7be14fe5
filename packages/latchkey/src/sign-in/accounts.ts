import type { ResolvedAdapter } from '../contract/adapter.ts'
import type { Context } from '../contract/context.ts'
import { isEmailProvider } from '../contract/providers.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { AccessDenied, AccountNotLinked, OAuthAccountNotLinked } from '../errors/sign-in.ts'
import { decideRegistration, describeCandidate } from '../methods/may-register.ts'
import { leaseSeconds, mayStillTakePlace } from '../security/lease.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { hasUniqueKeys } from '../sql/unique-keys.ts'
import { replacingTokens } from '../tokens/replacing.ts'
import type { AdapterUser, NewAccount } from '../types/adapter.ts'
import { type CreatedUser, createOnce } from './create-once.ts'
import { resolveEmailUser, type SignedInUser, verifyByProvider } from './email-user.ts'
import { decide, type LinkingInput } from './linking.ts'
import { wasRemoved } from './remove-access.ts'

/** The adapter calls that remain in a first sign-in when it creates the user. */
const WRITES = 2

type Users = Required<
  Pick<
    ResolvedAdapter,
    'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'linkAccount' | 'createAuthenticator'
  >
> &
  ResolvedAdapter

/** Returns the user whom this account already belongs to, from the database. */
export async function findAccountOwner(
  ctx: Context,
  { account, userOfLink = null, hasAccount }: Identity,
): Promise<AdapterUser | null> {
  if (ctx.auth.adapter === undefined || account.type === 'credentials') return null
  const { provider, providerAccountId, type } = account
  if (type === 'email' && !hasAccount) return userOfLink
  return userAdapter(ctx).getUserByAccount({ provider, providerAccountId })
}

/**
 * Decides which user this account belongs to, and applies the decision. Without a database, the
 * user is the one that the provider described. The application itself checks credentials.
 *
 * @returns the user, or where `registration` sends a visitor who may not become one
 * @throws {AccessDenied} if `registration` denies it
 * @throws {OAuthAccountNotLinked} or, for a passkey, {AccountNotLinked}: also if the user who
 *   started the sign-in is no longer signed in
 */
export async function resolveUser(
  ctx: Context,
  identity: Identity,
  owner: AdapterUser | null,
): Promise<SignedInUser | RedirectResult> {
  const { account, user } = identity
  if (identity.signUp)
    return (await import('./sign-up-user.ts')).resolveSignUpUser(ctx, identity, identity.signUp)
  if (ctx.auth.adapter === undefined || account.type === 'credentials') return { user, isNewUser: false }
  if (account.type === 'email' && !identity.hasAccount) return resolveEmailUser(ctx, identity, owner)
  const signedInUser = await findSignedInUser(ctx, identity, owner)
  const stored = await storeAllowed(ctx, identity, { owner, signedInUser })
  return stored.type === 'redirect' ? stored : finish(ctx, identity, stored)
}

/** A sign-in's database records. */
type StoredSignIn =
  | { readonly type: 'signedIn' | 'linked'; readonly user: AdapterUser }
  | ({ readonly type: 'created' } & CreatedUser)

type KnownUsers = Pick<LinkingInput, 'owner' | 'signedInUser'>

/** Stores a sign-in, unless it would create a user and the application does not allow it. */
async function storeAllowed(
  ctx: Context,
  identity: Identity,
  known: KnownUsers,
): Promise<StoredSignIn | RedirectResult> {
  const create = async () => ({ type: 'created', ...(await createUser(ctx, identity)) }) as const
  if (ctx.auth.registration === undefined) return storeOnce(ctx, identity, known, create)
  const stored = await storeOnce(ctx, identity, known, async () => ({ type: 'unregistered' }) as const)
  if (stored.type !== 'unregistered') return stored
  // Meanwhile, no other request waits: the application takes as long as it wants.
  const elsewhere = await decideRegistration(ctx, describeCandidate(identity))
  return elsewhere ?? storeOnce(ctx, identity, known, create)
}

/**
 * Stores a sign-in. During a first one, no other request can store a sign-in with its account or
 * address.
 *
 * @param create runs if the account needs a new user
 */
async function storeOnce<T extends object>(
  ctx: Context,
  identity: Identity,
  known: KnownUsers,
  create: () => Promise<T>,
): Promise<StoredSignIn | T> {
  const { owner, signedInUser } = known
  if (owner !== null || hasUniqueKeys(userAdapter(ctx))) return storeSignIn(ctx, identity, known, create)
  const { whileFirst } = await import('./first-sign-in.ts')
  return whileFirst(
    ctx.auth,
    { account: identity.account, email: signedInUser ? null : identity.user.email },
    () => findAccountOwner(ctx, identity),
    (found) => storeSignIn(ctx, identity, { owner: found, signedInUser }, create),
  )
}

/** Decides which user the account belongs to, and stores the result. */
async function storeSignIn<T extends object>(
  ctx: Context,
  identity: Identity,
  known: KnownUsers,
  create: () => Promise<T>,
): Promise<StoredSignIn | T> {
  const { owner, signedInUser } = known
  const { account, authenticator } = identity
  const userWithSameEmail = owner || signedInUser ? null : await findUserWithSameEmail(ctx, identity)
  const linksByEmail = identity.linksByEmail === true && identity.isEmailVerified === true
  const proof = account.type !== 'webauthn' ? 'provider' : authenticator ? 'new passkey' : 'passkey'
  const decision = decide({ proof, owner, signedInUser, userWithSameEmail, linksByEmail })
  switch (decision.action) {
    case 'sign in':
      return { type: 'signedIn', user: decision.user }
    case 'link':
      await linkUnlessLinked(ctx, identity, decision.user)
      return { type: 'linked', user: decision.user }
    case 'create':
      return create()
    case 'refuse':
      if (owner || signedInUser) throw notLinked(account)
      return { type: 'signedIn', user: await findRaceWinner(ctx, identity) }
  }
}

/** Does what follows after a user and an account are stored, such as emitting events. */
function finish(ctx: Context, identity: Identity, stored: StoredSignIn): Promise<SignedInUser> {
  switch (stored.type) {
    case 'signedIn':
      return signInExistingUser(ctx, identity, stored.user)
    case 'linked':
      return afterLinking(ctx, identity, stored.user)
    case 'created':
      return afterCreating(ctx, identity, stored)
  }
}

/**
 * Returns the user whom another request of the same first sign-in created between this request's
 * look-ups of the account and of the address. Not for a passkey: it proves a new key, not the
 * account's.
 */
async function findRaceWinner(ctx: Context, identity: Identity): Promise<AdapterUser> {
  const user = identity.account.type === 'webauthn' ? null : await findAccountOwner(ctx, identity)
  if (user === null) throw notLinked(identity.account)
  return user
}

/**
 * Returns the user who was signed in when this sign-in started, and must still be: only they may
 * link the account. Without a session, as after a form that the provider posts, they may sign in
 * again with their own account.
 */
async function findSignedInUser(
  ctx: Context,
  { account, startedBy }: Identity,
  owner: AdapterUser | null,
): Promise<AdapterUser | null> {
  if (startedBy === undefined) return null
  const current = await ctx.auth.sessions.userId({ ...ctx, isFresh: true })
  if (current === startedBy) return userAdapter(ctx).getUser(startedBy)
  if (current === undefined && owner !== null && String(owner.id) === startedBy) return owner
  const what = `The user who started this sign-in at "${account.provider}" is no longer signed in.`
  throw notLinked(account, `${what} Sign in, then link the account again.`)
}

async function findUserWithSameEmail(ctx: Context, { user }: Identity): Promise<AdapterUser | null> {
  return user.email ? userAdapter(ctx).getUserByEmail(user.email) : null
}

async function signInExistingUser(
  ctx: Context,
  identity: Identity,
  user: AdapterUser,
): Promise<SignedInUser> {
  const { credentialID } = identity
  await userAdapter(ctx).updateAccount?.(replacingTokens({ ...storedAccount(identity), userId: user.id }))
  if (credentialID !== undefined)
    await (await import('../methods/webauthn/details.ts')).noteUsed(ctx, { credentialID, userId: user.id })
  return { user: await verifyByProvider(ctx, identity, user), isNewUser: false }
}

async function afterLinking(ctx: Context, identity: Identity, user: AdapterUser): Promise<SignedInUser> {
  await storePasskey(ctx, identity, user, () => userAdapter(ctx).unlinkAccount?.(storedAccount(identity)))
  if (await wasRemoved(ctx.auth, String(user.id)))
    await (await import('./ended-access.ts')).refuseEndedLink(ctx, identity, String(user.id))
  await ctx.auth.events.linkAccount({ user, account: storedAccount(identity), profile: identity.user })
  await emitLinked(ctx, identity, String(user.id))
  return { user: await verifyByProvider(ctx, identity, user), isNewUser: false }
}

/**
 * Links an account, unless another user linked it at the same time: it then belongs to that user.
 */
async function linkUnlessLinked(ctx: Context, identity: Identity, { id }: AdapterUser): Promise<void> {
  try {
    await userAdapter(ctx).linkAccount({ ...storedAccount(identity), userId: id })
  } catch (error) {
    const owner = await findAccountOwner(ctx, identity)
    if (owner === null) throw error
    if (String(owner.id) !== String(id)) throw notLinked(identity.account)
  }
}

function notLinked(
  { provider, type }: Pick<NewAccount, 'provider'> & { readonly type: string },
  message = `The account at "${provider}", or its e-mail address, belongs to another user.`,
): AuthError {
  return type === 'webauthn'
    ? new AccountNotLinked(message, { provider })
    : new OAuthAccountNotLinked(message, { provider })
}

/**
 * Stores a newly registered passkey. If that fails, undoes everything that would keep the user from
 * trying again.
 */
async function storePasskey(
  ctx: Context,
  { authenticator, aaguid = null }: Identity,
  { id }: AdapterUser,
  undo: () => unknown,
): Promise<void> {
  if (authenticator === undefined) return
  const passkey = { ...authenticator, userId: id }
  try {
    await userAdapter(ctx).createAuthenticator(passkey)
  } catch (error) {
    const stored = await userAdapter(ctx).getAuthenticator?.(authenticator.credentialID)
    // Otherwise, only the result was lost.
    if (!stored || String(stored.userId) !== String(id)) {
      await undo()
      throw error
    }
  }
  await (await import('../methods/webauthn/details.ts')).noteCreated(ctx, passkey, aaguid)
}

async function afterCreating(
  ctx: Context,
  identity: Identity,
  { user, isNewUser }: CreatedUser,
): Promise<SignedInUser> {
  // If a passkey is registered twice at the same time, the second request did not use it to sign
  // in.
  if (!isNewUser && identity.authenticator) throw notLinked(identity.account)
  if (!isNewUser) return { user, isNewUser }
  await storePasskey(ctx, identity, user, () => userAdapter(ctx).deleteUser?.(user.id))
  await ctx.auth.events.createUser({ user })
  await ctx.auth.events.linkAccount({ user, account: storedAccount(identity), profile: identity.user })
  await emitLinked(ctx, identity, String(user.id), { isNewUser })
  return { user, isNewUser }
}

async function emitLinked(
  ctx: Context,
  { account }: Identity,
  userId: string,
  facts: { readonly isNewUser?: true } = {},
): Promise<void> {
  const type = account.type === 'webauthn' ? 'passkeyAdded' : 'accountLinked'
  await emitSecurity(ctx, { type, userId, provider: account.provider, ...facts })
}

/**
 * Rejects an address that the provider calls unverified if its owner could sign in by an e-mail
 * link. The owner would share the user, and nothing could end this account's access.
 */
function refuseUnverified({ auth, providers }: Context, { account, isEmailVerified }: Identity): void {
  if (isEmailVerified !== false || auth.unverifiedAccounts !== 'refuse') return
  if (![...providers.values()].some(isEmailProvider)) return
  throw new AccessDenied(
    `"${account.provider}" says that a new user's e-mail address is not verified, and \`adapter\` ` +
      'cannot remove the access later. Add `deleteAccountsByUserId` and `deleteSessionsByUserId` to it.',
    { provider: account.provider },
  )
}

/** Creates the user that the provider described, with the account. */
async function createUser(ctx: Context, identity: Identity): Promise<CreatedUser> {
  refuseUnverified(ctx, identity)
  // The callback `signIn` received this id. An adapter may choose another one.
  const wanted = {
    ...identity.user,
    id: identity.user.id ?? crypto.randomUUID(),
    email: identity.user.email as string,
    emailVerified: identity.isEmailVerified === true ? new Date(ctx.auth.now()) : null,
  }
  try {
    return await createOnce(userAdapter(ctx), wanted, storedAccount(identity), leaseSeconds(ctx.auth, WRITES))
  } catch (error) {
    // The user with the address may be this one.
    if (mayStillTakePlace(error)) throw error
    // Another user may have registered the address at the same time.
    throw (await findUserWithSameEmail(ctx, identity)) === null ? error : notLinked(identity.account)
  }
}

/** Returns the members of an account that are stored: adapters write every key into a column. */
function storedAccount({ account, storedTokens }: Identity): NewAccount {
  const { provider, providerAccountId, type } = account
  return { ...storedTokens, provider, providerAccountId, type: type as NewAccount['type'] }
}

/** The configuration check has verified these methods; the last of them only with passkeys. */
function userAdapter({ auth }: Context): Users {
  return auth.adapter as Users
}
