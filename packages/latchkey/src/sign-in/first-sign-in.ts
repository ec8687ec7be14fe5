import { poll } from '../async/poll.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { leaseSeconds, withLease } from '../security/lease.ts'
import type { AdapterAccount, AdapterUser } from '../types/adapter.ts'

/** The adapter calls that create a user and link an account: two look-ups, two writes. */
const CALLS = 4

/** What must have one user: an account, an e-mail address, or both. */
export interface FirstSignInSubject {
  readonly email?: string | null | undefined
  readonly account?: Pick<AdapterAccount, 'provider' | 'providerAccountId'>
}

/**
 * Runs the first sign-in of an account or an address, for adapters that cannot create a user with
 * an account in one step, or whose tables may have no unique keys. Only one request in all
 * processes that share the store runs it. The others wait for its result, up to two seconds.
 *
 * @param find looks the user up while no other request can create one
 * @param work receives what `find` returned; `null` only while no other request runs this
 * @throws {StoreError} if the store fails; {ServiceUnavailable} if the other request has not ended
 */
export async function whileFirst<T extends object>(
  auth: ResolvedAuth,
  subject: FirstSignInSubject,
  find: () => Promise<AdapterUser | null>,
  work: (found: AdapterUser | null) => Promise<T>,
): Promise<T> {
  const keys = await leaseKeys(subject)
  const seconds = leaseSeconds(auth, CALLS)
  const result = await poll(async () => {
    const own = await withLease(auth, keys, seconds, async () => work(await find()))
    if (own !== undefined) return own.value
    const found = await find()
    return found ? work(found) : undefined
  })
  if (result !== undefined) return result
  throw new ServiceUnavailable(
    'Another request has been creating the same user for two seconds. ' +
      `If its process has died, the user can sign in after ${seconds} seconds.`,
    { retryAfter: seconds },
  )
}

/** The address comes first, so that two requests never wait for each other. */
async function leaseKeys({ email, account }: FirstSignInSubject): Promise<string[]> {
  const parts = [
    ...(email ? [['email', email.toLowerCase()]] : []),
    ...(account ? [['account', account.provider, account.providerAccountId]] : []),
  ]
  return Promise.all(parts.map((part) => hashedKey('first-sign-in', part)))
}
