import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { isMain, root } from '../tests/support/processes/workspace.mjs'
import { readChangesets } from './release/changesets.mjs'
import { publishedManifest } from './release/stage.mjs'

const REPORT = /^packages\/latchkey\/api\/.*\.api\.md$/
const SOURCE = /^packages\/latchkey\/src\/(?!.*\.(?:test|test-d)\.\w+$)/
const CHANGESET = /^\.changeset\/(?!README\.md$).*\.md$/
const MANIFEST = 'packages/latchkey/package.json'

const FIX =
  'Run `npx changeset`, or `npx changeset --empty` if users do not notice it. See .changeset/README.md.'

/**
 * Compares a repository with an earlier commit: a change of the public interface or of the
 * published manifest needs a changeset with a text, and a change of the sources needs a changeset.
 *
 * @param {string} repository
 * @param {string} [since] the commit; default: the last release
 * @returns {{ problems: string[], note?: string }} `note` says why nothing was compared
 * @throws {Error} when a changeset has a mistake, or `since` is not a commit
 */
export function checkChangesets(repository, since) {
  const changesets = readChangesets(repository)
  const base = since ?? lastRelease(repository)
  if (base === undefined)
    return { problems: [], note: 'Not compared: the clone has no tag of a release (v1.2.3) in its history.' }
  const before = mergeBase(repository, base)
  const changed = changedFiles(repository, before)
  const [old, current] = [manifestAt(repository, before), manifestOf(repository)]
  if (old.version !== current.version) return { problems: [] }
  const added = changesets.filter(({ file }) => changed.some(isNew(`.changeset/${file}`)))
  const reports = changed.filter(({ path }) => REPORT.test(path))
  const sources = changed.filter(({ path }) => SOURCE.test(path))
  const fields = differentFields(publishedManifest(old), publishedManifest(current))
  return { problems: problemsOf({ base, added, reports, sources, fields }) }
}

/**
 * A file that differs from the earlier commit, with the letter of Git's status.
 *
 * @typedef {{ status: string, path: string }} Change
 */

/**
 * @param {{ base: string, added: readonly import('./release/changesets.mjs').Changeset[], reports:
 *   readonly Change[], sources: readonly Change[], fields: readonly string[] }} facts
 */
function problemsOf({ base, added, reports, sources, fields }) {
  const isAnnounced = added.some(({ bump }) => bump !== undefined)
  if (reports.length > 0 && !isAnnounced)
    return [
      `Unannounced change of the public interface since ${base}. ${FIX}`,
      ...reports.map(({ path }) => `  ${path}`),
    ]
  if (fields.length > 0 && !isAnnounced)
    return [
      `Unannounced change of the published manifest since ${base}. Run \`npx changeset\`: users notice it.`,
      ...fields.map((field) => `  ${MANIFEST}: ${field}`),
    ]
  if (sources.length > 0 && added.length === 0)
    return [
      `${sources.length} source ${sources.length === 1 ? 'file' : 'files'} changed since ${base} without a ` +
        `changeset. ${FIX}`,
      ...sources.slice(0, 10).map(({ path }) => `  ${path}`),
    ]
  return []
}

/** @param {string} wanted */
function isNew(wanted) {
  return (/** @type {Change} */ { status, path }) => path === wanted && status !== 'D'
}

/** @param {string} repository */
function lastRelease(repository) {
  return tryGit(repository, 'describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')
}

/**
 * Returns the commit from which the current one was developed. What happened on the other branch
 * since then is not part of the change.
 *
 * @param {string} repository
 * @param {string} base
 */
function mergeBase(repository, base) {
  const commit = tryGit(repository, 'merge-base', base, 'HEAD')
  if (commit === undefined)
    throw new Error(
      `${base} and the current commit have no common history here. Fetch it: git fetch --unshallow, ` +
        'or `fetch-depth: 0` in a workflow.',
    )
  return commit
}

/**
 * Returns what differs from a commit, also in files that are not committed or not added yet.
 *
 * @param {string} repository
 * @param {string} commit
 * @returns {Change[]}
 */
function changedFiles(repository, commit) {
  const paths = ['packages/latchkey', '.changeset']
  const diff = git(repository, 'diff', '--name-status', '--no-renames', '-z', commit, '--', ...paths)
  const parts = diff.split('\0')
  const tracked = parts.flatMap((path, index) => {
    const status = parts[index - 1]
    return index % 2 === 1 && status !== undefined ? [{ status, path }] : []
  })
  const others = git(repository, 'ls-files', '--others', '--exclude-standard', '-z', '--', ...paths)
  return [
    ...tracked,
    ...others
      .split('\0')
      .filter((path) => path !== '')
      .map((path) => ({ status: 'A', path })),
  ].filter(({ path }) => REPORT.test(path) || SOURCE.test(path) || CHANGESET.test(path))
}

/**
 * Returns the manifest of the package in a commit. It is empty if the commit has no package.
 *
 * @param {string} repository
 * @param {string} commit
 * @returns {Record<string, unknown>}
 */
function manifestAt(repository, commit) {
  return JSON.parse(tryGit(repository, 'show', `${commit}:${MANIFEST}`) ?? '{}')
}

/**
 * Returns the manifest of the package as it is now, committed or not.
 *
 * @param {string} repository
 * @returns {Record<string, unknown>}
 */
function manifestOf(repository) {
  const file = join(repository, MANIFEST)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * @param {Record<string, unknown>} before
 * @param {Record<string, unknown>} after
 * @returns {string[]} the fields that differ
 */
function differentFields(before, after) {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].filter((field) => !isDeepStrictEqual(before[field], after[field]))
}

/**
 * @param {string} repository
 * @param {...string} args
 * @returns {string | undefined} undefined when Git fails
 */
function tryGit(repository, ...args) {
  try {
    return git(repository, ...args).trim()
  } catch {
    return undefined
  }
}

/**
 * @param {string} repository
 * @param {...string} args
 */
function git(repository, ...args) {
  return execFileSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** `node scripts/check-changeset.mjs [--since COMMIT]` */
function main() {
  const { values } = parseArgs({ options: { since: { type: 'string' } } })
  const { problems, note } = checkChangesets(root, values.since)
  if (note !== undefined) console.log(note)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

if (isMain(import.meta.url))
  try {
    main()
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exitCode = 1
  }
