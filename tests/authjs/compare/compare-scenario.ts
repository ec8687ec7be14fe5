import { countFields, diff, type FieldDifference } from './diff.ts'
import { AUTH_JS, LATCHKEY } from './libraries.ts'
import type { Scenario } from './scenario.ts'

/** What a scenario showed. */
export interface Comparison {
  readonly name: string
  readonly fields: number
  readonly differences: readonly FieldDifference[]
}

/** Runs a scenario with both libraries, and compares what they did. */
export async function compareScenario(
  scenario: Scenario,
  reset: (scenario: Scenario) => void,
): Promise<Comparison> {
  const { name, run } = scenario
  reset(scenario)
  const authJs = await run(AUTH_JS, LATCHKEY)
  reset(scenario)
  const latchkey = await run(LATCHKEY, AUTH_JS)
  return { name, fields: countFields(authJs, latchkey), differences: diff(authJs, latchkey, [name]) }
}
