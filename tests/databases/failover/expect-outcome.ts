import { expect } from 'vitest'
import type { Fault, Sight } from './fault.ts'
import type { Outcome, Responses } from './run-fault.ts'

/** A machine that runs other tests at the same time responds later. */
const SLACK_MILLISECONDS = 1500
/** Entries with the same text. `SignOutError` has one for each cause, which it does not name. */
const MAX_ENTRIES = 6
const OPERATIONS = ['read', 'sign in', 'sign out'] as const

/** What an entry looks like while a service fails. */
const ENTRIES = [
  /^AdapterError: The adapter's `…` (?:failed: |took longer than )/,
  /^StoreError: The store's `…` (?:failed: |took longer than )/,
  /^SignOutError: /,
  /^(?:redis|postgres|mysql)-connection The connection to /,
]

/** The time limits of the application, in milliseconds. */
export interface Limits {
  readonly adapter: number
  readonly store: number
}

/** Compares what happened with what must hold, and with what the page says of the fault. */
export function expectOutcomes(
  outcomes: Readonly<Record<string, Outcome>>,
  fault: Fault,
  limits: Limits,
): void {
  const results = Object.values(outcomes)
  expect(results.length).toBeGreaterThan(0)
  for (const outcome of results) expectOutcome(outcome, fault, limits)
  // Which of the entries a driver causes depends on the moment at which it connects again.
  expect(results.flatMap(({ log }) => Object.keys(log))).toEqual(expect.arrayContaining([...fault.log]))
}

/**
 * A request ends when a call fails. It may have to undo something before: a sign-in removes its
 * claims and its attempt from the store; a sign-out notes in the store what it ended, and looks for
 * a second cookie.
 */
function expectOutcome(outcome: Outcome, fault: Fault, { adapter, store }: Limits): void {
  const { violations, isAlive, operations, withoutRetryAfter, log } = outcome
  const bounds = {
    read: Math.max(adapter, store),
    'sign in': adapter + 3 * store,
    'sign out': adapter + 2 * store,
  }
  const lines = Object.keys(log)
  expect({
    violations,
    isAlive,
    withoutRetryAfter,
    sees: Object.fromEntries(
      OPERATIONS.map((each) => [each, describeSight(operations[each], fault.sees[each])]),
    ),
    intruders: operations.intrude.failed.filter((status) => status !== 503),
    tooSlow: OPERATIONS.filter(
      (each) => operations[each].slowestMilliseconds > bounds[each] + SLACK_MILLISECONDS,
    ).map((each) => `${each}: ${operations[each].slowestMilliseconds} ms`),
    otherEntries: lines.filter((line) => !ENTRIES.some((entry) => entry.test(line))),
    repeatedEntries: lines.filter((line) => (log[line] ?? 0) > MAX_ENTRIES),
  }).toEqual({
    violations: [],
    isAlive: true,
    withoutRetryAfter: 0,
    sees: fault.sees,
    intruders: [],
    tooSlow: [],
    otherEntries: [],
    repeatedEntries: [],
  })
}

/** Returns what users saw: the expected, if that is what happened. */
function describeSight({ worked, failed }: Responses, expected: Sight): string {
  const others = failed.filter((status) => status !== 503)
  if (others.length > 0) return `responses with status ${others.join()}`
  if (worked + failed.length === 0) return 'no responses'
  if (expected === 'varies') return expected
  return failed.length > 0 ? 'unavailable' : 'works'
}
