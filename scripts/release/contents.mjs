import { posix } from 'node:path'

const TOP = /^(?:CHANGELOG\.md|LICENSE|README\.md|package\.json|dist\/|src\/)/
const TEST = /(?:^|\/)(?:test|tests|__tests__|fixtures)\/|\.(?:test|test-d|bench|spec)\./
const TEXT = /\.(?:[cm]?[jt]sx?|json|map|md|svelte)$/
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'prepublishOnly']
const REQUIRED_FIELDS = [
  'version',
  'license',
  'repository',
  'homepage',
  'bugs',
  'engines',
  'exports',
  'types',
]

/**
 * Checks the files of the package that is published.
 *
 * @param {ReadonlyMap<string, Buffer>} files the content by path
 * @param {readonly string[]} folders folders of this machine, whose paths must not appear
 * @returns {string[]} one line for each problem
 */
export function checkContents(files, folders) {
  const paths = [...files.keys()]
  const text = (/** @type {string} */ path) => files.get(path)?.toString('utf8') ?? ''
  return [
    ...paths.filter((path) => !TOP.test(path)).map((path) => `${path}: does not belong in the package`),
    ...paths.filter((path) => TEST.test(path)).map((path) => `${path}: a test`),
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']
      .filter((path) => !files.has(path))
      .map((path) => `${path}: missing`),
    ...paths
      .filter((path) => TEXT.test(path))
      .flatMap((path) =>
        folders.filter((folder) => text(path).includes(folder)).map((folder) => ({ path, folder })),
      )
      .map(({ path, folder }) => `${path}: contains the path ${folder}`),
    ...paths.filter((path) => path.endsWith('.map')).flatMap((path) => mapProblems(path, text(path), files)),
    ...['README.md', 'CHANGELOG.md'].flatMap((path) => linkProblems(path, text(path))),
    ...manifestProblems(text('package.json'), files),
  ]
}

/**
 * @param {string} path
 * @param {string} text
 * @param {ReadonlyMap<string, Buffer>} files
 */
function mapProblems(path, text, files) {
  /** @type {{ sources?: string[], sourceRoot?: string }} */
  const { sources = [], sourceRoot = '' } = JSON.parse(text)
  const fileOf = (/** @type {string} */ source) =>
    posix.normalize(posix.join(posix.dirname(path), sourceRoot, source))
  return sources
    .filter((source) => !files.has(fileOf(source)))
    .map((source) => `${path}: its source ${source} is not in the package`)
}

/**
 * @param {string} path
 * @param {string} text
 */
function linkProblems(path, text) {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)]
  return targets
    .map(([, link, attribute]) => link ?? attribute ?? '')
    .filter((target) => !/^(?:https:|#)/.test(target))
    .map((target) => `${path}: the link ${target} is relative`)
}

/**
 * @param {string} text
 * @param {ReadonlyMap<string, Buffer>} files
 */
function manifestProblems(text, files) {
  if (text === '') return []
  const manifest = JSON.parse(text)
  const missing = targetsOf({ ...manifest.exports, ...manifest.imports, ...manifest.bin })
    .filter((target) => !target.includes('*') && !files.has(posix.normalize(target)))
    .map((target) => `package.json: ${target} is not in the package`)
  return [
    ...REQUIRED_FIELDS.filter((name) => manifest[name] === undefined).map(
      (name) => `package.json: the field ${name} is missing`,
    ),
    ...INSTALL_SCRIPTS.filter((name) => manifest.scripts?.[name] !== undefined).map(
      (name) => `package.json: runs the script ${name} at an installation`,
    ),
    ...(manifest.private ? ['package.json: private'] : []),
    ...new Set(missing),
  ]
}

/**
 * Returns the files that a map of exports names.
 *
 * @param {any} value
 * @returns {string[]}
 */
function targetsOf(value) {
  if (typeof value === 'string') return value.startsWith('./') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(targetsOf) : []
}
