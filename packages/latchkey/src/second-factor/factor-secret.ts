import type { ResolvedAuth } from '../contract/context.ts'
import { seal, unseal } from '../crypto/sealed.ts'

const SALT = 'latchkey.second-factor'
/** A hundred years, in seconds: the row decides how long a factor lives. */
const LIFETIME = 100 * 366 * 24 * 60 * 60

/** Encrypts a secret for its user. In another user's row, it is useless. */
export async function sealSecret(auth: ResolvedAuth, userId: string, secret: string): Promise<string> {
  return (await seal({ userId, secret }, { secrets: auth.secrets, salt: SALT }, LIFETIME, auth.now())).token
}

/** Decrypts a user's secret. Returns `undefined` if that is not possible. */
export async function openSecret(
  auth: ResolvedAuth,
  userId: string,
  sealed: string,
): Promise<string | undefined> {
  const found = (await unseal(sealed, { secrets: auth.secrets, salt: SALT }, auth.now()))?.claims
  return found?.userId === userId && typeof found.secret === 'string' ? found.secret : undefined
}
