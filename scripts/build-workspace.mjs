import { nextEnvironment } from './examples.mjs'
import { runProcess } from './processes.mjs'
import { withProgress } from './progress.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/**
 * Builds a workspace and prints its progress.
 *
 * @param {string} title what is being built, for messages
 * @param {string} workspace
 * @throws {Error} with the output of the build when it fails
 */
export async function buildWorkspace(title, workspace) {
  const args = ['run', 'build', '-w', workspace]
  const command = { name: title, program: 'npm', args, cwd: root, env: toolEnvironment(nextEnvironment) }
  const { ok, output } = await withProgress(title, () => runProcess(command))
  if (!ok) throw new Error(`${title} failed.\n${output}`)
}
