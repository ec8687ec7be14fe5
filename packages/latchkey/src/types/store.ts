import type { Awaitable } from './basics.ts'

/**
 * A key-value store for state that is shared by all processes: used states and challenges, counted
 * attempts and ended sessions. Share one store if the application runs in several processes:
 * `redisStore` of `latchkey/stores/redis`, or your own, tested with `testStore` of
 * `latchkey/testing/store-suite`. Keys start with `latchkey:` and contain no secrets.
 */
export interface Store {
  /** Returns a key's value; `null` or `undefined` if it is absent or expired. */
  get(key: string): Awaitable<string | null | undefined>
  /** Stores a value for the given number of seconds. */
  set(key: string, value: string, seconds: number): Awaitable<unknown>
  /**
   * Adds a whole number to a counter in one atomic step. The first call creates the counter and
   * starts its lifetime in seconds; later calls do not extend it.
   *
   * @returns the sum
   */
  add(key: string, amount: number, seconds: number): Awaitable<number>
  /** Deletes a key. Has no effect if the key is absent. */
  delete(key: string): Awaitable<unknown>
}
