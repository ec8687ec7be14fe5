import { TESTS_ALL_VARIANTS } from '@latchkey/test-support/variants.mjs'
import fc from 'fast-check'
import { expect, vi } from 'vitest'

const DEFAULT_RUNS = 10_000
/** Enough that no outcome below is missed by chance, and a fraction of the time. */
const MAX_RUNS = TESTS_ALL_VARIANTS ? DEFAULT_RUNS : 2500
const REQUESTED_RUNS = readPositiveInteger('LATCHKEY_RUNS')
const SEED = readPositiveInteger('LATCHKEY_SEED') ?? Date.now() % 2 ** 31

// Generous, because some machines are slow. A test that hangs still fails.
vi.setConfig({ testTimeout: 30_000 + (REQUESTED_RUNS ?? DEFAULT_RUNS) * 10 })

interface Options {
  /**
   * Share of the default number of runs, for expensive properties. Ignored with `LATCHKEY_RUNS`.
   * Default: 1.
   */
  readonly share?: number
  /**
   * Outcomes that `check` must return, each in at least 3 % of the cases. Otherwise the generated
   * values do not cover both sides of the property.
   */
  readonly outcomes?: readonly string[]
}

/**
 * Checks that a property holds for generated values: up to 2,500 of them, 10,000 with all variants,
 * or as many as `LATCHKEY_RUNS` says. A failure reports its seed and the smallest failing value.
 * `LATCHKEY_SEED` repeats it.
 *
 * @param check throws if the property does not hold; returns the outcome, which is counted
 */
export async function holdsFor<T>(
  values: fc.Arbitrary<T>,
  check: (value: T) => string | Promise<string>,
  { share = 1, outcomes = [] }: Options = {},
): Promise<void> {
  const numRuns = REQUESTED_RUNS ?? Math.min(MAX_RUNS, Math.ceil(DEFAULT_RUNS * share))
  const title = expect.getState().currentTestName
  const counts = new Map<string, number>()
  let done = 0
  const property = fc.asyncProperty(values, async (value) => {
    const outcome = await check(value)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    // Not with the console: a property may record it.
    if (++done % 100_000 === 0) process.stderr.write(`${done} of ${numRuns}, seed ${SEED}: ${title}\n`)
  })
  await fc.assert(property, { numRuns, seed: SEED })
  for (const outcome of outcomes)
    expect(
      counts.get(outcome) ?? 0,
      `number of ${numRuns} cases with the outcome "${outcome}"`,
    ).toBeGreaterThan(numRuns * 0.03)
}

function readPositiveInteger(variable: string): number | undefined {
  const value = Number(process.env[variable])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
