import type { ReceivedResponse } from '../response.ts'
import type { Run } from '../run.ts'

/** A run after its request. */
export interface Outcome {
  readonly run: Run
  /** The last response. */
  readonly response: ReceivedResponse
  readonly all: readonly ReceivedResponse[]
}

/** What is wrong, or `undefined`. */
export type Problem = string | undefined

/** The functions of checks, by the name of the check. */
export type CheckTable<Wanted> = {
  readonly [Name in keyof Wanted]: (outcome: Outcome, wanted: Wanted[Name]) => Problem | Promise<Problem>
}
