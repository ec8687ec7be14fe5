import type { BaseAdapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import { accountSessionCases } from './adapter-cases/account-sessions.ts'
import { accountCases } from './adapter-cases/accounts.ts'
import { authenticatorCases } from './adapter-cases/authenticators.ts'
import type { AdapterCase } from './adapter-cases/case.ts'
import { concurrentCases } from './adapter-cases/concurrent-calls.ts'
import { firstSignInCases } from './adapter-cases/first-sign-in.ts'
import { missingRecordCases } from './adapter-cases/missing-records.ts'
import { passwordCases } from './adapter-cases/passwords.ts'
import { secondFactorCases } from './adapter-cases/second-factors.ts'
import { sessionCases } from './adapter-cases/sessions.ts'
import { similarIdCases } from './adapter-cases/similar-ids.ts'
import { storedTokenCases } from './adapter-cases/stored-tokens.ts'
import { userCases } from './adapter-cases/users.ts'
import { verificationTokenCases } from './adapter-cases/verification-tokens.ts'

export type { AdapterCase }

/** An adapter, and a function that releases its resources. */
export interface AdapterUnderTest {
  readonly adapter: BaseAdapter
  /** Called after each case, also when the case failed. */
  readonly stop?: () => Awaitable<void>
}

/** Options of `testAdapter`. */
export interface AdapterSuiteOptions {
  /** The test group's title. */
  readonly name: string
  /**
   * Returns the adapter to test. Called once for each case. It may use the same database every
   * time, because each case creates its own records with unique e-mail addresses.
   */
  readonly create: () => Awaitable<AdapterUnderTest>
  /**
   * Whether the adapter stores fields outside the adapter contract, such as `role`. Default:
   * `true`.
   */
  readonly storesExtraFields?: boolean
}

/** The test runner's functions that the suite calls. `node:test` and Vitest provide them. */
export interface TestRunner {
  /** Groups tests. */
  readonly describe: (name: string, body: () => void) => unknown
  /** Runs a test. */
  readonly it: (
    name: string,
    body: (context: { skip: (reason?: string) => unknown }) => Promise<void>,
  ) => unknown
}

/**
 * Every requirement for an adapter. Use it to run the cases without a test runner: a case throws an
 * `AssertionError` that says what a failure endangers if the adapter does not meet the requirement.
 *
 * @example
 * ```ts
 * import { adapterCases } from 'latchkey/testing/adapter-suite'
 *
 * for (const { about, name } of adapterCases) console.log(`${about}: ${name}`)
 * ```
 */
export const adapterCases: readonly AdapterCase[] = [
  ...userCases,
  ...accountCases,
  ...firstSignInCases,
  ...sessionCases,
  ...verificationTokenCases,
  ...authenticatorCases,
  ...passwordCases,
  ...secondFactorCases,
  ...accountSessionCases,
  ...missingRecordCases,
  ...similarIdCases,
  ...storedTokenCases,
  ...concurrentCases,
]

/**
 * Tests an adapter. Each title starts with what a failure endangers: `security`, `data` or
 * `comfort`. Skips a case if the adapter lacks a method that the case calls, and reports which
 * method is missing.
 *
 * @example
 * ```ts
 * import { describe, it } from 'node:test'
 * import memory from 'latchkey/adapters/memory'
 * import { testAdapter } from 'latchkey/testing/adapter-suite'
 *
 * testAdapter({ name: 'memory', create: () => ({ adapter: memory() }) }, { describe, it })
 * ```
 */
export function testAdapter(options: AdapterSuiteOptions, { describe, it }: TestRunner): void {
  describe(options.name, () => {
    for (const each of adapterCases)
      it(`${each.about}: ${each.name}`, async (context) => {
        const { adapter, stop } = await options.create()
        try {
          const reason = reasonToSkip(each, adapter, options)
          if (reason === undefined) await each.run(adapter)
          else context.skip(reason)
        } finally {
          await stop?.()
        }
      })
  })
}

function reasonToSkip(
  { needs, storesExtraFields }: AdapterCase,
  adapter: BaseAdapter,
  options: AdapterSuiteOptions,
): string | undefined {
  const missing = needs.filter((method) => typeof adapter[method] !== 'function')
  if (missing.length > 0) return `the adapter has no ${missing.join(', ')}`
  return storesExtraFields && options.storesExtraFields === false
    ? 'the adapter stores no extra fields'
    : undefined
}
