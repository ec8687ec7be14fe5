import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  isMain,
  machineEnvironment,
  root,
  toolEnvironment,
} from '../../tests/support/processes/workspace.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Locked */

const REQUIRED_NODE = 24

/**
 * Says whether `node_modules` contains the packages of the lock file. As its last step, npm writes
 * what it installed into `node_modules/.package-lock.json`.
 *
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const expected = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(record)
  return (
    Object.keys(installed).every((path) => expected[path]) &&
    Object.entries(expected).every(([path, entry]) => isSame(entry, installed[path]))
  )
}

/**
 * @param {string} file
 * @returns {Record<string, Locked>}
 */
function readPackages(file) {
  const { '': _, ...packages } = JSON.parse(readFileSync(file, 'utf8')).packages
  return packages
}

/**
 * @param {Locked} expected
 * @param {Locked | undefined} installed
 */
function isSame(expected, installed) {
  // The lock file also lists packages for other platforms, which are not installed.
  if (!installed) return Boolean(expected.optional || expected.devOptional || expected.peer)
  return expected.version === installed.version && expected.integrity === installed.integrity
}

/** npm reports nothing when it can't download the Node.js of the lock file, which is optional. */
function requireNode() {
  const found = execFileSync('node', ['--version'], { env: toolEnvironment(), encoding: 'utf8' }).trim()
  if (Number(/^v(\d+)/.exec(found)?.[1]) >= REQUIRED_NODE) return
  throw new Error(
    `Node.js ${REQUIRED_NODE} is required, but ${found} was found. On Linux, npm installs it as a dependency: ` +
      `remove node_modules and try again with a working network, or install Node.js ${REQUIRED_NODE}.`,
  )
}

/** npm scripts run this first: it installs the packages of the lock file, unless they are there. */
function install() {
  if (!isInstalled(root)) {
    console.log('Installing the packages (npm ci, about a minute) …')
    const { status } = spawnSync('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit'], {
      cwd: root,
      env: machineEnvironment(),
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('npm ci failed.')
  }
  requireNode()
}

if (isMain(import.meta.url)) {
  try {
    install()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (process.env.npm_lifecycle_event?.startsWith('test')) console.log('0 passed, 1 failed')
    process.exitCode = 1
  }
}
