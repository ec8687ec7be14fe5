import { existsSync, readFileSync } from 'node:fs'
import { runProcess } from './processes.mjs'
import { root } from './workspace.mjs'

/**
 * Says whether packages can be installed: on Debian and distributions derived from it, as root.
 *
 * @returns {boolean}
 */
export function canInstallPackages() {
  return isDebian() && process.getuid?.() === 0
}

/**
 * Installs packages with apt-get, without starting the services that they contain.
 *
 * @param {readonly string[]} packages
 * @param {string} fix what to do when the installation fails
 * @throws {Error} with the output of apt-get and the fix
 */
export async function installPackages(packages, fix) {
  await aptGet(['update'], fix)
  await aptGet(['install', '-y', '--no-install-recommends', ...packages], fix)
}

/**
 * @param {readonly string[]} args
 * @param {string} fix
 */
async function aptGet(args, fix) {
  const name = `apt-get ${args[0]}`
  // No services are started in single-user mode.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { ok, output } = await runProcess({ name, program: 'apt-get', args, cwd: root, env })
  if (!ok) throw new Error(`${name} failed. ${fix}\n${output}`)
}

function isDebian() {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'))
}
