import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'
import { TESTS_ALL_VARIANTS } from '../../tests/support/variants.mjs'

/**
 * The fields of vitest's JSON report that are read here.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ name: string, status: string, message?: string, assertionResults: TestResult[]
 *   }[]} testResults one for each file; `name` is its path
 */

/**
 * The result of a test. If it passed only on a retry, `failureMessages` has the messages of the
 * earlier attempts.
 *
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult
 */

/** A message is followed by a stack trace, which is in the log above. */
const MAX_MESSAGE_LINES = 12

/**
 * The longest step takes five minutes, and more than ten on a slow machine; with all variants, most
 * of an hour.
 */
const STEP_TIMEOUT_MS = (TESTS_ALL_VARIANTS ? 120 : 30) * 60_000

/**
 * Runs projects of vitest.config.ts.
 *
 * @param {...string} projects
 * @returns {Promise<import('./run-steps.mjs').Result>}
 */
export async function runVitest(...projects) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const file = join(folder, 'report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  try {
    const { ok, output } = await runProcess({
      name: `vitest (${projects.join(', ')})`,
      program: 'vitest',
      args: ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      cwd: root,
      env: toolEnvironment(),
      timeoutMs: STEP_TIMEOUT_MS,
    })
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    return { ...countTests(report, ok), summary: summarize(report), output }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Counts the tests of a report. A file that could not be loaded counts as one failure. So does a
 * run that failed without a failed test: a server that did not start, an error outside of any test,
 * or no tests at all.
 *
 * @param {Report | undefined} report
 * @param {boolean} ok whether vitest succeeded
 * @returns {{ passed: number, failed: number }}
 */
export function countTests(report, ok) {
  const passed = report?.numPassedTests ?? 0
  const broken = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed),
  )
  const failed = (report?.numFailedTests ?? 0) + broken.length
  if (failed === 0 && (!ok || passed === 0)) return { passed, failed: 1 }
  return { passed, failed }
}

/**
 * Returns the tests to repeat at the end of a long log: each test that failed, and each that passed
 * only on a retry.
 *
 * @param {Report | undefined} report
 * @returns {string[]}
 */
export function summarize(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const notable = assertionResults.filter((result) => isFailed(result) || result.failureMessages.length > 0)
    const summary = notable.map((result) =>
      describeTest(file, result.fullName, result.failureMessages, isFailed(result)),
    )
    return status === 'failed' && !assertionResults.some(isFailed)
      ? [...summary, describeTest(file, '', [message ?? ''], true)]
      : summary
  })
}

/**
 * @param {string} file
 * @param {string} test
 * @param {string[]} messages
 * @param {boolean} failed
 */
function describeTest(file, test, messages, failed) {
  const header = [`${failed ? '✗' : '⚠'} ${file}`, test, ...(failed ? [] : ['passed only on a retry'])]
    .filter(Boolean)
    .join(' › ')
  return [header, ...messages.flatMap((message) => message.split('\n').slice(0, MAX_MESSAGE_LINES))].join(
    '\n    ',
  )
}

/** @param {{ status: string }} result */
function isFailed({ status }) {
  return status === 'failed'
}
