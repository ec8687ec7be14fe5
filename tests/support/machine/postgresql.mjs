import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInstallPackages, installPackages } from './debian.mjs'
import { findProgram } from './programs.mjs'
import { withProgress } from './progress.mjs'

const FOLDER = '/usr/lib/postgresql'
const FIX = 'Install PostgreSQL, for example: apt-get install postgresql pgbouncer'

/**
 * Installs PostgreSQL and PgBouncer for the tests, unless they are installed already. Can do so on
 * Debian and distributions derived from it, as root.
 *
 * @throws {Error} that says what to do
 */
export async function installPostgres() {
  if (findPostgres('postgres') && findPgBouncer()) return
  if (!canInstallPackages()) {
    requirePostgres('postgres')
    return void requirePgBouncer()
  }
  await withProgress('Installing PostgreSQL for the tests (apt-get, a few seconds)', () =>
    installPackages(['postgresql', 'pgbouncer'], FIX),
  )
}

/**
 * Skips the tests of PostgreSQL where it is not installed, but never in continuous integration.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} a line for the summary; `undefined` if the tests can run
 */
export function skipWithoutPostgres(env = process.env) {
  if ((findPostgres('postgres') && findPgBouncer()) || env.CI) return undefined
  return `- The tests of PostgreSQL were skipped, because it was not found. ${FIX}`
}

/**
 * Returns a program of the newest server that is installed.
 *
 * @param {string} program such as `initdb`
 * @returns {string} its path
 * @throws {Error} that says what to do
 */
export function requirePostgres(program) {
  const path = findPostgres(program)
  if (path === undefined) throw new Error(`The tests of PostgreSQL need ${program}. ${FIX}`)
  return path
}

/**
 * Returns the pooler.
 *
 * @returns {string} its path
 * @throws {Error} that says what to do
 */
export function requirePgBouncer() {
  const path = findPgBouncer()
  if (path === undefined) throw new Error(`The tests of PostgreSQL need pgbouncer. ${FIX}`)
  return path
}

/**
 * @param {string} program
 * @returns {string | undefined}
 */
export function findPostgres(program) {
  return findProgram([program], serverFolders(), {})
}

/** @returns {string | undefined} */
function findPgBouncer() {
  return findProgram(['pgbouncer'], ['/usr/sbin', '/usr/bin', '/usr/local/bin'])
}

/** Debian installs each version into a folder of its own, which is not on the path. */
function serverFolders() {
  try {
    const versions = readdirSync(FOLDER).filter((name) => /^\d+$/.test(name))
    return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(FOLDER, version, 'bin'))
  } catch {
    return ['/usr/local/bin', '/usr/bin']
  }
}
