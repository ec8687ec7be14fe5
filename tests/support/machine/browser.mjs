import { canInstallPackages, installPackages } from './debian.mjs'
import { findProgram, isProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

/** Chromium without a window. It needs a third fewer resources than the full browser. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome']
const FIX =
  'Install Chromium or Google Chrome, or set the path of a browser that you have: ' +
  'CHROMIUM_PATH=/path/to/chromium npm test'

/**
 * Finds the browser for the tests: `CHROMIUM_PATH`, or a Chromium or Chrome on the path.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the path of the program
 * @throws {Error} when `CHROMIUM_PATH` is not an executable file
 */
export function findBrowser(env = process.env) {
  const named = env.CHROMIUM_PATH
  if (named && !isProgram(named))
    throw new Error(`CHROMIUM_PATH is "${named}", which is not an executable file. ${FIX}`)
  return named || findProgram(NAMES, ['/usr/bin'], env)
}

/**
 * Installs Chromium's headless shell for the tests where packages can be installed: on Debian, as
 * root. Elsewhere, or if the installation fails, the tests use any browser that is installed.
 *
 * @throws {Error} that says how to install one, when no browser is installed
 */
export async function installBrowser() {
  if (process.env.CHROMIUM_PATH || findProgram([SHELL], ['/usr/bin'])) return
  const isInstalled = findBrowser() !== undefined
  if (!canInstallPackages()) {
    if (isInstalled) return
    throw new Error(`The browser tests need Chromium, but no browser was found. ${FIX}`)
  }
  const install = () => installPackages([SHELL], FIX)
  await withProgress('Installing Chromium for the browser tests (apt-get, about 30 seconds)', install).catch(
    (error) => {
      if (!isInstalled) throw error
      console.log(`${error.message}\nUsing the installed browser instead: ${findBrowser()}`)
    },
  )
}
