import { randomHex } from '../crypto/random.ts'
import { entryOf } from '../errors/auth-error.ts'
import { StoreError } from '../errors/services.ts'
import { entryFor } from '../log/repeated-failures.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { userKey } from '../security/store-keys.ts'
import type { Adapter, AdapterSession } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Store } from '../types/store.ts'
import type { BoundedCalls } from './failed-call.ts'

/** Where ended sessions are noted. */
export interface Endings {
  /** The application's store, which all of its processes share. */
  readonly store: Store | undefined
  /** The longest time that a session can last, in seconds. */
  readonly maxAge: number
}

type Row = Awaited<ReturnType<NonNullable<Adapter['getSessionAndUser']>>>

type SessionMethods = Adapter &
  Required<
    Pick<
      Adapter,
      'getSessionAndUser' | 'getSessionAndUserFromPrimary' | 'deleteSession' | 'deleteSessionsByUserId'
    >
  >

/** Longer than a session lasts that another request is extending at the moment, in seconds. */
const GRACE_SECONDS = 60

/**
 * Makes an adapter safe whose `getSessionAndUser` reads a database copy that lags behind, by any
 * amount of time. The store notes that a session has ended before the call returns, so a session
 * that the copy still has is rejected, or is looked up in the primary database.
 *
 * Without an application store, or while it fails, only the primary database is read: nothing else
 * informs all processes about ended sessions.
 */
export function withEndings(methods: Adapter, calls: BoundedCalls, { store, maxAge }: Endings): Adapter {
  const primary = methods.getSessionAndUserFromPrimary
  if (store === undefined) return { ...methods, ...(primary && { getSessionAndUser: primary }) }
  // The configuration check has verified these methods, except the last one, which is optional.
  const adapter = methods as SessionMethods
  const note = (key: string): Awaitable<unknown> => store.set(key, '1', maxAge + GRACE_SECONDS)
  return {
    ...adapter,
    getSessionAndUser: (sessionToken) => find(adapter, { store, calls }, sessionToken),
    async deleteSession(sessionToken) {
      // Any client can send a token, so only existing sessions are noted.
      const row =
        (await adapter.getSessionAndUserFromPrimary(sessionToken)) ??
        (await adapter.getSessionAndUser(sessionToken))
      // Both, even if one of them fails.
      const [session] = await Promise.all([
        adapter.deleteSession(sessionToken),
        row && hashedKey('deleted', sessionToken).then(note),
      ])
      // An adapter may return nothing.
      return session as AdapterSession | null | undefined
    },
    async deleteSessionsByUserId(userId) {
      // First: if it fails, no session has ended.
      await note(userKey('deleted-of', userId))
      return adapter.deleteSessionsByUserId(userId)
    },
  }
}

async function find(
  adapter: SessionMethods,
  { store, calls }: { readonly store: Store; readonly calls: BoundedCalls },
  sessionToken: string,
): Promise<Row> {
  try {
    const [row, hasEnded] = await Promise.all([
      adapter.getSessionAndUser(sessionToken),
      hashedKey('deleted', sessionToken).then((key) => store.get(key)),
    ])
    if (hasEnded) return null
    if (row && !(await store.get(userKey('deleted-of', row.user.id)))) return row
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    logOnce(calls, error)
  }
  return adapter.getSessionAndUserFromPrimary(sessionToken)
}

/** Once a minute for each cause. No request fails, so nothing else logs it. */
function logOnce(calls: BoundedCalls, error: StoreError): void {
  const own = randomHex(4)
  const entry = error[entryOf]?.(own, error) ?? entryFor(calls, `replica ${error.message}`, own, error)
  if (entry.reference === own) calls.logger.error(error, entry)
}
