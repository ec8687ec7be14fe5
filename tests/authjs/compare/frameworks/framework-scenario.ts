import type { Plain } from '../normalize.ts'
import type { Probe } from './probe.ts'

/** Something that users do at a running probe application, whichever library it has. */
export interface FrameworkScenario {
  readonly name: string
  run(probe: Probe): Promise<void>
}

/** What the scenarios showed: an observation for each step, by scenario. */
export type Observations = ReadonlyMap<string, Readonly<Record<string, Plain>>>
