import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { runProcess } from '../processes/processes.mjs'
import { root } from '../processes/workspace.mjs'
import { withProgress } from './progress.mjs'

/**
 * A program of the machine that tests use.
 *
 * @typedef {object} MachineProgram
 * @property {string} title
 * @property {readonly string[]} programs all of them must be found
 * @property {() => readonly string[]} [folders] folders to search before the others
 * @property {readonly string[]} [files] files that must exist
 * @property {readonly string[]} packages Debian's packages
 * @property {() => void} [prepare] runs before the installation
 */

/** @typedef {'browser' | 'nginx' | 'redis' | 'postgresql' | 'mariadb' | 'glewlwyd' | 'lemonldap'} ProgramName */

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin']
const GLEWLWYD_CONFIGURATION = '/etc/glewlwyd/glewlwyd.conf'

/** Glewlwyd's tables and first administrator, for SQLite. */
export const GLEWLWYD_SCHEMA = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'

/** Chromium without a window. It needs a third fewer resources than the full browser. */
const SHELL = 'chromium-headless-shell'
const BROWSERS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome']

/** @type {Readonly<Record<ProgramName, MachineProgram>>} */
const PROGRAMS = {
  browser: { title: 'Chromium', programs: [SHELL], packages: [SHELL] },
  nginx: { title: 'nginx', programs: ['nginx', 'openssl'], packages: ['nginx-light', 'openssl'] },
  redis: { title: 'Redis', programs: ['redis-server'], packages: ['redis-server', 'redis-sentinel'] },
  postgresql: {
    title: 'PostgreSQL',
    programs: ['postgres', 'initdb', 'pgbouncer'],
    folders: postgresFolders,
    packages: ['postgresql', 'pgbouncer'],
  },
  mariadb: {
    title: 'MariaDB',
    programs: ['mariadbd', 'mariadb-install-db'],
    packages: ['mariadb-server'],
  },
  glewlwyd: {
    title: 'Glewlwyd',
    programs: ['glewlwyd'],
    files: [GLEWLWYD_SCHEMA],
    packages: ['glewlwyd', 'dbconfig-no-thanks'],
    prepare: prepareGlewlwyd,
  },
  lemonldap: {
    title: 'LemonLDAP::NG',
    // The HTTP server that runs the portal, without one of the web servers of its documentation.
    programs: ['starman'],
    // A file of each package, without which the OpenID provider of the portal does not load.
    files: ['Lemonldap/NG/Portal.pm', 'IO/String.pm', 'String/Random.pm'].map(
      (file) => `/usr/share/perl5/${file}`,
    ),
    packages: ['liblemonldap-ng-portal-perl', 'libio-string-perl', 'libstring-random-perl', 'starman'],
  },
}

/**
 * Installs a program, unless it is installed: on Debian and distributions derived from it, as root.
 * Prints why an installation failed.
 *
 * @param {ProgramName} name
 */
export async function installProgram(name) {
  const { title, packages, prepare } = PROGRAMS[name]
  if (isInstalled(name) || !canInstall()) return
  const install = async () => {
    prepare?.()
    await aptGet('install', '-y', '--no-install-recommends', ...packages)
  }
  await withProgress(`Installing ${title} for the tests (apt-get)`, install).catch(({ message }) =>
    console.log(message),
  )
}

/**
 * Returns the path of a program.
 *
 * @param {ProgramName} name
 * @param {string} program
 * @returns {string}
 * @throws {Error} that says how to install it
 */
export function requireProgram(name, program) {
  const path = findIn(name, program)
  if (path === undefined) throw new Error(`${program} was not found. ${describeFix(name)}`)
  return path
}

/**
 * Returns why tests that use a program are skipped, or `undefined` if they run: with the program,
 * and in continuous integration, where a missing program is a failure.
 *
 * @param {ProgramName} name
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function skipWithout(name, env = process.env) {
  const isFound = name === 'browser' ? findBrowser() !== undefined : isInstalled(name)
  return isFound || env.CI ? undefined : `${PROGRAMS[name].title} is not installed. ${describeFix(name)}`
}

/**
 * Finds the browser: `CHROMIUM_PATH`, or a Chromium or Chrome on the path.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined} the path of the program
 * @throws {Error} when `CHROMIUM_PATH` is not an executable file
 */
export function findBrowser(env = process.env) {
  const named = env.CHROMIUM_PATH
  if (named && !isProgram(named))
    throw new Error(`CHROMIUM_PATH is "${named}", which is not an executable file.`)
  return named || findProgram(BROWSERS, FOLDERS, env)
}

/**
 * Finds a program on the path, or in one of the given folders.
 *
 * @param {readonly string[]} names alternatives, in order of preference
 * @param {readonly string[]} folders additional folders
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findProgram(names, folders, env = process.env) {
  const all = [...(env.PATH ?? '').split(delimiter), ...folders].filter(Boolean)
  return names.flatMap((name) => all.map((folder) => join(folder, name))).find(isProgram)
}

/** @param {ProgramName} name */
function isInstalled(name) {
  const { programs, files = [] } = PROGRAMS[name]
  if (name === 'browser' && process.env.CHROMIUM_PATH) return true
  return programs.every((program) => findIn(name, program)) && files.every((file) => existsSync(file))
}

/**
 * @param {ProgramName} name
 * @param {string} program
 */
function findIn(name, program) {
  const { folders = () => [] } = PROGRAMS[name]
  return findProgram([program], folders(), {}) ?? findProgram([program], FOLDERS)
}

/** @param {ProgramName} name */
function describeFix(name) {
  const other = name === 'browser' ? ', or set CHROMIUM_PATH to a Chromium or Chrome that you have' : ''
  return `Install it, for example with "apt-get install ${PROGRAMS[name].packages.join(' ')}"${other}.`
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

/** Debian installs each version into its own folder, which is not on the path: newest first. */
function postgresFolders() {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+$/.test(name)) : []
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(folder, version, 'bin'))
}

/**
 * Each test has its own configuration. Without one of the machine, the package copies its
 * sample, which is missing where no documentation is installed, and its installation fails.
 */
function prepareGlewlwyd() {
  execFileSync('debconf-set-selections', { input: 'glewlwyd glewlwyd/config_type select No configuration\n' })
  mkdirSync(dirname(GLEWLWYD_CONFIGURATION), { recursive: true })
  if (!existsSync(GLEWLWYD_CONFIGURATION))
    writeFileSync(GLEWLWYD_CONFIGURATION, '# The tests have one of their own.\n')
}

function canInstall() {
  const file = '/etc/os-release'
  const isDebian = existsSync(file) && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync(file, 'utf8'))
  return isDebian && process.getuid?.() === 0
}

/**
 * The lists of packages, which are fetched once.
 *
 * @type {Promise<void> | undefined}
 */
let lists

/** @param {string[]} args */
async function aptGet(...args) {
  lists ??= runAptGet(['update'])
  await lists
  await runAptGet(args)
}

/** @param {string[]} args */
async function runAptGet(args) {
  const name = `apt-get ${args[0]}`
  // No services are started in single-user mode.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // Another program may be installing packages at the moment.
  const all = [...args, '-o', 'DPkg::Lock::Timeout=120']
  const { ok, output } = await runProcess({ name, program: 'apt-get', args: all, cwd: root, env })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
