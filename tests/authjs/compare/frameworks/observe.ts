import type { FrameworkScenario, Observations } from './framework-scenario.ts'
import { Probe } from './probe.ts'

/** Runs all scenarios at a running probe application, each with a browser of its own. */
export async function observe(
  scenarios: readonly FrameworkScenario[],
  origin: string,
  basePath: string,
): Promise<Observations> {
  const observations = new Map<string, Probe['record']>()
  for (const { name, run } of scenarios) {
    const probe = new Probe(origin, basePath)
    await run(probe)
    observations.set(name, probe.record)
  }
  return observations
}
