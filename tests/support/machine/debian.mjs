import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from '../processes/processes.mjs'
import { root } from '../processes/workspace.mjs'

/**
 * Says whether packages can be installed: on Debian and distributions derived from it, as root.
 *
 * @returns {boolean}
 */
export function canInstallPackages() {
  return isDebian() && process.getuid?.() === 0
}

/**
 * The lists of packages, which are fetched once.
 *
 * @type {Promise<void> | undefined}
 */
let lists

/**
 * Installs packages with apt-get, without starting the services that they contain.
 *
 * @param {readonly string[]} packages
 * @param {string} fix what to do when the installation fails
 * @throws {Error} with the output of apt-get and the fix
 */
export async function installPackages(packages, fix) {
  await fetchLists(fix)
  await aptGet(['install', '-y', '--no-install-recommends', ...packages], fix)
}

/**
 * Presets what packages ask for while they are installed.
 *
 * @param {readonly string[]} selections lines of `debconf-set-selections`
 * @param {string} fix what to do when it fails
 * @throws {Error} with the output and the fix
 */
export async function presetPackages(selections, fix) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-debconf-'))
  const file = join(folder, 'selections')
  try {
    writeFileSync(file, `${selections.join('\n')}\n`)
    await run('debconf-set-selections', [file], fix)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} fix */
async function fetchLists(fix) {
  lists ??= aptGet(['update'], fix)
  try {
    await lists
  } catch (error) {
    lists = undefined
    throw error
  }
}

/**
 * @param {readonly string[]} args
 * @param {string} fix
 */
function aptGet(args, fix) {
  // Another program may be installing packages at the moment.
  return run('apt-get', [...args, '-o', 'DPkg::Lock::Timeout=120'], fix)
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} fix
 */
async function run(program, args, fix) {
  const name = `${program} ${args[0]}`
  // No services are started in single-user mode.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { ok, output } = await runProcess({ name, program, args, cwd: root, env })
  if (!ok) throw new Error(`${name} failed. ${fix}\n${output}`)
}

function isDebian() {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'))
}
