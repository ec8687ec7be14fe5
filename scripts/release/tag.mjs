import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tests/support/processes/workspace.mjs'
import { OWNER } from '../repository.mjs'
import { notesOf } from './changelog.mjs'
import { isPending } from './changesets.mjs'
import { git } from './publish.mjs'

/** Branches whose commits can be released: the main one, and those of older versions. */
const RELEASED = ['origin/main', 'origin/release/*']

/**
 * Checks that the current commit can be released under a tag.
 *
 * @param {string} tag
 * @returns {string} a sentence
 * @throws {Error} with each reason why not
 */
export function verifyTag(tag) {
  const { packages } = readJson('package-lock.json')
  const reasons = reasonsAgainstTag({
    tag,
    version: readJson('packages/latchkey/package.json').version,
    locked: packages['packages/latchkey'].version,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    isPending: isPending(root),
    repository: process.env.GITHUB_REPOSITORY,
    git,
  })
  if (reasons.length > 0) throw new Error(`${tag} cannot be released.\n${reasons.join('\n')}`)
  return `${tag} can be released.`
}

/**
 * @param {string} path
 * @returns {any}
 */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/**
 * Returns why a tag must not be released. It runs before the checks, so that a wrong tag fails
 * within a minute.
 *
 * @param {object} facts
 * @param {string} facts.tag
 * @param {string} facts.version of the package
 * @param {string} facts.locked the version of the package in the lock file
 * @param {string} facts.changelog
 * @param {boolean} facts.isPending whether changesets wait for a version
 * @param {string | undefined} facts.repository the owner and the name of the repository in which
 *   the workflow runs
 * @param {(...args: string[]) => string} facts.git
 * @returns {string[]} one line for each reason
 */
export function reasonsAgainstTag({ tag, version, locked, changelog, isPending, repository, git }) {
  const reasons = []
  if (tag !== `v${version}`) reasons.push(`The tag is ${tag}, but the package has the version ${version}.`)
  if (locked !== version)
    reasons.push(`package-lock.json has the version ${locked}, and package.json has ${version}.`)
  if (isPending) reasons.push(PENDING)
  if (!hasNotes(changelog, version)) reasons.push(`CHANGELOG.md has no section for ${version}.`)
  if (git('branch', '--remotes', '--contains', 'HEAD', '--list', ...RELEASED) === '')
    reasons.push('The commit is neither on main nor on a branch release/…. Merge it before you tag it.')
  if (repository !== undefined && repository !== `${OWNER}/latchkey`)
    reasons.push(
      `The package names the repository ${OWNER}/latchkey, and the workflow runs in ${repository}. npm ` +
        'refuses that. Set the owner in scripts/repository.mjs, and run it with --write.',
    )
  return reasons
}

/** What to do when changesets wait for a version. */
export const PENDING = 'Some changesets are not released yet. Run `npm run version`, and commit.'

/**
 * @param {string} changelog
 * @param {string} version
 */
function hasNotes(changelog, version) {
  try {
    return notesOf(changelog, version) !== ''
  } catch {
    return false
  }
}
