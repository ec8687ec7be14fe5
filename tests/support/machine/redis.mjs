import { canInstallPackages, installPackages } from './debian.mjs'
import { findProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

const PROGRAM = 'redis-server'
const FOLDERS = ['/usr/bin', '/usr/local/bin']
const FIX = 'Install Redis, for example: apt-get install redis-server redis-sentinel'

/**
 * Installs Redis for the tests, unless it is installed already. Can do so on Debian and
 * distributions derived from it, as root.
 *
 * @throws {Error} that says what to do
 */
export async function installRedis() {
  if (findRedis()) return
  if (!canInstallPackages()) return void requireRedis()
  await withProgress('Installing Redis for the tests (apt-get, a few seconds)', () =>
    installPackages(['redis-server', 'redis-sentinel'], FIX),
  )
}

/**
 * Returns the server.
 *
 * @returns {string} the path of the program
 * @throws {Error} that says what to do
 */
export function requireRedis() {
  const program = findRedis()
  if (program === undefined) throw new Error(`The tests of the Redis store need ${PROGRAM}. ${FIX}`)
  return program
}

/**
 * Skips the tests of Redis where it is not installed, but never in continuous integration.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} a line for the summary; `undefined` if the tests can run
 */
export function skipWithoutRedis(env = process.env) {
  if (findRedis() || env.CI) return undefined
  return `- The tests of Redis were skipped, because ${PROGRAM} was not found. ${FIX}`
}

/**
 * Finds the server. It is also the sentinel, if it is started with `--sentinel`.
 *
 * @returns {string | undefined} the path of the program
 */
export function findRedis() {
  return findProgram([PROGRAM], FOLDERS)
}
