import { poll } from '../async/poll.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { asError, ServiceUnavailable } from '../errors.ts'
import { claimKey } from '../security/once.ts'
import type { AdapterAccount, AdapterUser } from '../types/adapter.ts'

/** The calls of the adapter that create a user and link an account: two look-ups, two writes. */
const CALLS = 4
/** What a call of the adapter is expected to take without a time limit, in seconds. */
const UNLIMITED_CALL = 60

/** What must have one user: an account, an e-mail address, or both. */
export interface FirstSignInSubject {
  readonly email?: string | null | undefined
  readonly account?: Pick<AdapterAccount, 'provider' | 'providerAccountId'>
}

/**
 * Runs the first sign-in of an account or an address, for adapters that cannot create a user with
 * an account in one step, or whose tables may have no unique keys. Only one request of all
 * processes that share the store runs it. The others wait for its result, up to two seconds.
 *
 * @param find looks the user up, while no other request can create one
 * @param work receives what `find` returned; `null` only while no other request runs this
 * @throws {StoreError} when the store fails; {ServiceUnavailable} if the other request has not
 *   ended
 */
export async function claimFirstSignIn<T extends object>(
  auth: ResolvedAuth,
  subject: FirstSignInSubject,
  find: () => Promise<AdapterUser | null>,
  work: (found: AdapterUser | null) => Promise<T>,
): Promise<T> {
  const keys = await keysOf(subject)
  const result = await poll(async () => {
    const claimed = await claimAll(auth, keys)
    try {
      const found = await find()
      return claimed || found ? await work(found) : undefined
    } finally {
      if (claimed) await releaseAll(auth, claimed)
    }
  })
  if (result !== undefined) return result
  throw new ServiceUnavailable(
    'Another request has been creating the same user for two seconds. ' +
      `If its process has died, the user can sign in after ${claimSeconds(auth)} seconds.`,
    { retryAfter: claimSeconds(auth) },
  )
}

/** The address comes first, so that two requests never wait for each other. */
async function keysOf({ email, account }: FirstSignInSubject): Promise<string[]> {
  const parts = [
    ...(email ? [['email', email.toLowerCase()]] : []),
    ...(account ? [['account', account.provider, account.providerAccountId]] : []),
  ]
  return Promise.all(parts.map((part) => claimKey('first-sign-in', JSON.stringify(part))))
}

/**
 * Returns how long a process that died keeps others from creating the user. Longer than the calls
 * of a process that is alive may take: it would lose its claims to another one.
 */
function claimSeconds({ timeouts }: ResolvedAuth): number {
  return 10 + CALLS * Math.ceil(timeouts.adapter === false ? UNLIMITED_CALL : timeouts.adapter)
}

/** The claims of a request. */
interface Claimed {
  readonly keys: string[]
  readonly startedAt: number
}

/** Returns `undefined` if another request has one of the claims. */
async function claimAll(auth: ResolvedAuth, keys: readonly string[]): Promise<Claimed | undefined> {
  const claimed: Claimed = { keys: [], startedAt: performance.now() }
  const seconds = claimSeconds(auth)
  try {
    for (const key of keys) {
      if ((await auth.store.add(key, 1, seconds)) !== 1) break
      claimed.keys.push(key)
    }
  } finally {
    if (claimed.keys.length < keys.length) await releaseAll(auth, claimed)
  }
  return claimed.keys.length === keys.length ? claimed : undefined
}

/** Removes the claims. One that remains expires, so that a failure is only logged. */
async function releaseAll(auth: ResolvedAuth, { keys, startedAt }: Claimed): Promise<void> {
  // After that time, another request may have the claims.
  if (performance.now() - startedAt >= claimSeconds(auth) * 1000) return
  for (const key of keys) {
    try {
      await auth.store.delete(key)
    } catch (error) {
      auth.logger.error(asError(error))
    }
  }
}
