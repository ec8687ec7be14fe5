import { adapterCases } from 'latchkey/testing/adapter-suite'
import type { Combination } from './combination.ts'
import type { Servers } from './servers.ts'

export const CLASSES = ['security', 'data', 'comfort'] as const
export type Class = (typeof CLASSES)[number]

/** What one combination passes. */
export interface Result {
  readonly combination: Combination
  /** Cases that apply, and those of them that pass. */
  readonly counts: Readonly<Record<Class, { readonly passed: number; readonly applicable: number }>>
  /** The title of each case that fails, and why. */
  readonly failures: ReadonlyMap<string, string>
}

/** A race is not lost every time: these cases are repeated, and one failure counts. */
const IS_RACE = /concurrent|at the same time/
const REPETITIONS = 8
/** A slow database repeats them less often. Milliseconds. */
const MAX_DURATION = 500

/** Runs the adapter suite with one combination. */
export async function runCombination(combination: Combination, servers: Servers): Promise<Result> {
  const { adapter, close } = await combination.open(servers)
  const counts = {
    security: { passed: 0, applicable: 0 },
    data: { passed: 0, applicable: 0 },
    comfort: { passed: 0, applicable: 0 },
  }
  const failures = new Map<string, string>()
  try {
    for (const { name, about, needs, storesExtraFields, run } of adapterCases) {
      if (needs.some((method) => adapter[method] === undefined)) continue
      if (storesExtraFields && !combination.storesExtraFields) continue
      counts[about].applicable += 1
      try {
        await run(adapter)
        if (IS_RACE.test(name)) await repeat(() => run(adapter))
        counts[about].passed += 1
      } catch (error) {
        failures.set(name, error instanceof Error ? error.message : String(error))
      }
    }
  } finally {
    await close?.()
  }
  return { combination, counts, failures }
}

async function repeat(run: () => Promise<void>): Promise<void> {
  const end = performance.now() + MAX_DURATION
  for (let count = 1; count < REPETITIONS && performance.now() < end; count++) await run()
}
