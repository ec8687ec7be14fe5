import { expect, it } from 'vitest'
import { countTests } from './reporter.mjs'

const file = (state: string, ...tests: { state: string; flaky?: boolean; note?: string }[]) => ({
  moduleId: `${process.cwd()}/x.test.ts`,
  state: () => state,
  children: {
    allTests: () =>
      tests.map(({ state, flaky, note }) => ({
        fullName: 'rejects it',
        result: () => ({ state, note, errors: [{ message: 'too slow' }] }),
        diagnostic: () => ({ flaky }),
      })),
  },
})
const count = (files: ReturnType<typeof file>[], errors: unknown[] = []) => countTests(files as never, errors)
const [PASSED, FAILED] = [{ state: 'passed' }, { state: 'failed' }]

it.each([
  ['failed tests', [file('failed', PASSED, FAILED, FAILED), file('passed', PASSED)], [], 2, 2],
  ['a file that could not be loaded as one failure', [file('failed'), file('passed', PASSED)], [], 1, 1],
  ['an error outside of any test as one failure', [file('passed', PASSED)], [new Error('late')], 1, 1],
  ['no skipped tests', [file('passed', PASSED, { state: 'skipped' })], [], 1, 0],
] as const)('counts %s', (_, files, errors, passed, failed) => {
  expect(count([...files], [...errors])).toMatchObject({ passed, failed })
})

it('notes tests that passed only on a retry, and why tests were skipped', () => {
  const tests = [
    { state: 'passed', flaky: true },
    { state: 'skipped', note: 'no server' },
  ]
  expect(count([file('passed', ...tests)]).notes).toEqual([
    'passed only on a retry: x.test.ts › rejects it\ntoo slow',
    'skipped: x.test.ts › rejects it: no server',
  ])
})
