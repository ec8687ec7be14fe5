import { execFileSync } from 'node:child_process'
import { root } from '../workspace.mjs'
import { run } from './run.mjs'

/**
 * Returns why the package must not be published from here. A package is published only by the
 * workflow of a tag: npm then records from which commit it was built.
 *
 * @param {{ version: string, env: NodeJS.ProcessEnv, git: (...args: string[]) => string }} facts
 * @returns {string[]} one line for each reason
 */
export function reasonsNotToPublish({ version, env, git }) {
  const reasons = []
  if (env.GITHUB_ACTIONS !== 'true' || !env.ACTIONS_ID_TOKEN_REQUEST_URL)
    reasons.push('It does not run in a workflow with `id-token: write`, which provenance needs.')
  if (git('status', '--porcelain') !== '') reasons.push('The working tree has changes. Commit them.')
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
    reasons.push(`The commit has no tag v${version}.`)
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

/**
 * Uploads a tarball to the registry, with provenance.
 *
 * @param {string} file
 * @param {string} version
 */
export async function publish(file, version) {
  await run(
    'npm',
    ['publish', file, '--provenance', '--access', 'public', '--tag', distributionTag(version)],
    root,
  )
}

/**
 * Returns the tag under which npm offers a version. `npm install latchkey` never installs a version
 * such as 1.0.0-beta.1.
 *
 * @param {string} version
 * @returns {'latest' | 'next'}
 */
export function distributionTag(version) {
  return version.includes('-') ? 'next' : 'latest'
}
