import { hashPassword } from 'latchkey/password'
import demo from '../demo-account.json'
import { users } from './auth'

/** Creates the account whose password the home page shows, unless it exists. */
export async function createDemoAccount() {
  const { password, ...user } = demo
  const hash = await hashPassword(password)
  // The address counts as verified, so the provider and e-mail links sign in the same user.
  await users.importPasswords([{ ...user, hash, emailVerified: true }], { createUsers: true })
}
