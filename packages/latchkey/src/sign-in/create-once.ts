import { poll } from '../async/poll.ts'
import type { Adapter, AdapterUser, NewAccount } from '../types/adapter.ts'

type Users = Required<
  Pick<Adapter, 'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'linkAccount'>
> &
  Pick<Adapter, 'createUserWithAccount' | 'deleteUser'>

/** A user of the database, and whether this request created it. */
export interface CreatedUser {
  readonly user: AdapterUser
  readonly isNewUser: boolean
}

/**
 * Creates a user with an account; or returns the user whom another request of the same sign-in
 * created meanwhile.
 */
export async function createOnce(
  users: Users,
  wanted: AdapterUser,
  account: NewAccount,
): Promise<CreatedUser> {
  if (users.createUserWithAccount) return createAtOnce(users, wanted, account)
  let user: AdapterUser | undefined
  try {
    user = await users.createUser(wanted)
    await users.linkAccount({ ...account, userId: user.id })
    return { user, isNewUser: true }
  } catch (error) {
    user ??= await findCreated(users, wanted.id)
    let winner: AdapterUser | null = null
    try {
      winner = user === undefined ? await waitForOwner(users, wanted, account) : await ownerOf(users, account)
    } finally {
      if (user !== undefined && user.id !== winner?.id) await users.deleteUser?.(user.id)
    }
    if (winner === null) throw error
    // If it is the same user, the account was stored, and only the result was lost.
    return { user: winner, isNewUser: user?.id === winner.id }
  }
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
    // A database with ids of its own may reject another form.
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
    const found = await ownerOf(users, account)
    return found === null && isStored ? undefined : found
  })
  return owner ?? null
}

async function ownerOf(
  users: Users,
  { provider, providerAccountId }: NewAccount,
): Promise<AdapterUser | null> {
  return users.getUserByAccount({ provider, providerAccountId })
}
