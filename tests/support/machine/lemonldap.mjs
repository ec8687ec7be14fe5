import { existsSync } from 'node:fs'
import { canInstallPackages, installPackages } from './debian.mjs'
import { findProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

const NAME = 'LemonLDAP::NG'
/** The HTTP server that runs the portal, without one of the web servers of its documentation. */
const PROGRAM = 'starman'
/** A file of each package, without which the OpenID provider of the portal does not load. */
const MODULES = ['Lemonldap/NG/Portal.pm', 'IO/String.pm', 'String/Random.pm']
const FOLDERS = ['/usr/share/perl5', '/usr/local/share/perl5']
const PACKAGES = ['liblemonldap-ng-portal-perl', 'libio-string-perl', 'libstring-random-perl', PROGRAM]
const FIX = `Install it, for example: apt-get install ${PACKAGES.join(' ')}`

/**
 * Installs LemonLDAP::NG for the tests, unless it is installed already. Can do so on Debian and
 * distributions derived from it, as root.
 *
 * @throws {Error} that says what to do
 */
export async function installLemonldap() {
  if (findLemonldap()) return
  if (!canInstallPackages()) return void requireLemonldap()
  await withProgress('Installing LemonLDAP::NG for the tests (apt-get, a few seconds)', () =>
    installPackages(PACKAGES, FIX),
  )
}

/**
 * Returns the HTTP server that runs the portal.
 *
 * @returns {string} the path of the program
 * @throws {Error} that says what to do
 */
export function requireLemonldap() {
  const program = findLemonldap()
  if (program === undefined) throw new Error(`The tests of ${NAME} need its portal and ${PROGRAM}. ${FIX}`)
  return program
}

/**
 * Skips the tests of LemonLDAP::NG where it is not installed, but never in continuous integration.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} a line for the summary; `undefined` if the tests can run
 */
export function skipWithoutLemonldap(env = process.env) {
  if (findLemonldap() || env.CI) return undefined
  return `- The tests of ${NAME} were skipped, because it was not found. ${FIX}`
}

/** @returns {string | undefined} */
function findLemonldap() {
  const hasModules = MODULES.every((file) => FOLDERS.some((folder) => existsSync(`${folder}/${file}`)))
  return hasModules ? findProgram([PROGRAM], ['/usr/bin', '/usr/local/bin']) : undefined
}
