import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { isMain, root } from './workspace.mjs'

/** What users of the package notice when it changes. */
const PUBLIC = /^packages\/latchkey\/(?:src\/(?!.*\.test\.)|api\/|package\.json$)/
const CHANGESET = /^\.changeset\/(?!README\.md$)[^/]+\.md$/

/**
 * Compares the files that changed since a commit: a change of the package needs a changeset.
 *
 * @param {readonly { status: string, path: string }[]} changes as `git diff --name-status` lists
 *   them
 * @returns {string[]} the changed files of the package that no changeset announces
 */
export function unannounced(changes) {
  if (changes.some(({ status, path }) => status !== 'D' && CHANGESET.test(path))) return []
  // The commit of a version deletes the changesets that it contains.
  if (changes.some(({ status, path }) => status === 'D' && CHANGESET.test(path))) return []
  return changes.map(({ path }) => path).filter((path) => PUBLIC.test(path))
}

/**
 * Returns the files that changed since the last commit that HEAD and another one share.
 *
 * @param {string} since
 * @param {string} [repository]
 * @returns {{ status: string, path: string }[]}
 * @throws {Error} when the commit is not in the history
 */
export function changesSince(since, repository = root) {
  const args = ['diff', '--name-status', '--no-renames', '-z', `${since}...HEAD`]
  try {
    const output = execFileSync('git', args, {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const fields = output.split('\0').slice(0, -1)
    return Array.from({ length: fields.length / 2 }, (_, index) => ({
      status: fields[index * 2] ?? '',
      path: fields[index * 2 + 1] ?? '',
    }))
  } catch {
    throw new Error(
      `The commit ${since} is not in the history of this clone. Fetch it, with at least ` +
        'the commits since: in a workflow, `fetch-depth: 0` of actions/checkout.',
    )
  }
}

/** `node scripts/check-changeset.mjs --since <commit>` */
function main() {
  const { values } = parseArgs({ options: { since: { type: 'string' } } })
  if (!values.since) throw new Error('Name the commit to compare with: --since origin/main.')
  const files = unannounced(changesSince(values.since))
  if (files.length === 0) return
  console.error(`These files of the package changed, but no changeset says so:\n  ${files.join('\n  ')}`)
  console.error('Write one with `npx changeset`. If users notice nothing: `npx changeset --empty`.')
  process.exitCode = 1
}

if (isMain(import.meta.url)) {
  try {
    main()
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    process.exitCode = 1
  }
}
