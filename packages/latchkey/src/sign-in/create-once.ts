import { undoWhenLate } from '../async/late-result.ts'
import { poll } from '../async/poll.ts'
import type { Adapter, AdapterUser, NewAccount } from '../types/adapter.ts'

type Users = Required<
  Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'linkAccount'>
> &
  Pick<Adapter, 'createUserWithAccount' | 'deleteUser' | 'unlinkAccount'>

/** A user in the database, and whether this request created it. */
export interface CreatedUser {
  readonly user: AdapterUser
  readonly isNewUser: boolean
}

/**
 * Creates a user with an account, or returns the user whom another request of the same sign-in
 * created in the meantime. Removes what the database stores after a call was given up.
 *
 * @param seconds how long no other request can use what is stored too late; it then stays
 */
export async function createOnce(
  users: Users,
  wanted: AdapterUser,
  account: NewAccount,
  seconds: number,
): Promise<CreatedUser> {
  if (users.createUserWithAccount) return createAtOnce(users, wanted, account)
  const endsAt = performance.now() + seconds * 1000
  const isOwn = (): boolean => performance.now() < endsAt
  let user: AdapterUser | undefined
  try {
    user = await users.createUser(wanted)
    await users.linkAccount({ ...account, userId: user.id })
    return { user, isNewUser: true }
  } catch (error) {
    const isCreated = user !== undefined
    undoWhenLate<AdapterUser>(error, async (late) => {
      if (!isOwn()) return
      await (isCreated ? removeLost(users, account) : removeUnused(users, late, account))
    })
    user ??= await findCreated(users, wanted.id)
    let winner: AdapterUser | null = null
    try {
      winner =
        user === undefined ? await waitForOwner(users, wanted, account) : await findOwner(users, account)
    } finally {
      if (user !== undefined && user.id !== winner?.id) await users.deleteUser?.(user.id)
    }
    if (winner === null) throw error
    // If it is the same user, the account was stored, and only the result was lost.
    return { user: winner, isNewUser: user?.id === winner.id }
  }
}

/**
 * Deletes a user who was created too late and has no account: their address would be taken. A user
 * who has opened an e-mail link since then has a verified address, and stays.
 */
async function removeUnused(
  users: Users,
  { id, emailVerified }: AdapterUser,
  account: NewAccount,
): Promise<void> {
  const [found, owner] = [await users.getUser(id), await findOwner(users, account)]
  const isUnchanged = found?.emailVerified?.getTime() === emailVerified?.getTime()
  if (found && isUnchanged && owner === null) await users.deleteUser?.(id)
}

/** Removes an account that was linked too late, if its user was deleted. */
async function removeLost(users: Users, account: NewAccount): Promise<void> {
  if ((await findOwner(users, account)) === null) await users.unlinkAccount?.(account)
}

async function createAtOnce(users: Users, wanted: AdapterUser, account: NewAccount): Promise<CreatedUser> {
  try {
    return await (users as Required<Users>).createUserWithAccount(wanted, account)
  } catch (error) {
    const user = await findCreated(users, wanted.id)
    if (user === undefined) throw error
    return { user, isNewUser: true }
  }
}

/** Returns a user whose creation failed if the database has the user: only the result was lost. */
async function findCreated(users: Users, id: string): Promise<AdapterUser | undefined> {
  try {
    return (await users.getUser(id)) ?? undefined
  } catch {
    // A database with its own ids may reject another form.
    return undefined
  }
}

/**
 * Returns the user whom another request created with this account. If only the address is stored,
 * that request may be between its two steps: in another process, if they share no store.
 */
async function waitForOwner(
  users: Users,
  { email }: AdapterUser,
  account: NewAccount,
): Promise<AdapterUser | null> {
  const owner = await poll(async () => {
    const isStored = Boolean(email) && (await users.getUserByEmail(email)) !== null
    const found = await findOwner(users, account)
    return found === null && isStored ? undefined : found
  })
  return owner ?? null
}

async function findOwner(
  users: Users,
  { provider, providerAccountId }: NewAccount,
): Promise<AdapterUser | null> {
  return users.getUserByAccount({ provider, providerAccountId })
}
