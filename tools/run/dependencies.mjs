import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withProgress } from '../../tests/support/machine/progress.mjs'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { machineEnvironment, root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'

/**
 * The fields of a package in a lock file that are read here.
 *
 * @typedef {{ version?: string, integrity?: string, resolved?: string, optional?: boolean,
 *   devOptional?: boolean, peer?: boolean }} LockedPackage
 */

const REQUIRED_NODE = 24

/**
 * Installs the packages of `package-lock.json`, unless they are installed already.
 *
 * @throws {Error} with the output of npm when it fails
 */
export async function installDependencies() {
  if (isInstalled(root)) return
  const command = { name: 'npm ci', program: 'npm', args: ['ci'], cwd: root, env: machineEnvironment() }
  const { ok, output } = await withProgress('Installing the dependencies (npm ci, about a minute)', () =>
    runProcess(command),
  )
  if (!ok) throw new Error(`npm ci failed.\n${output}`)
}

/**
 * Says whether `node_modules` contains exactly the packages of the lock file. As its last step, npm
 * writes what it installed into `node_modules/.package-lock.json`; an incomplete installation has
 * no such file.
 *
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const expected = packagesOf(join(folder, 'package-lock.json'))
  const installed = packagesOf(record)
  return (
    [...installed.keys()].every((path) => expected.has(path)) &&
    [...expected].every(([path, entry]) => isSame(entry, installed.get(path)))
  )
}

/**
 * Checks that the scripts run on a Node.js that is new enough. That Node.js is an optional
 * dependency, and npm reports nothing when it cannot download it.
 *
 * @throws {Error} that says what to do
 */
export function requireNode() {
  const found = execFileSync('node', ['--version'], { env: toolEnvironment(), encoding: 'utf8' }).trim()
  if (Number(/^v(\d+)/.exec(found)?.[1]) >= REQUIRED_NODE) return
  throw new Error(
    `Node.js ${REQUIRED_NODE} is required, but ${found} was found. ` +
      'On Linux, npm installs Node.js as a dependency, and it is missing from node_modules/.bin. ' +
      `Remove node_modules and try again with a working network, or install Node.js ${REQUIRED_NODE}.`,
  )
}

/**
 * @param {string} file
 * @returns {Map<string, LockedPackage>}
 */
function packagesOf(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(Object.entries(packages).filter(([path]) => path !== ''))
}

/**
 * @param {LockedPackage} expected
 * @param {LockedPackage | undefined} installed
 */
function isSame(expected, installed) {
  // The lock file also lists packages for other platforms, which are not installed.
  if (!installed) return Boolean(expected.optional || expected.devOptional || expected.peer)
  return (
    expected.version === installed.version &&
    expected.integrity === installed.integrity &&
    expected.resolved === installed.resolved
  )
}
