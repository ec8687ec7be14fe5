import type { Adapter, AdapterUser, NewAccount } from '../types/adapter.ts'

type Users = Required<Pick<Adapter, 'createUser' | 'getUser' | 'getUserByAccount' | 'linkAccount'>> &
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
      winner = await waitForOwner(users, account)
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

/** Waits: the other request may be between its two steps. */
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
