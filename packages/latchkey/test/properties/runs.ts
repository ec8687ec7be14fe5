import fc from 'fast-check'
import { expect, vi } from 'vitest'

const USUAL_RUNS = 10_000
const ORDERED_RUNS = positive('LATCHKEY_RUNS')
const SEED = positive('LATCHKEY_SEED') ?? Date.now() % 2 ** 31

// The machines of others are slower, and what hangs fails all the same.
vi.setConfig({ testTimeout: 30_000 + (ORDERED_RUNS ?? USUAL_RUNS) * 10 })

interface Options {
  /** Part of the usual runs, for a property that costs more than others. `LATCHKEY_RUNS` means all. Default: 1. */
  readonly share?: number
  /** Words that the check has to answer with, each of them in at least 3 % of the cases: else the border is not where the cases are. */
  readonly sees?: readonly string[]
}

/**
 * Checks that something holds for every value: for 10,000 of them, or as many as `LATCHKEY_RUNS` says. A failure tells its seed and the smallest
 * value that was found; `LATCHKEY_SEED` repeats it.
 *
 * @param check throws what does not hold; what it answers is counted
 */
export async function holdsFor<T>(
  values: fc.Arbitrary<T>,
  check: (value: T) => string | Promise<string>,
  { share = 1, sees = [] }: Options = {},
): Promise<void> {
  const numRuns = ORDERED_RUNS ?? Math.ceil(USUAL_RUNS * share)
  const title = expect.getState().currentTestName
  const counts = new Map<string, number>()
  let done = 0
  const property = fc.asyncProperty(values, async (value) => {
    const word = await check(value)
    counts.set(word, (counts.get(word) ?? 0) + 1)
    if (++done % 100_000 === 0) console.log(`${done} of ${numRuns}, seed ${SEED}: ${title}`)
  })
  await fc.assert(property, { numRuns, seed: SEED })
  for (const word of sees)
    expect(counts.get(word) ?? 0, `cases of ${numRuns} that were ${word}`).toBeGreaterThan(numRuns * 0.03)
}

function positive(variable: string): number | undefined {
  const value = Number(process.env[variable])
  return Number.isSafeInteger(value) && value > 0 ? value : undefined
}
