import { AssertionError } from 'node:assert/strict'
import type { Store } from '../../types/store.ts'

/** One requirement that a store must meet. */
export interface StoreCase {
  /** The title of the test, such as `adds to a counter and returns the sum`. */
  readonly name: string
  /** What a failure endangers. `data`: sign-ins fail, or limits count too much. */
  readonly about: 'security' | 'data'
  /** Runs the case. @throws {AssertionError} when the store does not meet the requirement */
  readonly run: (store: Store) => Promise<void>
}

/**
 * Creates a case. If it fails, the message says what the failure endangers.
 *
 * @param consequence what happens with a store that does not meet the requirement
 */
export function storeCase(
  about: StoreCase['about'],
  name: string,
  consequence: string,
  body: (store: Store) => Promise<void>,
): StoreCase {
  const run = async (store: Store): Promise<void> => {
    try {
      await body(store)
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error
      const { actual, expected, operator } = error
      const message = `${error.message}\nThis is about ${about}: ${consequence}`
      throw new AssertionError({ message, actual, expected, operator })
    }
  }
  return { name, about, run }
}

/** Returns a key that no other case uses. */
export function uniqueKey(): string {
  return `latchkey:store-suite:${crypto.randomUUID()}`
}

/** Waits until a time. @param time milliseconds since 1970 */
export function until(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - Date.now())))
}
