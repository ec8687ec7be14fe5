import { existsSync, readFileSync } from 'node:fs'
import { runProcess } from './processes.mjs'
import { root } from './workspace.mjs'

/**
 * Says whether packages can be installed: on Debian and its kin, as root.
 *
 * @returns {boolean}
 */
export function canInstallPackages() {
  return isDebian() && process.getuid?.() === 0
}

/**
 * Installs packages with apt-get. A service that comes with one is not started.
 *
 * @param {readonly string[]} packages
 * @param {string} cure what to do when it fails
 * @throws {Error} with apt-get's own words and the cure
 */
export async function installPackages(packages, cure) {
  await aptGet(['update'], cure)
  await aptGet(['install', '-y', '--no-install-recommends', ...packages], cure)
}

/**
 * @param {readonly string[]} args
 * @param {string} cure
 */
async function aptGet(args, cure) {
  const name = `apt-get ${args[0]}`
  // In the run level of a single user no service is started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { ok, output } = await runProcess({ name, program: 'apt-get', args, cwd: root, env })
  if (!ok) throw new Error(`${name} failed. ${cure}\n${output}`)
}

function isDebian() {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'))
}
