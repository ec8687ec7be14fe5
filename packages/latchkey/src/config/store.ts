import type { ResolvedLimits } from '../contract/context.ts'
import { asError, StoreError } from '../errors.ts'
import { memoryStore } from '../security/memory-store.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Limit, LimitsOptions } from '../types/limits.ts'
import type { Store } from '../types/store.ts'

const QUARTER_HOUR = 15 * 60

/** The application's store, with what it throws told as `StoreError`; else the memory that the whole process shares. */
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

/** Anything else would never reach a limit. */
function requireSum(sum: unknown): number {
  if (typeof sum === 'number' && Number.isFinite(sum)) return sum
  throw new TypeError('It gave no number. Let it return the sum.')
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

/** One for the whole process: a bundler may give each entry of an application its own copy of this module. */
function processStore(): Store {
  const shared = globalThis as { [processStoreKey]?: Store }
  shared[processStoreKey] ??= memoryStore()
  return shared[processStoreKey]
}

/** What may be tried how often. */
export function resolveLimits({ limits = {} }: AuthConfig): ResolvedLimits {
  const given: LimitsOptions = limits === false ? { credentials: false, email: false, client: false } : limits
  const limit = (option: Limit | false | undefined, attempts: number): Limit | undefined =>
    option === false ? undefined : (option ?? { attempts, seconds: QUARTER_HOUR })
  return {
    credentials: limit(given.credentials, 10),
    email: limit(given.email, 5),
    client: limit(given.client, 30),
    clientAddress: given.clientAddress,
  }
}
