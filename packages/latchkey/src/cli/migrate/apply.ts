import { type Database, inTransaction } from '../connect/database.ts'
import { describeReason } from '../connect/failure.ts'
import type { Output } from '../output.ts'
import type { Wish } from '../schema/definitions.ts'
import { planFor } from './create-plan.ts'
import { type LockOptions, whileLocked } from './lock.ts'
import { writeVersion } from './meta.ts'
import type { Plan, Step } from './plan.ts'

/** The outcome of a plan's steps. */
export interface Application {
  readonly plan: Plan
  readonly applied: readonly Step[]
  readonly refused: readonly RefusedStep[]
}

export interface RefusedStep {
  readonly step: Step
  readonly reason: string
}

/**
 * Executes what a database lacks, one process at a time. A step that cannot be executed does not
 * prevent the others.
 */
export async function apply(
  database: Database,
  wish: Wish,
  connectAgain: LockOptions['connectAgain'],
  output: Output,
): Promise<Application> {
  const onWait = (): void => output.progress('Waiting for another migration …')
  const { schema } = wish.tables
  return whileLocked(database, { schema, connectAgain, onWait }, async () => {
    // Another process may have done the work while this one waited.
    const plan = await planFor(database, wish)
    const applied: Step[] = []
    const refused: RefusedStep[] = []
    for (const step of plan.steps) {
      output.progress(`${applied.length + refused.length + 1}/${plan.steps.length}: ${step.text}`)
      const reason = await execute(database, step)
      if (reason === undefined) applied.push(step)
      else refused.push({ step, reason })
      // Later tables reference earlier ones.
      if (reason !== undefined && step.type === 'create') break
    }
    if (refused.length === 0 && database.dialect !== 'sqlite') await writeVersion(database, schema)
    return { plan, applied, refused }
  })
}

/** @returns why the step was not executed; `undefined` if it was */
async function execute(database: Database, step: Step): Promise<string | undefined> {
  if (step.blocked !== undefined) return step.blocked
  if (await hasDuplicates(database, step))
    return `rows with the same values exist. List them, and remove all but one of each: ${step.duplicates};`
  try {
    await executeAll(database, step)
    return undefined
  } catch (error) {
    return describeReason(error)
  }
}

/** Returns whether rows exist that a unique index would reject. */
export async function hasDuplicates(database: Database, { duplicates }: Step): Promise<boolean> {
  if (duplicates === undefined) return false
  return (await database.query(`${duplicates} LIMIT 1`)).rows.length > 0
}

/** A table and its indexes appear together, if the database supports that. */
async function executeAll(database: Database, { type, statements }: Step): Promise<void> {
  const work = async (): Promise<void> => {
    for (const statement of statements) await database.query(statement)
  }
  if (type === 'create' && database.dialect === 'postgres') await inTransaction(database, work)
  else await work()
}
