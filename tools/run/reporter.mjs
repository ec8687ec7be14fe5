import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** @typedef {{ passed: number, failed: number, notes: string[] }} Counts */

/**
 * A reporter of vitest. Writes how many tests passed and failed into the file `LATCHKEY_REPORT`,
 * and notes on tests that were skipped for a reason or passed only on a retry.
 *
 * @implements {import('vitest/node').Reporter}
 */
export default class CountReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} files
   * @param {readonly unknown[]} errors outside of any test
   */
  onTestRunEnd(files, errors) {
    writeFileSync(process.env.LATCHKEY_REPORT ?? '', JSON.stringify(countTests(files, errors)))
  }
}

/**
 * A file that failed without a failed test counts as one failure: it could not be loaded, or one of
 * its hooks failed.
 *
 * @param {readonly import('vitest/node').TestModule[]} files
 * @param {readonly unknown[]} errors
 * @returns {Counts}
 */
export function countTests(files, errors) {
  const perFile = files.map((file) => {
    const tests = [...file.children.allTests()]
    const count = (/** @type {string} */ state) =>
      tests.filter((test) => test.result().state === state).length
    const failed = count('failed') || Number(file.state() === 'failed')
    return { passed: count('passed'), failed, notes: tests.flatMap((test) => describeTest(file, test)) }
  })
  return {
    passed: perFile.reduce((sum, { passed }) => sum + passed, 0),
    failed: perFile.reduce((sum, { failed }) => sum + failed, Number(errors.length > 0)),
    notes: perFile.flatMap(({ notes }) => notes),
  }
}

/**
 * @param {import('vitest/node').TestModule} file
 * @param {import('vitest/node').TestCase} test
 * @returns {string[]}
 */
function describeTest(file, test) {
  const result = test.result()
  const title = `${relative(process.cwd(), file.moduleId)} › ${test.fullName}`
  if (test.diagnostic()?.flaky)
    return [`passed only on a retry: ${title}\n${result.errors?.[0]?.message ?? ''}`]
  return result.state === 'skipped' && result.note ? [`skipped: ${title}: ${result.note}`] : []
}
