import { canInstallPackages, installPackages } from './debian.mjs'
import { runProcess } from './processes.mjs'
import { findProgram, isProgram } from './programs.mjs'
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
  return named || findProgram(NAMES, ['/usr/bin'], env)
}

/**
 * Installs Chromium for the tests, unless there is a browser already. Can do so on Debian and its kin, as root.
 *
 * @throws {Error} that says what to do, when there is none in the end
 */
export async function installBrowser() {
  if (findBrowser()) return
  if (!canInstallPackages()) throw new Error(`The browser tests need Chromium, and none was found. ${CURE}`)
  await withProgress('Installing Chromium for the browser tests (apt-get, about half a minute)', () => installPackages(['chromium'], CURE))
  if (!(await canRun(findBrowser())))
    throw new Error(`apt-get installed chromium, but it does not run (on Ubuntu the package is empty). ${CURE}`)
}

/** @param {string | undefined} program */
async function canRun(program) {
  if (!program) return false
  const { ok } = await runProcess({ name: program, program, args: ['--version'], cwd: root, env: process.env })
  return ok
}
