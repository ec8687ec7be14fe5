import { canInstallPackages, installPackages } from './debian.mjs'
import { findProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

const SERVER = 'mariadbd'
const INSTALLER = 'mariadb-install-db'
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin']
const FIX = 'Install MariaDB, for example: apt-get install mariadb-server'

/**
 * The programs that the tests start.
 *
 * @typedef {object} MariadbPrograms
 * @property {string} server
 * @property {string} installer creates the folder with the data
 */

/**
 * Installs MariaDB for the tests, unless it is installed already. Can do so on Debian and
 * distributions derived from it, as root.
 *
 * @throws {Error} that says what to do
 */
export async function installMariadb() {
  if (findMariadb()) return
  if (!canInstallPackages()) return void requireMariadb()
  await withProgress('Installing MariaDB for the tests (apt-get, a few seconds)', () =>
    installPackages(['mariadb-server'], FIX),
  )
}

/**
 * Returns the programs.
 *
 * @returns {MariadbPrograms}
 * @throws {Error} that says what to do
 */
export function requireMariadb() {
  const programs = findMariadb()
  if (programs === undefined) throw new Error(`The tests of the MySQL adapter need ${SERVER}. ${FIX}`)
  return programs
}

/**
 * Skips the tests of the MySQL adapter where MariaDB is not installed, but never in continuous
 * integration.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} a line for the summary; `undefined` if the tests can run
 */
export function skipWithoutMariadb(env = process.env) {
  if (findMariadb() || env.CI) return undefined
  return `- The tests of the MySQL adapter were skipped, because ${SERVER} was not found. ${FIX}`
}

/**
 * Finds the programs.
 *
 * @returns {MariadbPrograms | undefined}
 */
export function findMariadb() {
  const server = findProgram([SERVER], FOLDERS)
  const installer = findProgram([INSTALLER], FOLDERS)
  return server && installer ? { server, installer } : undefined
}
