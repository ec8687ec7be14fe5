import { expect, it } from 'vitest'
import { countTests } from './vitest-step.mjs'

const file = (status: string, ...statuses: string[]) => ({
  name: 'x.test.ts',
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
})

const report = (numPassedTests: number, numFailedTests: number, ...testResults: ReturnType<typeof file>[]) => ({
  numPassedTests,
  numFailedTests,
  testResults,
})

it('counts passed and failed tests', () => {
  expect(countTests(report(3, 1, file('failed', 'passed', 'failed'), file('passed', 'passed', 'passed')), false)).toEqual({
    passed: 3,
    failed: 1,
  })
})

it('counts a file that could not be loaded as one failure', () => {
  expect(countTests(report(2, 0, file('failed'), file('passed', 'passed', 'passed')), false)).toEqual({ passed: 2, failed: 1 })
})

it.each([
  ['failed without a failed test', report(2, 0, file('passed', 'passed', 'passed')), false, { passed: 2, failed: 1 }],
  ['has no test', report(0, 0), true, { passed: 0, failed: 1 }],
  ['has only skipped tests', report(0, 0, file('passed', 'skipped')), true, { passed: 0, failed: 1 }],
  ['left no report', undefined, false, { passed: 0, failed: 1 }],
])('does not let a run pass that %s', (_, found, ok, counts) => {
  expect(countTests(found, ok)).toEqual(counts)
})
