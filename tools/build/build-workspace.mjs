import { nextEnvironment } from '../../tests/support/applications/examples.mjs'
import { withProgress } from '../../tests/support/machine/progress.mjs'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'

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
