import { canInstallPackages, installPackages } from './debian.mjs'
import { findProgram, isProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

/** Chromium without a window: it needs a third less of the machine. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome']
const CURE =
  'Install Chromium or Google Chrome, or name one that you have: CHROMIUM_PATH=/path/to/chromium npm test'

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
 * Installs Chromium's headless shell for the tests where packages can be installed: on Debian, as root. Where they cannot, or where that fails,
 * any browser that is there will do.
 *
 * @throws {Error} that says what to do, when there is none in the end
 */
export async function installBrowser() {
  if (process.env.CHROMIUM_PATH || findProgram([SHELL], ['/usr/bin'])) return
  const isThere = findBrowser() !== undefined
  if (!canInstallPackages()) {
    if (isThere) return
    throw new Error(`The browser tests need Chromium, and none was found. ${CURE}`)
  }
  const install = () => installPackages([SHELL], CURE)
  await withProgress(
    'Installing Chromium for the browser tests (apt-get, about half a minute)',
    install,
  ).catch((error) => {
    if (!isThere) throw error
    console.log(`${error.message}\nThe browser that is there will do: ${findBrowser()}`)
  })
}
