import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { canInstallPackages, installPackages, presetPackages } from './debian.mjs'
import { findProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

const PROGRAM = 'glewlwyd'
/** The tables and the first administrator, for SQLite. */
const SCHEMA = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const CONFIGURATION = '/etc/glewlwyd/glewlwyd.conf'
const PACKAGES = ['glewlwyd', 'dbconfig-no-thanks']
const FIX = 'Install Glewlwyd, for example: apt-get install glewlwyd dbconfig-sqlite3'

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
  await withProgress('Installing Glewlwyd for the tests (apt-get, a few seconds)', async () => {
    await presetPackages(['glewlwyd glewlwyd/config_type select No configuration'], FIX)
    keepConfiguration()
    await installPackages(PACKAGES, FIX)
  })
}

/**
 * Each test has a configuration of its own. Without one of the machine, the package copies its
 * sample, which is missing where no documentation is installed, and its installation fails.
 */
function keepConfiguration() {
  mkdirSync(dirname(CONFIGURATION), { recursive: true })
  if (!existsSync(CONFIGURATION)) writeFileSync(CONFIGURATION, '# The tests have one of their own.\n')
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
