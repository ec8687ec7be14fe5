import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countTests, remarksOn } from './vitest-step.mjs'
import { root } from './workspace.mjs'

const file = (status: string, ...statuses: string[]) => ({
  name: 'x.test.ts',
  status,
  assertionResults: statuses.map((each) => ({
    status: each,
    fullName: each,
    failureMessages: [] as string[],
  })),
})

const report = (
  numPassedTests: number,
  numFailedTests: number,
  ...testResults: ReturnType<typeof file>[]
) => ({
  numPassedTests,
  numFailedTests,
  testResults,
})

it('counts passed and failed tests', () => {
  expect(
    countTests(report(3, 1, file('failed', 'passed', 'failed'), file('passed', 'passed', 'passed')), false),
  ).toEqual({
    passed: 3,
    failed: 1,
  })
})

it('counts a file that could not be loaded as one failure', () => {
  expect(countTests(report(2, 0, file('failed'), file('passed', 'passed', 'passed')), false)).toEqual({
    passed: 2,
    failed: 1,
  })
})

it.each([
  [
    'failed without a failed test',
    report(2, 0, file('passed', 'passed', 'passed')),
    false,
    { passed: 2, failed: 1 },
  ],
  ['has no test', report(0, 0), true, { passed: 0, failed: 1 }],
  ['has only skipped tests', report(0, 0, file('passed', 'skipped')), true, { passed: 0, failed: 1 }],
  ['left no report', undefined, false, { passed: 0, failed: 1 }],
])('does not let a run pass that %s', (_, found, ok, counts) => {
  expect(countTests(found, ok)).toEqual(counts)
})

const stack = Array.from({ length: 50 }, (_, line) => `    at line ${line}`).join('\n')
const told = (status: string, ...failureMessages: string[]) => ({
  name: join(root, 'e2e', 'x.test.ts'),
  status,
  message: '',
  assertionResults: [{ status, fullName: 'The door is shut', failureMessages }],
})

it('remarks on a test that failed, with its message and the beginning of its stack', () => {
  const [remark, ...more] = remarksOn(report(0, 1, told('failed', `expected 1 to be 2\n${stack}`)))
  expect(more).toEqual([])
  expect(remark).toMatch(/^✗ e2e\/x\.test\.ts › The door is shut\n {4}expected 1 to be 2\n/)
  expect(remark?.split('\n').length).toBeLessThan(20)
})

it('remarks on a test that passed only when it was tried again', () => {
  expect(remarksOn(report(1, 0, told('passed', 'too slow')))).toEqual([
    '⚠ e2e/x.test.ts › The door is shut › passed only when it was tried again\n    too slow',
  ])
})

it('remarks on a file that could not be loaded', () => {
  const broken = { ...told('failed'), message: 'There is no browser.', assertionResults: [] }
  expect(remarksOn(report(0, 0, broken))).toEqual(['✗ e2e/x.test.ts\n    There is no browser.'])
})

it('has nothing to remark on tests that passed', () => {
  expect(remarksOn(report(1, 0, told('passed')))).toEqual([])
  expect(remarksOn(undefined)).toEqual([])
})
