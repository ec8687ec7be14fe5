import { andThen, loadOnce, orElse } from '../async/awaitable.ts'
import { inTime } from '../async/in-time.ts'
import type { ResolvedLimits } from '../contract/context.ts'
import { memoryStore } from '../security/memory-store.ts'
import type { Awaitable } from '../types/basics.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Limit, LimitsOptions } from '../types/limits.ts'
import type { Store } from '../types/store.ts'
import type { BoundedCalls } from './failed-call.ts'

const failures = loadOnce(() => import('./failed-call.ts'))

const FIFTEEN_MINUTES = 15 * 60

/**
 * Wraps the application's store: a call that fails or takes too long throws a `StoreError`. Without
 * a store, returns one in memory that the whole process shares.
 */
export function resolveStore({ store }: AuthConfig, calls: BoundedCalls): Store {
  if (store === undefined) return processStore()
  const guarded = <T>(command: keyof Store, run: () => Awaitable<T>): Awaitable<T> =>
    orElse(
      () => inTime(run(), calls.timeouts.store),
      async (error): Promise<never> => {
        throw (await failures()).failedCommand(calls, command, error)
      },
    )
  return {
    get: (key) => guarded('get', () => store.get(key)),
    set: (key, value, seconds) => guarded('set', () => store.set(key, value, seconds)),
    add: (key, amount, seconds) => guarded('add', () => andThen(store.add(key, amount, seconds), requireSum)),
    delete: (key) => guarded('delete', () => store.delete(key)),
  }
}

/** Any other result would never exceed a limit. */
function requireSum(sum: unknown): number {
  if (typeof sum === 'number' && Number.isFinite(sum)) return sum
  throw new TypeError('It did not return a number. Return the sum.')
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

/** Fills in the defaults of the rate limits. */
export function resolveLimits({ limits = {} }: AuthConfig): ResolvedLimits {
  const given: LimitsOptions = limits === false ? { credentials: false, email: false, client: false } : limits
  const limit = (option: Limit | false | undefined, attempts: number): Limit | undefined =>
    option === false ? undefined : (option ?? { attempts, seconds: FIFTEEN_MINUTES })
  return {
    credentials: limit(given.credentials, 10),
    email: limit(given.email, 5),
    client: limit(given.client, 30),
    clientAddress: given.clientAddress,
  }
}
