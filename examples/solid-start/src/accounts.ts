import { hashPassword, verifyPassword } from 'latchkey/password'
import demo from '../demo-account.json'
import { database } from './database'

declare module 'latchkey/adapters' {
  interface AdapterUser {
    /** Of those who have a password. It stays on the server: sessions have name, e-mail address and picture only. */
    passwordHash?: string
  }
}

const LONGEST_NAME = 60

/** The person who has this e-mail address and password, or `null`. */
export async function findAccount(email = '', password = '') {
  const user = await database.getUserByEmail(email.trim().toLowerCase())
  // Also called for nobody: then it takes as long, so that the time does not tell who has an account.
  const isRight = await verifyPassword(password, user?.passwordHash)
  return user && isRight ? { id: user.id, name: user.name, email: user.email } : null
}

/** The new display name in `{ user: { name } }`, or `undefined`: a browser may send anything, so it is checked here. */
export function readName(data: { user?: { name?: unknown } } | null | undefined): string | undefined {
  const name = data?.user?.name
  if (typeof name !== 'string') return undefined
  const trimmed = name.trim()
  return trimmed.length > 0 && trimmed.length <= LONGEST_NAME ? trimmed : undefined
}

/** Stands for your registration form: the account whose password the home page tells. */
export async function createDemoAccount() {
  const { name, email, password } = demo
  if (await database.getUserByEmail(email)) return
  const passwordHash = await hashPassword(password)
  try {
    // The address counts as proved, so that a provider or a mail leads to the same person.
    await database.createUser({
      id: crypto.randomUUID(),
      name,
      email,
      emailVerified: new Date(),
      passwordHash,
    })
  } catch (error) {
    // Of servers that start together, another one may have come first.
    if (!(await database.getUserByEmail(email))) throw error
  }
}
