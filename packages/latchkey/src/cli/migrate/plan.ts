import type { Dialect } from '../connect/url.ts'

/** What a migration step does. Each one only adds. */
export type StepType = 'create' | 'add-column' | 'add-index' | 'add-unique-index'

export interface Step {
  readonly type: StepType
  readonly table: string
  /** In order; a single one for each type but `create`. */
  readonly statements: readonly string[]
  /** What is missing, as a sentence. */
  readonly text: string
  /** What was done after the step is executed, as a sentence. */
  readonly done: string
  /** Lists the rows that a unique index would reject, as groups with their number. */
  readonly duplicates?: string | undefined
  /** Why the step cannot be executed before another change. */
  readonly blocked?: string | undefined
}

/** What `migrate` recommends and never executes, because it would change what exists. */
export interface Advice {
  readonly type: 'collation' | 'cascade' | 'date' | 'length' | 'passkeys' | 'sql-mode' | 'type' | 'address'
  /** Empty if it is about the server. */
  readonly table: string
  readonly columns: readonly string[]
  /** The problem and its consequences. */
  readonly text: string
  /** Statements to check and execute by hand. */
  readonly sql: readonly string[]
}

/** What a database lacks. */
export interface Plan {
  readonly dialect: Dialect
  readonly steps: readonly Step[]
  readonly advice: readonly Advice[]
}
