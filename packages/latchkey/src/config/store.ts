import type { ResolvedLimits } from '../contract/context.ts'
import { asError, StoreError } from '../errors.ts'
import { memoryStore } from '../security/memory-store.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Limit, LimitsOptions } from '../types/limits.ts'
import type { Store } from '../types/store.ts'

const FIFTEEN_MINUTES = 15 * 60

/**
 * Wraps the application's store: a failed call throws a `StoreError`. Without a store, returns one
 * in memory that the whole process shares.
 */
export function resolveStore({ store }: AuthConfig): Store {
  if (store === undefined) return processStore()
  return {
    get: (key) => guarded('get', () => store.get(key)),
    set: (key, value, seconds) => guarded('set', () => store.set(key, value, seconds)),
    add: (key, amount, seconds) =>
      guarded('add', async () => requireSum(await store.add(key, amount, seconds))),
    delete: (key) => guarded('delete', () => store.delete(key)),
  }
}

/** Any other result would never exceed a limit. */
function requireSum(sum: unknown): number {
  if (typeof sum === 'number' && Number.isFinite(sum)) return sum
  throw new TypeError('It did not return a number. Return the sum.')
}

async function guarded<T>(command: keyof Store, run: () => T): Promise<Awaited<T>> {
  try {
    return await run()
  } catch (error) {
    const err = asError(error)
    throw new StoreError(`The \`${command}\` of the \`store\` failed: ${err.message}`, {
      cause: { err, command },
    })
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
