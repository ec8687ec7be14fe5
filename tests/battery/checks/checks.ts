import { collectValues } from '../run.ts'
import { fillIn } from '../template.ts'
import { type BodyChecks, bodyChecks } from './body.ts'
import type { CheckTable, Outcome, Problem } from './check-table.ts'
import { type CookieChecks, cookieChecks } from './cookies.ts'
import { type LocationChecks, locationChecks } from './location.ts'
import { type MailChecks, mailChecks } from './mails.ts'
import { type ProviderChecks, providerChecks } from './provider.ts'
import { type ResponseChecks, responseChecks } from './response.ts'
import { type SessionChecks, sessionChecks } from './session.ts'
import { type SideEffectChecks, sideEffectChecks } from './side-effects.ts'

type Checks = BodyChecks &
  CookieChecks &
  LocationChecks &
  MailChecks &
  ProviderChecks &
  ResponseChecks &
  SessionChecks &
  SideEffectChecks & {
    /** One of these lists must hold. */
    anyOf: readonly (readonly Check[])[]
  }

/** What must hold after the request: the name of a check, and what it wants. */
export type Check = { [Name in keyof Checks]: { readonly [Each in Name]: Checks[Each] } }[keyof Checks]

const CHECKS: CheckTable<Checks> = {
  ...bodyChecks,
  ...cookieChecks,
  ...locationChecks,
  ...mailChecks,
  ...providerChecks,
  ...responseChecks,
  ...sessionChecks,
  ...sideEffectChecks,
  async anyOf(outcome, lists) {
    const problems = await Promise.all(lists.map((list) => findProblems(outcome, list)))
    return problems.some(({ length }) => length === 0) ? undefined : `none of: ${problems.flat().join(' / ')}`
  },
}

/** Returns what is wrong after a request. */
export async function findProblems(outcome: Outcome, checks: readonly Check[]): Promise<string[]> {
  const problems: string[] = []
  for (const check of checks) {
    const problem = await findProblem(outcome, check)
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}

function findProblem(outcome: Outcome, check: Check): Problem | Promise<Problem> {
  const [[name, wanted] = ['', undefined]] = Object.entries(check)
  const find = CHECKS[name as keyof Checks] as ((outcome: Outcome, wanted: unknown) => Problem) | undefined
  if (find === undefined) throw new Error(`No check is called "${name}".`)
  return find(outcome, name === 'anyOf' ? wanted : fillIn(wanted, collectValues(outcome.run)))
}
