import type { Awaitable } from '../types/basics.ts'
import type { Store } from '../types/store.ts'
import type { TestRunner } from './adapter-suite.ts'
import type { StoreCase } from './store-cases/case.ts'
import { counterCases } from './store-cases/counters.ts'
import { lifetimeCases } from './store-cases/lifetimes.ts'
import { valueCases } from './store-cases/values.ts'

export type { StoreCase, TestRunner }

/** A store, and a function that releases its resources. */
export interface StoreUnderTest {
  readonly store: Store
  /** Called after each case, also when the case failed. */
  readonly stop?: () => Awaitable<void>
}

/** Options of `testStore`. */
export interface StoreSuiteOptions {
  /** The test group's title. */
  readonly name: string
  /**
   * Returns the store to test. Called once for each case. It may return the same store every time,
   * because each case uses its own keys.
   */
  readonly create: () => Awaitable<StoreUnderTest>
}

/**
 * Every requirement for a store. Use it to run the cases without a test runner: a case throws an
 * `AssertionError` that says what a failure endangers if the store does not meet the requirement.
 *
 * @example
 * ```ts
 * import { storeCases } from 'latchkey/testing/store-suite'
 *
 * for (const { about, name } of storeCases) console.log(`${about}: ${name}`)
 * ```
 */
export const storeCases: readonly StoreCase[] = [...valueCases, ...counterCases, ...lifetimeCases]

/**
 * Tests a store: values, counters, concurrent additions and lifetimes. Five cases wait one second
 * for a lifetime to end.
 *
 * @example
 * ```ts
 * import { describe, it } from 'node:test'
 * import { memoryStore } from 'latchkey'
 * import { testStore } from 'latchkey/testing/store-suite'
 *
 * testStore({ name: 'memory', create: () => ({ store: memoryStore() }) }, { describe, it })
 * ```
 */
export function testStore(options: StoreSuiteOptions, { describe, it }: TestRunner): void {
  describe(options.name, () => {
    for (const { name, run } of storeCases)
      it(name, async () => {
        const { store, stop } = await options.create()
        try {
          await run(store)
        } finally {
          await stop?.()
        }
      })
  })
}
