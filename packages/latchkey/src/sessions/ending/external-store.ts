import { inTime } from '../../async/in-time.ts'
import { readFailure } from '../../async/temporary.ts'
import { asError } from '../../errors/auth-error.ts'
import { StoreError } from '../../errors/services.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { JWT } from '../../types/session.ts'
import type { Store } from '../../types/store.ts'
import { isRevoked, MAX_TOKEN_AGE_SECONDS } from './revocation.ts'

/** How long the store may take, in seconds: the application's default. */
const TIMEOUT = 1

/**
 * Returns whether a session was ended, for readers of tokens outside the application. A token that
 * is older than the store's notes counts as ended.
 *
 * @throws {StoreError} if the store fails or takes too long: the session is then unknown
 */
export async function isRevokedIn(store: Pick<Store, 'get'>, claims: JWT): Promise<boolean> {
  // As in a session check, a token without a time counts as issued now.
  const issuedAt = claims.iat ?? Number.POSITIVE_INFINITY
  if (issuedAt + MAX_TOKEN_AGE_SECONDS < Date.now() / 1000) return true
  return callStore('get', () => isRevoked({ store }, { claims, issuedAt }))
}

/**
 * Calls the store outside the application.
 *
 * @throws {StoreError} if the store fails or takes too long
 */
export async function callStore<T>(command: keyof Store, call: () => Awaitable<T>): Promise<T> {
  try {
    return await inTime(call(), TIMEOUT)
  } catch (error) {
    const err = asError(error)
    const { isTimeout, isTemporary } = readFailure(err)
    const message = `The store's \`${command}\` failed: ${err.message}`
    throw Object.assign(new StoreError(message, { cause: { err, command } }), {
      ...(isTimeout && { isTimeout }),
      ...(isTemporary && { isTemporary }),
    })
  }
}
