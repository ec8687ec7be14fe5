import { execFileSync } from 'node:child_process'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'
import { run } from './run.mjs'

/** The first version of npm that can publish without a token: it asks the workflow who it is. */
const MIN_NPM = '11.5.1'

/**
 * Returns why the package must not be published from here. A package is published only by the
 * workflow of a tag: npm then records from which commit it was built.
 *
 * @param {{ version: string, env: NodeJS.ProcessEnv, npm: string, git: (...args: string[]) =>
 *   string }} facts `npm`: its version
 * @returns {string[]} one line for each reason
 */
export function reasonsNotToPublish({ version, env, npm, git }) {
  const reasons = []
  if (env.GITHUB_ACTIONS !== 'true' || !env.ACTIONS_ID_TOKEN_REQUEST_URL)
    reasons.push('It does not run in a workflow with `id-token: write`, which provenance needs.')
  if (git('status', '--porcelain') !== '') reasons.push('The working tree has changes. Commit them.')
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
    reasons.push(`The commit has no tag v${version}.`)
  if (compareVersions(npm, MIN_NPM) < 0)
    reasons.push(
      `npm ${npm} cannot publish without a token. Use a Node.js with npm ${MIN_NPM} or newer in release.yml.`,
    )
  return reasons
}

/**
 * Runs git in the repository.
 *
 * @param {...string} args
 * @returns {string} its output, without the last line break
 */
export function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

/** Returns the version of npm that uploads the package. */
export function npmVersion() {
  return execFileSync('npm', ['--version'], { env: toolEnvironment(), encoding: 'utf8' }).trim()
}

/**
 * Decides what is left to do for a version. A job that failed after the upload can be started
 * again.
 *
 * @param {{ version: string, integrity: string, published: string | undefined, latest: string |
 *   undefined }} facts `published`: the integrity of the version at npm; `latest`: the version that
 *   `npm install latchkey` installs
 * @returns {{ tag: string, isPublished: boolean }} `tag`: see `distributionTag`
 * @throws {Error} when npm has other bytes under this version
 */
export function planPublication({ version, integrity, published, latest }) {
  if (published !== undefined && published !== integrity)
    throw new Error(
      `npm has another latchkey ${version}, with the integrity ${published}. This one has ${integrity}. ` +
        'A version cannot be replaced: find out who published it, and release a higher version.',
    )
  return { tag: distributionTag(version, latest), isPublished: published !== undefined }
}

/**
 * Returns the tag under which npm offers a version. `npm install latchkey` never installs a version
 * such as 1.0.0-beta.1, and never goes back to an older one.
 *
 * @param {string} version
 * @param {string} [latest] what `npm install latchkey` installs today
 * @returns {string} `latest`, `next`, or such as `release-1` for a fix of an older version
 */
export function distributionTag(version, latest) {
  if (version.includes('-')) return 'next'
  if (latest === undefined || compareVersions(version, latest) >= 0) return 'latest'
  return `release-${version.split('.')[0]}`
}

/**
 * Compares versions by their numbers.
 *
 * @param {string} a
 * @param {string} b
 * @returns {number} negative if `a` is lower
 */
function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => (version.split('-')[0] ?? '').split('.').map(Number))
  const index = [0, 1, 2].find((each) => left?.[each] !== right?.[each])
  return index === undefined ? 0 : (left?.[index] ?? 0) - (right?.[index] ?? 0)
}

/**
 * Reads a field of a package from the registry.
 *
 * @param {string} specifier such as `latchkey@1.2.3`
 * @param {string} field
 * @returns {Promise<string | undefined>} undefined when there is no such package or version
 * @throws {Error} with the output of npm
 */
export async function view(specifier, field) {
  const args = ['view', specifier, field, '--json', '--loglevel', 'silent']
  const { ok, output } = await runProcess({
    name: 'npm',
    program: 'npm',
    args,
    cwd: root,
    env: toolEnvironment(),
  })
  return parseView(ok, output)
}

/**
 * Reads the output of `npm view --json`.
 *
 * @param {boolean} ok
 * @param {string} output
 * @returns {string | undefined} undefined when there is no such package or version
 * @throws {Error} with the output
 */
export function parseView(ok, output) {
  if (ok) return output.trim() === '' ? undefined : JSON.parse(output)
  if (/"code": "E404"/.test(output)) return undefined
  throw new Error(`npm view failed.\n${output.trim()}`)
}

/**
 * Uploads a tarball to the registry, with provenance. Prints what npm does: its log says why a
 * registry refuses a workflow.
 *
 * @param {string} file
 * @param {string} tag
 */
export async function publish(file, tag) {
  const args = ['publish', file, '--provenance', '--access', 'public', '--tag', tag]
  await run('npm', args, root, { loglevel: 'verbose', onOutput: (text) => process.stdout.write(text) })
}
