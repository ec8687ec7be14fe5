import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that permit everything that the MIT licence permits. */
const ALLOWED_LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']

/** Scripts that npm runs when a package is installed. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

/**
 * A package that is installed with the library, also through another package.
 *
 * @typedef {object} Dependency
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {string} path where the lock file has it
 * @property {boolean} hasInstallScript
 */

/**
 * Returns the packages that are installed with the library, in the versions of the lock file.
 *
 * @param {string} repository
 * @returns {Dependency[]} by name
 * @throws {Error} when the lock file lacks one of them
 */
export function runtimeDependencies(repository) {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'))
  const manifest = JSON.parse(readFileSync(join(repository, 'packages', 'latchkey', 'package.json'), 'utf8'))
  /** @type {Map<string, Dependency>} */
  const found = new Map()
  const add = (/** @type {string} */ name, /** @type {string} */ from) => {
    const path = locate(packages, name, from)
    if (path === undefined) throw new Error(`package-lock.json has no ${name} for ${from}. Run npm install.`)
    if (found.has(path)) return
    const { version, license, hasInstallScript = false, dependencies = {} } = packages[path]
    found.set(path, { name, version, license, path, hasInstallScript })
    for (const next of Object.keys(dependencies)) add(next, path)
  }
  for (const name of Object.keys(manifest.dependencies)) add(name, 'packages/latchkey')
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Returns where a package is found from another one: in its `node_modules`, or in those above.
 *
 * @param {Record<string, unknown>} packages
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function locate(packages, name, from) {
  for (let folder = from; ; folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '') {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}

/**
 * Compares the dependencies with the page about them.
 *
 * @param {string} repository
 * @param {string} page the text of docs/assurance/supply-chain.md
 * @returns {string[]} one line for each problem
 */
export function checkDependencies(repository, page) {
  const manifest = JSON.parse(readFileSync(join(repository, 'packages', 'latchkey', 'package.json'), 'utf8'))
  const installed = runtimeDependencies(repository)
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'))
  const listed = rowsOf(page, 'Runtime dependencies')
  const peers = rowsOf(page, 'Optional packages')
  return [
    ...difference(
      installed.map(({ name }) => name),
      listed,
      'Runtime dependencies',
    ),
    ...difference(Object.keys(manifest.peerDependencies), peers, 'Optional packages'),
    ...installed.flatMap((dependency) => problemsOf(dependency, repository)),
    ...installed.flatMap(({ name, license }) => {
      const range = manifest.dependencies[name] ?? 'through another package'
      return rowProblems(listed, name, { Licence: license, Range: range })
    }),
    ...listed.flatMap((row) => reasonProblems(row, repository)),
    ...Object.entries(manifest.peerDependencies).flatMap(([name, range]) =>
      rowProblems(peers, name, { Range: range, Licence: licenceOf(packages, name) }),
    ),
  ]
}

/**
 * Returns the licence of a package that some workspace installs.
 *
 * @param {Record<string, { license?: string }>} packages
 * @param {string} name
 * @returns {string} what the page must not contain, if no workspace installs it
 */
function licenceOf(packages, name) {
  const [, entry] = Object.entries(packages).find(([path]) => path.endsWith(`node_modules/${name}`)) ?? []
  return entry?.license ?? 'known: no workspace installs the package'
}

/**
 * Checks that a row links to the decision that the package is needed.
 *
 * @param {Row} row
 * @param {string} repository
 */
function reasonProblems({ name, line }, repository) {
  const [, page] = /\]\(\.\.\/(project\/decisions\/[\w.-]+\.md)\) \|$/.exec(line) ?? []
  if (page !== undefined && existsSync(join(repository, 'docs', page))) return []
  return [
    `${name}: its column Reason in docs/assurance/supply-chain.md must link to a page in docs/project/decisions`,
  ]
}

/**
 * @param {Dependency} dependency
 * @param {string} repository
 */
function problemsOf({ name, license, path, hasInstallScript }, repository) {
  const problems = []
  if (!ALLOWED_LICENCES.includes(license)) problems.push(`${name}: the licence ${license} is not allowed`)
  if (hasInstallScript || runsAtInstallation(join(repository, path)))
    problems.push(`${name}: runs a script at its installation`)
  return problems
}

/**
 * Compares the cells of a package with what they must contain.
 *
 * @param {readonly Row[]} rows
 * @param {string} name
 * @param {Partial<Row['cells']>} expected
 */
function rowProblems(rows, name, expected) {
  const row = rows.find((each) => each.name === name)
  if (row === undefined) return []
  return Object.entries(expected)
    .filter(([column, value]) => row.cells[/** @type {'Range' | 'Licence'} */ (column)] !== value)
    .map(
      ([column, value]) => `${name}: its column ${column} in docs/assurance/supply-chain.md must be ${value}`,
    )
}

/** @param {string} folder */
function runsAtInstallation(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return false
  const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8'))
  return INSTALL_SCRIPTS.some((name) => scripts[name] !== undefined)
}

/**
 * A row of a table of the page.
 *
 * @typedef {{ name: string, line: string, cells: { Range: string, Licence: string } }} Row
 */

/**
 * Returns the rows of the table below a heading.
 *
 * @param {string} page
 * @param {string} heading
 * @returns {Row[]}
 */
function rowsOf(page, heading) {
  const [, after = ''] = page.split(`\n## ${heading}\n`)
  const section = after.split(/^## /m)[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|.*$/gm)].map(
    ([line, name = '', range = '', licence = '']) => ({
      name,
      line,
      cells: { Range: range.replaceAll('`', '').trim(), Licence: licence.trim() },
    }),
  )
}

/**
 * @param {readonly string[]} names
 * @param {readonly { name: string }[]} rows
 * @param {string} heading
 */
function difference(names, rows, heading) {
  const listed = rows.map(({ name }) => name)
  return [
    ...names
      .filter((name) => !listed.includes(name))
      .map(
        (name) =>
          `${name}: not in the table "${heading}" of docs/assurance/supply-chain.md. Add it with its reason.`,
      ),
    ...listed
      .filter((name) => !names.includes(name))
      .map(
        (name) =>
          `${name}: in the table "${heading}" of docs/assurance/supply-chain.md, but not a dependency`,
      ),
  ]
}
