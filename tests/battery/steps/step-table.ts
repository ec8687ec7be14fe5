import type { Run } from '../run.ts'

/** The functions of steps, by the name of the step. */
export type StepTable<Arguments> = {
  readonly [Name in keyof Arguments]: (run: Run, given: Arguments[Name]) => void | Promise<unknown>
}
