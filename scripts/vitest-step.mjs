import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from './processes.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/**
 * The part of vitest's JSON report that is counted.
 *
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ name: string, status: string, assertionResults: { status: string }[] }[]} testResults one for each file
 */

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
    return { ...countTests(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined, ok), output }
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

/** @param {{ status: string }} result */
function isFailed({ status }) {
  return status === 'failed'
}
