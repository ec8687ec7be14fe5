import { hashPassword, verifyPassword } from 'latchkey/password'
import { database } from '@/database'
import demo from '@/demo-account.json'

const MAX_NAME_LENGTH = 60

/** Returns the user with this e-mail address and password, or `null`. */
export async function findAccount(email = '', password = '') {
  const user = await database.adapter.getUserByEmail(email.trim().toLowerCase())
  // Also runs for unknown users, so that the response time does not reveal whether an account
  // exists.
  const isRight = await verifyPassword(password, user && (await database.readHash(user.id)))
  return user && isRight ? { id: user.id, name: user.name, email: user.email } : null
}

/**
 * Returns the new display name in `{ user: { name } }`, or `undefined`. A browser may send
 * anything, so the name is checked here.
 */
export function readName(data: { user?: { name?: unknown } } | null | undefined): string | undefined {
  const name = data?.user?.name
  if (typeof name !== 'string') return undefined
  const trimmed = name.trim()
  return trimmed.length > 0 && trimmed.length <= MAX_NAME_LENGTH ? trimmed : undefined
}

/**
 * Creates the tables of the application, and the account whose password the home page shows.
 * Replace it with your registration form.
 */
export async function createDemoAccount() {
  await database.createTables()
  const { name, email, password } = demo
  if (await database.adapter.getUserByEmail(email)) return
  const hash = await hashPassword(password)
  // The address counts as verified, so the provider and e-mail links sign in the same user.
  const user = { id: crypto.randomUUID(), name, email, emailVerified: new Date() }
  try {
    await database.adapter.createUser(user)
  } catch (error) {
    // Another server that started at the same time may have created the account.
    if (await database.adapter.getUserByEmail(email)) return
    throw error
  }
  await database.storeHash(user.id, hash)
}
