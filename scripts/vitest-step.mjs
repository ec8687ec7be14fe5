import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runProcess } from './processes.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/**
 * The part of vitest's JSON report that is counted.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ name: string, status: string, message?: string, assertionResults: TestResult[] }[]} testResults one for each file, by its path
 */

/**
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestResult of a test that passed only when it was tried again, the
 * messages of the tries before
 */

/** A message is followed by a stack, which stands further up in the log. */
const LINES_OF_A_MESSAGE = 12

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
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    const { ok, output } = await runProcess({
      name: `vitest (${projects.join(', ')})`,
      program: 'vitest',
      args,
      cwd: root,
      env: toolEnvironment(),
    })
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    return { ...countTests(report, ok), remarks: remarksOn(report), output }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Counts the tests of a report. A file that could not be loaded is one failure, and so is a run that failed without a failed test: a server
 * that did not start, an error outside of any test, no test at all.
 *
 * @param {Report | undefined} report
 * @param {boolean} ok whether vitest was content
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
 * What somebody wants to read who has the end of a long log only: each test that failed, and each that passed only when it was tried again.
 *
 * @param {Report | undefined} report
 * @returns {string[]}
 */
export function remarksOn(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const remarkable = assertionResults.filter(
      (result) => isFailed(result) || result.failureMessages.length > 0,
    )
    const remarks = remarkable.map((result) =>
      remark(file, result.fullName, result.failureMessages, isFailed(result)),
    )
    return status === 'failed' && !assertionResults.some(isFailed)
      ? [...remarks, remark(file, '', [message ?? ''], true)]
      : remarks
  })
}

/**
 * @param {string} file
 * @param {string} test
 * @param {string[]} messages
 * @param {boolean} failed
 */
function remark(file, test, messages, failed) {
  const header = [
    `${failed ? '✗' : '⚠'} ${file}`,
    test,
    ...(failed ? [] : ['passed only when it was tried again']),
  ]
    .filter(Boolean)
    .join(' › ')
  return [header, ...messages.flatMap((message) => message.split('\n').slice(0, LINES_OF_A_MESSAGE))].join(
    '\n    ',
  )
}

/** @param {{ status: string }} result */
function isFailed({ status }) {
  return status === 'failed'
}
