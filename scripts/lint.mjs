import { join } from 'node:path'
import { runProcess, stopAll } from '../tests/support/processes/processes.mjs'
import { isMain, root, toolEnvironment } from '../tests/support/processes/workspace.mjs'
import { chooseByName } from './choose-by-name.mjs'

/**
 * A check that `npm run lint` runs.
 *
 * @typedef {object} Check
 * @property {string} name
 * @property {string} program
 * @property {readonly string[]} args
 */

/** @type {readonly Check[]} */
const CHECKS = [
  npmCheck('code', 'lint'),
  npmCheck('markdown', 'lint:markdown'),
  npmCheck('links', 'lint:links'),
  npmCheck('imports', 'lint:imports'),
  npmCheck('unused', 'lint:unused'),
  npmCheck('spelling', 'lint:spelling'),
  { name: 'changesets', program: 'node', args: [join('scripts', 'check-changeset.mjs')] },
]

/**
 * Runs checks at the same time and writes the output of those that fail.
 *
 * @param {readonly Check[]} checks
 * @param {(text: string) => void} write
 * @returns {Promise<boolean>} whether all of them passed
 */
export async function runChecks(checks, write) {
  const results = await Promise.all(
    checks.map(async (check) => ({
      ...check,
      ...(await runProcess({ ...check, cwd: root, env: toolEnvironment() })),
    })),
  )
  for (const { name, ok, output } of results) write(ok ? `✓ ${name}` : `✗ ${name}\n${output.trim()}`)
  return results.every(({ ok }) => ok)
}

/**
 * @param {string} name
 * @param {string} script of the package `tooling`
 * @returns {Check}
 */
function npmCheck(name, script) {
  return { name, program: 'npm', args: ['run', '--silent', script, '-w', '@latchkey/tooling'] }
}

/** `npm run lint [-- check …]` */
async function main() {
  const checks = chooseByName(CHECKS, process.argv.slice(2), 'check')
  const isClean = await runChecks(checks, (text) => console.log(text))
  await stopAll()
  process.exitCode = isClean ? 0 : 1
}

if (isMain(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
