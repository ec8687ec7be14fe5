import { andThen, loadOnce, orElse } from '../async/awaitable.ts'
import { inTime } from '../async/in-time.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Store } from '../types/store.ts'
import type { BoundedCalls } from './failed-call.ts'

const failures = loadOnce(() => import('./failed-call.ts'))

/** Wraps the application's store: a call that fails or takes too long throws a `StoreError`. */
export function boundedStore(store: Store, calls: BoundedCalls): Store {
  const bounded = <T>(command: keyof Store, run: () => Awaitable<T>): Awaitable<T> => {
    let result: Awaitable<T> | undefined
    return orElse(
      () => {
        result = run()
        return inTime(result, calls.timeouts.store)
      },
      async (error): Promise<never> => {
        throw (await failures()).failedCommand(calls, { command, result, error })
      },
    )
  }
  return {
    get: (key) => bounded('get', () => store.get(key)),
    set: (key, value, seconds) => bounded('set', () => store.set(key, value, seconds)),
    add: (key, amount, seconds) => bounded('add', () => andThen(store.add(key, amount, seconds), requireSum)),
    delete: (key) => bounded('delete', () => store.delete(key)),
  }
}

/** Any other result would never exceed a limit. */
function requireSum(sum: unknown): number {
  if (typeof sum === 'number' && Number.isFinite(sum)) return sum
  throw new TypeError('It did not return a number. Return the sum.')
}
