import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from './processes.mjs'
import { withProgress } from './progress.mjs'
import { machineEnvironment, root, toolEnvironment } from './workspace.mjs'

/**
 * One package of a lock file, as far as it matters here.
 *
 * @typedef {{ version?: string, integrity?: string, resolved?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage
 */

const NODE_NEEDED = 24

/**
 * Installs what `package-lock.json` names, unless it is there already.
 *
 * @throws {Error} with npm's own words when it fails
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
 * Says whether `node_modules` holds exactly what the lock file names. npm writes what it installed into `node_modules/.package-lock.json`, as
 * its last step: a broken installation has no such file.
 *
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = packagesOf(join(folder, 'package-lock.json'))
  const present = packagesOf(record)
  return (
    [...present.keys()].every((path) => wanted.has(path)) &&
    [...wanted].every(([path, entry]) => isSame(entry, present.get(path)))
  )
}

/**
 * Checks that our commands run on a Node that is new enough. That Node is an optional dependency, and npm says nothing when it could not be
 * fetched.
 *
 * @throws {Error} that says what to do
 */
export function requireNode() {
  const found = execFileSync('node', ['--version'], { env: toolEnvironment(), encoding: 'utf8' }).trim()
  if (Number(/^v(\d+)/.exec(found)?.[1]) >= NODE_NEEDED) return
  throw new Error(
    `Node ${NODE_NEEDED} is needed and ${found} was found: the packages bring their own Node on Linux, and it is missing from node_modules/.bin. ` +
      `Remove node_modules and try again with a working network, or install Node ${NODE_NEEDED}.`,
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
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} present
 */
function isSame(wanted, present) {
  // What was made for another platform is in the lock file, but not installed.
  if (!present) return Boolean(wanted.optional || wanted.devOptional || wanted.peer)
  return (
    wanted.version === present.version &&
    wanted.integrity === present.integrity &&
    wanted.resolved === present.resolved
  )
}
