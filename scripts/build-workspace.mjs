import { nextEnvironment } from './examples.mjs'
import { runProcess } from './processes.mjs'
import { withProgress } from './progress.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/**
 * Builds a workspace, and shows that it goes on.
 *
 * @param {string} title what is being done
 * @param {string} workspace
 * @throws {Error} with what the build wrote when it fails
 */
export async function buildWorkspace(title, workspace) {
  const args = ['run', 'build', '-w', workspace]
  const command = { name: title, program: 'npm', args, cwd: root, env: toolEnvironment(nextEnvironment) }
  const { ok, output } = await withProgress(title, () => runProcess(command))
  if (!ok) throw new Error(`${title} failed.\n${output}`)
}
