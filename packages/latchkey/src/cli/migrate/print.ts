import type { Output } from '../output.ts'
import type { Advice, Plan, Step } from './plan.ts'

/** A step, and whether rows prevent it. Unknown without a connection. */
export interface CheckedStep {
  readonly step: Step
  readonly hasDuplicates?: boolean | undefined
}

/** Prints a plan's SQL. Comments say what each statement is for. */
export function printSql(steps: readonly CheckedStep[], output: Output): void {
  for (const { step, hasDuplicates } of steps) {
    const { text, duplicates, blocked, statements } = step
    const comments = [
      text,
      ...(duplicates === undefined ? [] : [duplicatesComment(hasDuplicates), `${duplicates};`]),
      ...(blocked === undefined ? [] : [`Blocked: ${blocked}`]),
    ]
    for (const comment of comments) output.print(`-- ${comment}`)
    for (const statement of statements) output.print(`${blocked === undefined ? '' : '-- '}${statement};`)
    output.print('')
  }
}

function duplicatesComment(found: boolean | undefined): string {
  switch (found) {
    case undefined:
      return 'Duplicates prevent it. This query lists them:'
    case true:
      return 'Duplicates exist. List them with this query, and remove all but one of each first:'
    case false:
      return 'No duplicates exist. This query lists them:'
  }
}

/** Prints what you should change by hand. */
export function printAdvice(advice: readonly Advice[], output: Output): void {
  if (advice.length === 0) return
  output.note('Not changed automatically. Check and execute by hand:')
  for (const { text, sql } of advice) {
    output.note(`- ${text}`)
    for (const statement of sql) output.note(`    ${statement.replaceAll('\n', '\n    ')};`)
  }
}

/** Returns a plan for `--json`. */
export function toJson(plan: Plan, steps: readonly CheckedStep[]): object {
  return {
    dialect: plan.dialect,
    steps: steps.map(({ step, hasDuplicates }) => ({ ...step, done: undefined, hasDuplicates })),
    advice: plan.advice,
  }
}
