import type { Context, Identity } from '../contract/context.ts'
import { AccountNotLinked, type AuthError, OAuthAccountNotLinked } from '../errors.ts'
import type { Adapter, AdapterUser, NewAccount } from '../types/adapter.ts'
import type { User } from '../types/user.ts'
import { decide, type Facts } from './linking.ts'

/** Whom an identity turned out to be. */
export interface SignedInUser {
  readonly user: User | AdapterUser
  readonly isNewUser: boolean
}

type Users = Required<
  Pick<
    Adapter,
    | 'createUser'
    | 'getUser'
    | 'getUserByEmail'
    | 'getUserByAccount'
    | 'updateUser'
    | 'linkAccount'
    | 'createAuthenticator'
  >
> &
  Adapter

/** The user whom this account belongs to already, as the database knows them. */
export async function findUserOfAccount(ctx: Context, { account }: Identity): Promise<AdapterUser | null> {
  if (ctx.auth.adapter === undefined || account.type === 'credentials') return null
  const { provider, providerAccountId, type } = account
  if (type === 'email') return usersOf(ctx).getUserByEmail(providerAccountId)
  return usersOf(ctx).getUserByAccount({ provider, providerAccountId })
}

/**
 * Decides whose account this is and carries it out. Without a database everybody is whom the provider told of; credentials are the
 * application's own business.
 *
 * @throws {OAuthAccountNotLinked} or, of a passkey, {AccountNotLinked}
 */
export async function resolveUser(
  ctx: Context,
  identity: Identity,
  existingUser: AdapterUser | null,
): Promise<SignedInUser> {
  if (ctx.auth.adapter === undefined || identity.account.type === 'credentials')
    return { user: identity.user, isNewUser: false }
  if (identity.account.type === 'email')
    return existingUser ? verifyAddress(ctx, existingUser) : createByEmail(ctx, identity)
  const signedInUser = await findSignedInUser(ctx, identity)
  const userWithSameEmail = existingUser || signedInUser ? null : await findUserWithSameEmail(ctx, identity)
  switch (decide(factsOf(identity, existingUser, signedInUser, userWithSameEmail))) {
    case 'sign in':
      return signInExistingUser(ctx, identity, existingUser as AdapterUser)
    case 'link to current user':
      return link(ctx, identity, signedInUser as AdapterUser)
    case 'link by e-mail':
      return link(ctx, identity, userWithSameEmail as AdapterUser)
    case 'create':
      return create(ctx, identity)
    case 'refuse':
      return existingUser || signedInUser ? refuse(identity) : signInAfterRace(ctx, identity)
  }
}

function refuse({ account }: Identity): never {
  throw notLinked(account)
}

/**
 * Another request of the same first sign-in may have made the user after this one had looked for the account, and before it looked for the address.
 * Not with a passkey: what was proved here is a new key, and not the one that belongs to the account.
 */
async function signInAfterRace(ctx: Context, identity: Identity): Promise<SignedInUser> {
  const user = identity.account.type === 'webauthn' ? null : await findUserOfAccount(ctx, identity)
  return user === null ? refuse(identity) : signInExistingUser(ctx, identity, user)
}

function factsOf(
  identity: Identity,
  existingUser: AdapterUser | null,
  signedInUser: AdapterUser | null,
  userWithSameEmail: AdapterUser | null,
): Facts {
  const isOwn =
    existingUser !== null && signedInUser !== null && String(existingUser.id) === String(signedInUser.id)
  const isPasskey = identity.account.type === 'webauthn'
  return {
    proof: isPasskey ? (identity.authenticator ? 'new passkey' : 'passkey') : 'provider',
    account: existingUser === null ? 'unknown' : isOwn ? 'own' : 'known',
    session: signedInUser === null ? 'signed out' : 'signed in',
    email:
      userWithSameEmail === null
        ? 'unused'
        : identity.linksByEmail && userWithSameEmail.emailVerified
          ? 'verified on both sides'
          : 'in use',
  }
}

/** Who is signed in, and was it already when this sign-in began: nobody else's account is linked to them. */
async function findSignedInUser(ctx: Context, { startedBy }: Identity): Promise<AdapterUser | null> {
  if (startedBy === undefined || (await ctx.auth.sessions.userId(ctx)) !== startedBy) return null
  return usersOf(ctx).getUser(startedBy)
}

async function findUserWithSameEmail(ctx: Context, { user }: Identity): Promise<AdapterUser | null> {
  return user.email ? usersOf(ctx).getUserByEmail(user.email) : null
}

/** Who opens the link has proved that the address is theirs. */
async function verifyAddress(ctx: Context, { id, emailVerified }: AdapterUser): Promise<SignedInUser> {
  // Some adapters give `undefined` for what is `null` in the database.
  if (!emailVerified && ctx.auth.removesUnverifiedAccounts) await removeAccess(ctx, id)
  const user = await usersOf(ctx).updateUser({ id, emailVerified: new Date(ctx.auth.now()) })
  await ctx.auth.events.updateUser({ user })
  return { user, isNewUser: false }
}

/**
 * Ends what whoever made the user could come back with. Before the address counts as proved: what fails here is done again by the next link.
 *
 * @see https://arxiv.org/abs/2205.10174 accounts that are hijacked before their owner comes
 */
async function removeAccess(ctx: Context, userId: string): Promise<void> {
  await usersOf(ctx).deleteAccountsByUserId?.(userId)
  await ctx.auth.sessions.revoke(ctx.auth, userId)
}

/** A user with a proved address. There is no account beside it: the address is the account. */
async function createByEmail(ctx: Context, { account }: Identity): Promise<SignedInUser> {
  const email = account.providerAccountId
  let user: AdapterUser
  try {
    user = await usersOf(ctx).createUser({
      id: crypto.randomUUID(),
      email,
      emailVerified: new Date(ctx.auth.now()),
    })
  } catch (error) {
    // Another link to the same address, opened in this very moment, may have made them.
    const winner = await usersOf(ctx).getUserByEmail(email)
    if (winner === null) throw error
    return verifyAddress(ctx, winner)
  }
  await ctx.auth.events.createUser({ user })
  return { user, isNewUser: true }
}

async function signInExistingUser(
  ctx: Context,
  identity: Identity,
  user: AdapterUser,
): Promise<SignedInUser> {
  await usersOf(ctx).updateAccount?.({ ...storedAccount(identity), userId: user.id })
  return { user, isNewUser: false }
}

async function link(ctx: Context, identity: Identity, user: AdapterUser): Promise<SignedInUser> {
  await linkUnlessLinked(usersOf(ctx), storedAccount(identity), user)
  await storePasskey(ctx, identity, user, () => usersOf(ctx).unlinkAccount?.(storedAccount(identity)))
  await ctx.auth.events.linkAccount({ user, account: identity.account, profile: identity.user })
  return { user, isNewUser: false }
}

/** Somebody else may have linked the account in this very moment: then it is theirs. */
async function linkUnlessLinked(users: Users, account: NewAccount, { id }: AdapterUser): Promise<void> {
  try {
    await users.linkAccount({ ...account, userId: id })
  } catch (error) {
    const owner = await users.getUserByAccount({
      provider: account.provider,
      providerAccountId: account.providerAccountId,
    })
    if (owner === null) throw error
    // Of a passkey that is registered twice at once, the second has nothing to store.
    if (String(owner.id) !== String(id) || account.type === 'webauthn') throw notLinked(account)
  }
}

function notLinked({ provider, type }: Pick<NewAccount, 'provider'> & { readonly type: string }): AuthError {
  const message = `The account at "${provider}", or its e-mail address, belongs to another user than the one who brings it.`
  return type === 'webauthn'
    ? new AccountNotLinked(message, { provider })
    : new OAuthAccountNotLinked(message, { provider })
}

/** Stores a passkey that was just registered. When that fails, nothing stays behind that would keep the person from trying again. */
async function storePasskey(
  ctx: Context,
  { authenticator }: Identity,
  { id }: AdapterUser,
  undo: () => unknown,
): Promise<void> {
  if (authenticator === undefined) return
  try {
    await usersOf(ctx).createAuthenticator({ ...authenticator, userId: id })
  } catch (error) {
    await undo()
    throw error
  }
}

async function create(ctx: Context, identity: Identity): Promise<SignedInUser> {
  const { user, isNewUser } = await createOnce(ctx, identity).catch(async (error) => {
    // Somebody else may have taken the address in this very moment.
    throw (await findUserWithSameEmail(ctx, identity)) === null ? error : notLinked(identity.account)
  })
  // Of a passkey that is registered twice at once, the second is not somebody who used it.
  if (!isNewUser && identity.authenticator) throw notLinked(identity.account)
  if (!isNewUser) return { user, isNewUser }
  await storePasskey(ctx, identity, user, () => usersOf(ctx).deleteUser?.(user.id))
  await ctx.auth.events.createUser({ user })
  await ctx.auth.events.linkAccount({ user, account: identity.account, profile: identity.user })
  return { user, isNewUser }
}

/** A new user with their account; or, when the same sign-in made them meanwhile in another request, the user whom that one made. */
async function createOnce(ctx: Context, identity: Identity): Promise<SignedInUser & { user: AdapterUser }> {
  const users = usersOf(ctx)
  // An adapter may choose another id than this one.
  const wanted = {
    ...identity.user,
    id: crypto.randomUUID(),
    email: identity.user.email as string,
    emailVerified: null,
  }
  const account = storedAccount(identity)
  if (users.createUserWithAccount) return users.createUserWithAccount(wanted, account)
  let user: AdapterUser | undefined
  try {
    user = await users.createUser(wanted)
    await users.linkAccount({ ...account, userId: user.id })
    return { user, isNewUser: true }
  } catch (error) {
    const winner = await waitForOwner(users, account)
    if (user !== undefined && user.id !== winner?.id) await users.deleteUser?.(user.id)
    if (winner === null) throw error
    return { user: winner, isNewUser: false }
  }
}

/** The other request may be between its two steps. */
async function waitForOwner(
  users: Users,
  { provider, providerAccountId }: NewAccount,
): Promise<AdapterUser | null> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const owner = await users.getUserByAccount({ provider, providerAccountId })
    if (owner !== null) return owner
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  return null
}

/** What of an account goes to the database: adapters write every key that they are given into a column. */
function storedAccount({ account, storedTokens }: Identity): NewAccount {
  const { provider, providerAccountId, type } = account
  return { ...storedTokens, provider, providerAccountId, type: type as NewAccount['type'] }
}

/** With an adapter, these methods were checked together with the configuration; the last of them where there are passkeys. */
function usersOf({ auth }: Context): Users {
  return auth.adapter as Users
}
