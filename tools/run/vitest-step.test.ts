import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it } from 'vitest'
import { countTests, summarize } from './vitest-step.mjs'

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
])('fails a run that %s', (_, found, ok, counts) => {
  expect(countTests(found, ok)).toEqual(counts)
})

const stack = Array.from({ length: 50 }, (_, line) => `    at line ${line}`).join('\n')
const fileOf = (status: string, ...failureMessages: string[]) => ({
  name: join(root, 'e2e', 'x.test.ts'),
  status,
  message: '',
  assertionResults: [{ status, fullName: 'rejects the request', failureMessages }],
})

it('lists a failed test with its message and the start of its stack trace', () => {
  const [entry, ...more] = summarize(report(0, 1, fileOf('failed', `expected 1 to be 2\n${stack}`)))
  expect(more).toEqual([])
  expect(entry).toMatch(/^✗ e2e\/x\.test\.ts › rejects the request\n {4}expected 1 to be 2\n/)
  expect(entry?.split('\n').length).toBeLessThan(20)
})

it('lists a test that passed only on a retry', () => {
  expect(summarize(report(1, 0, fileOf('passed', 'too slow')))).toEqual([
    '⚠ e2e/x.test.ts › rejects the request › passed only on a retry\n    too slow',
  ])
})

it('lists a file that could not be loaded', () => {
  const broken = { ...fileOf('failed'), message: 'No browser was found.', assertionResults: [] }
  expect(summarize(report(0, 0, broken))).toEqual(['✗ e2e/x.test.ts\n    No browser was found.'])
})

it('lists no tests that passed', () => {
  expect(summarize(report(1, 0, fileOf('passed')))).toEqual([])
  expect(summarize(undefined)).toEqual([])
})
