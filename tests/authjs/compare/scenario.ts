import type { Library } from './libraries.ts'
import type { Plain } from './normalize.ts'

/** What a library did in a scenario: an observation for each step. */
export type ScenarioRecord = Readonly<Record<string, Plain>>

/** Something that users and servers do, which both libraries run. */
export interface Scenario {
  readonly name: string
  /** Default: a clock that stands still, so that times can be compared. */
  readonly clock?: 'real'
  /** Drives a library, and returns what it did. `other` is the library that is compared with it. */
  run(library: Library, other: Library): Promise<ScenarioRecord>
}
