import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProcess } from './processes.mjs'
import { withProgress } from './progress.mjs'
import { root } from './workspace.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const CURE = 'Install Chromium or Google Chrome, or name one that you have: CHROMIUM_PATH=/path/to/chromium npm test'

/**
 * Finds the browser for the tests: `CHROMIUM_PATH`, or a Chromium or Chrome on the path.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the path of its program
 * @throws {Error} when `CHROMIUM_PATH` names something that cannot be run
 */
export function findBrowser(env = process.env) {
  const named = env.CHROMIUM_PATH
  if (named && !isProgram(named)) throw new Error(`CHROMIUM_PATH is "${named}", which is no program. ${CURE}`)
  if (named) return named
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin'].filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * Installs Chromium for the tests, unless there is a browser already. Can do so on Debian and its kin, as root.
 *
 * @throws {Error} that says what to do, when there is none in the end
 */
export async function installBrowser() {
  if (findBrowser()) return
  if (!isDebian() || process.getuid?.() !== 0) throw new Error(`The browser tests need Chromium, and none was found. ${CURE}`)
  await withProgress('Installing Chromium for the browser tests (apt-get, about half a minute)', async () => {
    await aptGet('update')
    await aptGet('install', '-y', '--no-install-recommends', 'chromium')
  })
  if (!(await canRun(findBrowser())))
    throw new Error(`apt-get installed chromium, but it does not run (on Ubuntu the package is empty). ${CURE}`)
}

/** @param {string | undefined} program */
async function canRun(program) {
  if (!program) return false
  const { ok } = await runProcess({ name: program, program, args: ['--version'], cwd: root, env: process.env })
  return ok
}

/** @param {string[]} args */
async function aptGet(...args) {
  const name = `apt-get ${args[0]}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { ok, output } = await runProcess({ name, program: 'apt-get', args, cwd: root, env })
  if (!ok) throw new Error(`${name} failed. ${CURE}\n${output}`)
}

function isDebian() {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'))
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
