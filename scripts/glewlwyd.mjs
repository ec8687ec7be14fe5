import { existsSync } from 'node:fs'
import { canInstallPackages, installPackages } from './debian.mjs'
import { findProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

const PROGRAM = 'glewlwyd'
/** The tables and the first administrator, for SQLite. */
const SCHEMA = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
// Its installation fails without a package of `dbconfig` for one database.
const PACKAGES = ['glewlwyd', 'dbconfig-sqlite3']
const FIX = `Install Glewlwyd, for example: apt-get install ${PACKAGES.join(' ')}`

/**
 * What the tests start.
 *
 * @typedef {object} GlewlwydFiles
 * @property {string} program
 * @property {string} schema a file of SQL statements for SQLite
 */

/**
 * Installs Glewlwyd for the tests, unless it is installed already. Can do so on Debian and
 * distributions derived from it, as root.
 *
 * @throws {Error} that says what to do
 */
export async function installGlewlwyd() {
  if (findGlewlwyd()) return
  if (!canInstallPackages()) return void requireGlewlwyd()
  await withProgress('Installing Glewlwyd for the tests (apt-get, a few seconds)', () =>
    installPackages(PACKAGES, FIX),
  )
}

/**
 * Returns the files.
 *
 * @returns {GlewlwydFiles}
 * @throws {Error} that says what to do
 */
export function requireGlewlwyd() {
  const files = findGlewlwyd()
  if (files === undefined) throw new Error(`The tests of Glewlwyd need ${PROGRAM}. ${FIX}`)
  return files
}

/**
 * Skips the tests of Glewlwyd where it is not installed, but never in continuous integration.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} a line for the summary; `undefined` if the tests can run
 */
export function skipWithoutGlewlwyd(env = process.env) {
  if (findGlewlwyd() || env.CI) return undefined
  return `- The tests of Glewlwyd were skipped, because ${PROGRAM} was not found. ${FIX}`
}

/** @returns {GlewlwydFiles | undefined} */
function findGlewlwyd() {
  const program = findProgram([PROGRAM], ['/usr/bin', '/usr/local/bin'])
  return program && existsSync(SCHEMA) ? { program, schema: SCHEMA } : undefined
}
