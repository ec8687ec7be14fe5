import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isMain, root } from '../tests/support/processes/workspace.mjs'

const MANIFEST = 'packages/latchkey/package.json'
const LOCK = 'package-lock.json'

/** The files that a new version changes. */
const ALLOWED = /^(?:CHANGELOG\.md|packages\/latchkey\/package\.json|package-lock\.json)$/
/** The changesets, which a new version removes, or keeps in `pre` during a series of versions. */
const CHANGESET = /^\.changeset\/(?:pre\/)?(?:[\w-]+\.md|pre\.json)$/

/**
 * Applies a patch that `npm run version` made on another machine, and adds it to the index. It
 * checks that the patch contains a new version and nothing else, because the code that made it is
 * from the registry.
 *
 * @param {string} repository a clean clone
 * @param {string} patch a file
 * @returns {string} the version
 * @throws {Error} that names what the patch must not change
 */
export function applyVersion(repository, patch) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 100_000_000 })
  const before = { manifest: readJson(repository, MANIFEST), lock: readJson(repository, LOCK) }
  git('apply', '--index', resolve(patch))
  const changes = git('diff', '--cached', '--raw', '--no-renames', '--no-abbrev', '-z', 'HEAD')
  const problems = [...changesOf(changes)].flatMap(problemOf)
  if (problems.length > 0) throw new Error(`The patch is not a new version.\n${problems.join('\n')}`)
  const manifest = readJson(repository, MANIFEST)
  const lock = readJson(repository, LOCK)
  const { version } = manifest
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/.test(version))
    throw new Error(`${MANIFEST} has an invalid version.`)
  before.lock.packages['packages/latchkey'].version = version
  if (!isDeepStrictEqual(manifest, { ...before.manifest, version }))
    throw new Error(`The patch changes more than the version in ${MANIFEST}.`)
  if (!isDeepStrictEqual(lock, before.lock))
    throw new Error(`The patch changes more than the version in ${LOCK}.`)
  return version
}

/**
 * @param {string} raw the output of `git diff --raw -z`
 * @returns {{ mode: string, status: string, path: string }[]} `mode`: after the change
 */
function changesOf(raw) {
  return [...raw.matchAll(/:\d+ (\d+) \w+ \w+ ([A-Z])\d*\0([^\0]+)\0/g)].map(
    ([, mode = '', status = '', path = '']) => ({ mode, status, path }),
  )
}

/**
 * @param {{ mode: string, status: string, path: string }} change
 * @returns {string[]}
 */
function problemOf({ mode, status, path }) {
  const isAllowed = ALLOWED.test(path)
    ? status === 'M'
    : CHANGESET.test(path) && path !== '.changeset/README.md'
  if (!isAllowed) return [`${path}: a version does not change it`]
  // 100644: a file that is no program and no link; 000000: no file.
  return mode === '100644' || mode === '000000' ? [] : [`${path}: has the mode ${mode}`]
}

/**
 * @param {string} repository
 * @param {string} path
 * @returns {any}
 */
function readJson(repository, path) {
  const file = join(repository, path)
  // Not through a link that the patch made.
  if (realpathSync(file) !== join(realpathSync(repository), path)) throw new Error(`${path} is a link.`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** `node scripts/apply-version.mjs PATCH` prints the version. */
if (isMain(import.meta.url))
  try {
    const [patch] = process.argv.slice(2)
    if (patch === undefined) throw new Error('Name the patch: node scripts/apply-version.mjs version.patch')
    console.log(applyVersion(root, patch))
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exitCode = 1
  }
