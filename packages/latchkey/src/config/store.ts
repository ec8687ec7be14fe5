import { andThen, loadOnce } from '../async/awaitable.ts'
import type { ResolvedLimits } from '../contract/checked-config.ts'
import type { BoundedCalls } from '../persistence/failed-call.ts'
import { memoryStore } from '../stores/memory.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Limit, LimitsOptions } from '../types/limits.ts'
import type { Store } from '../types/store.ts'

const FIFTEEN_MINUTES = 15 * 60

/**
 * Returns the application's store with bounded calls. The code for that is loaded with the first
 * call. Without a store, returns one in memory that the whole process shares.
 */
export function resolveStore({ store }: AuthConfig, calls: BoundedCalls): Store {
  if (store === undefined) return processStore()
  const bounded = loadOnce(async () =>
    (await import('../persistence/bounded-store.ts')).boundedStore(store, calls),
  )
  return {
    get: (key) => andThen(bounded(), (store) => store.get(key)),
    set: (...args) => andThen(bounded(), (store) => store.set(...args)),
    add: (...args) => andThen(bounded(), (store) => store.add(...args)),
    delete: (key) => andThen(bounded(), (store) => store.delete(key)),
  }
}

const processStoreKey = Symbol.for('latchkey.store')

/**
 * Returns one store for the whole process. It is stored globally, because a bundler can give each
 * entry point of an application its own copy of this module.
 */
function processStore(): Store {
  const shared = globalThis as { [processStoreKey]?: Store }
  shared[processStoreKey] ??= memoryStore()
  return shared[processStoreKey]
}

/** Fills in the rate limits' defaults. */
export function resolveLimits({ limits = {} }: AuthConfig): ResolvedLimits {
  const given: LimitsOptions | undefined = limits || undefined
  const limit = (name: 'credentials' | 'email' | 'client', attempts: number): Limit | undefined =>
    (given && (given[name] ?? { attempts, seconds: FIFTEEN_MINUTES })) || undefined
  return {
    credentials: limit('credentials', 10),
    email: limit('email', 5),
    client: limit('client', 30),
    given,
  }
}
