import type { Adapter } from '../types/adapter.ts'
import type { Awaitable } from '../types/basics.ts'
import { accountCases } from './adapter-cases/accounts.ts'
import { authenticatorCases } from './adapter-cases/authenticators.ts'
import type { AdapterCase } from './adapter-cases/case.ts'
import { firstSignInCases } from './adapter-cases/first-sign-in.ts'
import { sessionCases } from './adapter-cases/sessions.ts'
import { userCases } from './adapter-cases/users.ts'
import { verificationTokenCases } from './adapter-cases/verification-tokens.ts'

export type { AdapterCase }

/** An adapter, and how to end what was begun for it. */
export interface AdapterUnderTest {
  readonly adapter: Adapter
  readonly stop?: () => Awaitable<void>
}

/** Which adapter is tested, and how. */
export interface AdapterSuiteOptions {
  readonly name: string
  /** Called for each case. May give the same database every time: each case makes records of its own, with e-mail addresses of its own. */
  readonly create: () => Awaitable<AdapterUnderTest>
  /** Does the adapter keep fields that the contract does not know, such as `role`? Default: yes. */
  readonly storesExtraFields?: boolean
}

/** What the suite needs of a test runner: `node:test` and Vitest have it. */
export interface TestRunner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (
    name: string,
    body: (context: { skip: (reason?: string) => unknown }) => Promise<void>,
  ) => unknown
}

/** Everything that an adapter must do, for any way to run it: each case throws an `AssertionError` when the adapter does something else. */
export const adapterCases: readonly AdapterCase[] = [
  ...userCases,
  ...accountCases,
  ...firstSignInCases,
  ...sessionCases,
  ...verificationTokenCases,
  ...authenticatorCases,
]

/**
 * Tests an adapter. Cases whose methods it lacks are skipped, and the report says which method that is.
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
      it(each.name, async (context) => {
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
  adapter: Adapter,
  options: AdapterSuiteOptions,
): string | undefined {
  const missing = needs.filter((method) => typeof adapter[method] !== 'function')
  if (missing.length > 0) return `the adapter has no ${missing.join(', ')}`
  return storesExtraFields && options.storesExtraFields === false
    ? 'the adapter stores no extra fields'
    : undefined
}
